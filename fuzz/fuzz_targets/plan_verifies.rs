#![no_main]
cento_fuzz::target!("plan_verifies");
