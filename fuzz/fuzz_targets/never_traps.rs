#![no_main]
cento_fuzz::target!("never_traps");
