//! The `causeway` program as a library: configuration, wiring, the HTTP surface, the server and the commands.
//!
//! This crate contains no business rule: it selects the adapters to partners, mounts the operations, and
//! manages the process.

pub mod cli;
pub mod config;
mod decimal;
pub mod demo;
pub mod folder;
pub mod hosted;
pub mod mail;
pub mod messages;
pub mod program;
pub mod reference;
pub mod router;
pub mod serve;
pub mod storage;
pub mod text_messages;
pub mod wallet_key_service;
pub mod wiring;
mod wiring_error;
