//! What of a ledger fits.
use crate::ledger::Ledger;
use crate::settings::Settings;

/// Cuts a ledger down to the summary budget.
pub fn fit(ledger: Ledger, _settings: &Settings) -> Ledger {
    ledger
}
