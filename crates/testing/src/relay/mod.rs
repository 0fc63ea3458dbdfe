//! A relay between two processes that speak HTTP/1.1: it loses, delays, repeats and holds what passes.
//!
//! A hold stops one exchange before the server gets the request, or before the client gets the answer, so that a test
//! can kill a process at exactly this moment.

mod hold;
mod message;
mod passage;
mod proxy;
#[cfg(test)]
mod tests;

pub use hold::Hold;
pub use passage::{Moment, Passage};
pub use proxy::Relay;
