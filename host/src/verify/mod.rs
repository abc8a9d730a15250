//! placeholder
use cento_contract::{Message, Plan};
/// Finding
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {}
impl std::fmt::Display for Finding { fn fmt(&self, _f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { match *self {} } }
/// sentence
pub fn sentence(_f: &[Finding]) -> String { String::new() }
/// check
pub fn check(_m: &[Message], _p: &Plan) -> Vec<Finding> { Vec::new() }
