//! What the tests share: generated sessions, a small host of their own, and checkers that know nothing of Cento.
//!
//! Nothing here calls the verifier of the host or a phase of the guest: a law that is checked with the code that
//! has to obey it is no test.
pub mod case;
pub mod check;
pub mod list;
pub mod program;
pub mod read;
pub mod session;
