#![no_main]
cento_fuzz::target!("within_budget");
