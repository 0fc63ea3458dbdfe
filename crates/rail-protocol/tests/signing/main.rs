//! Integration tests of signatures: the vector of the document, changed messages, and clocks.

#![expect(clippy::unwrap_used, reason = "a failed expectation of a test is reported at its line")]

mod bounds;
mod scene;
mod tampering;
mod vector;
