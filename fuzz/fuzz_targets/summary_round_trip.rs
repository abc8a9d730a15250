#![no_main]
cento_fuzz::target!("summary_round_trip");
