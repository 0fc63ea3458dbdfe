//! The `causeway` program: command line, configuration, server, hosted pages and API reference.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.

mod amount_format;
pub mod api_reference;
pub mod build_info;
pub mod command_line;
pub mod config;
pub mod data_folder;
pub mod database_maintenance;
pub mod demo;
pub mod health_check;
pub mod hosted_pages;
pub mod mail;
pub mod message_adapters;
pub mod monitoring;
pub mod operator_commands;
pub mod router;
pub mod serve;
pub mod system_users;
pub mod text_messages;
mod usage_error;
pub mod wallet_key_service;
pub mod wiring;
mod wiring_error;
