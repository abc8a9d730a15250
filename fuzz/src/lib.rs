//! Laws over sessions that are drawn from bytes.
//!
//! [`laws::LAWS`] has one plain function for each law; [`draw`] makes a session of bytes; [`search`] changes bytes until
//! a law breaks, and makes what broke it small. Three drivers run the same functions: `tests/bounded.rs` for seconds,
//! the program `fuzz` for as long as it is left alone, and libFuzzer (`fuzz_targets/`), which alone knows which code
//! an input reached. The first two are guided by what came out: a plan of a kind not seen before is kept.
pub mod draw;
pub mod laws;
pub mod search;

use cento_contract::{Message, Options, Plan};

/// What gives a plan: the phases compiled for this machine, or the component in its sandbox.
pub type Planner = dyn Fn(&[Message], &Options) -> Result<Plan, String>;

/// The phases compiled for this machine.
pub fn native(messages: &[Message], options: &Options) -> Result<Plan, String> {
    cento_guest::compress(messages, options).map_err(|error| error.to_string())
}

/// The law as libFuzzer calls it.
#[cfg(feature = "libfuzzer")]
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
            if let Err(fault) = ($crate::laws::named($name).holds)(bytes, &$crate::native) {
                panic!("{fault}");
            }
        });
    };
}
