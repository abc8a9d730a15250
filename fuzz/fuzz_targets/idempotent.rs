#![no_main]
cento_fuzz::target!("idempotent");
