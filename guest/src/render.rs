//! The text of a ledger.
use crate::ledger::Ledger;
use crate::settings::Settings;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::{Claim, Quote, Section};

/// A rendered summary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// Sources of copied words.
    pub quotes: Vec<Quote>,
    /// Stated outcomes.
    pub claims: Vec<Claim>,
    /// What each section holds.
    pub sections: Vec<Section>,
    /// Tokens of the text.
    pub tokens: u32,
}

/// Renders a ledger.
pub fn render(_ledger: &Ledger, _settings: &Settings) -> Rendered {
    Rendered::default()
}
