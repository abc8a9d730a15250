#![no_main]
cento_fuzz::target!("redaction_before_cut");
