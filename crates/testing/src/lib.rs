//! Support for Causeway's tests. A development dependency only: no product crate may depend on it.
//!
//! - [`postgres`]: a private PostgreSQL cluster from Debian's package, and an empty database per test;
//! - [`rails`]: an adapter of the rail protocol whose replies a test changes;
//! - [`receiver`]: a webhook receiver that records requests and responds as scripted;
//! - [`http`]: the JSON client of the journeys;
//! - [`lightning`]: a Lightning node that deployments share, behind the protocol of its adapter;
//! - [`mail_server`]: a mail server that records what it is sent;
//! - [`payment_steps`]: the number of statements of each step of a payment;
//! - [`relay`]: a proxy that loses, repeats and holds what passes between two processes;
//! - [`seed`]: a platform with many customers and payments;
//! - [`statements`]: short names of SQL statements;
//! - [`wait`]: waiting for a condition instead of a fixed time.
//!
//! If a function here cannot do its work, it fails the test at the caller's line, with the observed state.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.
#![expect(clippy::panic, reason = "a failed expectation of a test is reported by a panic at its line")]

pub mod brale;
pub mod http;
pub mod lightning;
pub mod mail_server;
pub mod payment_steps;
pub mod postgres;
pub mod rails;
pub mod receiver;
pub mod relay;
pub mod seed;
pub mod statements;
pub mod wait;
