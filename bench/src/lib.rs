//! What the benches measure on: generated sessions of realistic shape, the same ones on every machine.
use cento_contract::{Message, Options};
use cento_tests::{list, session};

/// One seed, so that sessions of different sizes are of one make.
const SEED: u64 = 1;

/// A session to measure on.
pub struct Load {
    /// What it is called in tables.
    pub name: String,
    /// The session as JSON text.
    pub text: String,
    /// Its messages.
    pub messages: Vec<Message>,
    /// Options of the call.
    pub options: Options,
}

/// Sessions of 10,000 to 2,000,000 tokens, the one of [`usual`] among them.
pub fn sizes() -> Vec<Load> {
    vec![
        load("10k tokens", 40_000, 14_000),
        load("50k tokens", 200_000, 67_000),
        usual(),
        load("500k tokens", 2_000_000, 500_000),
        large(),
        load("2M tokens", 8_000_000, 2_000_000),
    ]
}

/// A session of about 75,000 tokens: what a model with a window of 100,000 compacts.
pub fn usual() -> Load {
    load("75k tokens", 300_000, 100_000)
}

/// A session of about a million tokens.
pub fn large() -> Load {
    load("1M tokens", 4_000_000, 1_000_000)
}

fn load(name: &str, bytes: usize, window: i64) -> Load {
    let list = session::long(SEED, bytes).list;
    let text = list::session_text(&list, &format!("{{\"context_length\": {window}}}"));
    let options = Options { context_length: window, ..Options::default() };
    Load { name: name.to_owned(), text, messages: list::messages(&list), options }
}

/// A session from a file, with the options that it gives.
pub fn from_file(path: &str) -> Load {
    let bytes = std::fs::read(path).expect("a file that can be read");
    let session = cento::Session::read(bytes.clone()).expect("a session");
    let name = std::path::Path::new(path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Load { name, text, messages: session.messages, options: session.options }
}
