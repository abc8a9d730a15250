//! Choices of the assistant.
