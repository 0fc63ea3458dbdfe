//! A webhook receiver on loopback: the test's side of conventions 11.
//!
//! It records each request with its exact bytes in order of arrival, answers as the test scripted, and lets
//! the test wait for what should arrive.

mod answer;
mod received;
mod server;
mod signature;

pub use answer::{Answer, Gate};
pub use received::Received;
pub use server::{Receiver, closed_url};
pub use signature::{BadSignature, verify};
