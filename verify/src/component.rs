//! Binds [`crate::text`] to the exports of `wit/verifier.wit`, and nothing else.
use crate::text;

wit_bindgen::generate!({ path: "../wit/verifier.wit", world: "sealed-verifier" });
use exports::cento::verifier::verifier::Guest;

struct Verifier;
export!(Verifier);

impl Guest for Verifier {
    fn open(session: String, options: Option<String>) -> Result<String, String> {
        text::open(&session, options.as_deref())
    }

    fn finish(session: String, plan: String, options: Option<String>) -> Result<String, String> {
        text::finish(&session, &plan, options.as_deref())
    }

    fn report(session: String, plan: String, options: Option<String>) -> Result<String, String> {
        text::report(&session, &plan, options.as_deref())
    }
}
