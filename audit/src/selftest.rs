//! Faults planted into good outputs.
