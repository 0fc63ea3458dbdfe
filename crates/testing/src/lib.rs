//! What Causeway's tests stand on. A development dependency only: no product crate may name it.
//!
//! - [`postgres`]: a private PostgreSQL cluster made from Debian's package, an empty database per test;
//! - [`receiver`]: a webhook receiver that records what arrives and answers as scripted;
//! - [`http`]: the JSON client with which the journeys talk to the service;
//! - [`payment_steps`]: the statements of each step of a payment;
//! - [`statements`]: what statements are called in lists;
//! - [`wait`]: waiting for a condition instead of for a time.
//!
//! A function here that cannot do its work fails the test at the caller's line with what it saw.
#![expect(clippy::panic, reason = "a failed expectation of a test is reported by a panic at its line")]

pub mod brale;
pub mod http;
pub mod payment_steps;
pub mod postgres;
pub mod receiver;
pub mod statements;
pub mod wait;
