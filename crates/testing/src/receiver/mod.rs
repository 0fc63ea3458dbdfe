//! A webhook receiver on loopback: the receiving side of webhooks (conventions 11).
//!
//! It records each request with its exact bytes in order of arrival, responds as the test scripted, and lets
//! the test wait for expected requests.

mod answer;
mod received;
mod server;
mod signature;

pub use answer::{Answer, Gate};
pub use received::ReceivedRequest;
pub use server::{Receiver, closed_url};
pub use signature::{BadSignature, verify};
