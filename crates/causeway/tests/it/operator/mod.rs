//! Operators (conventions 2.1): each action through its table, as the command line and the socket call it.

mod accounts;
pub(crate) mod acting;
mod alerts;
mod alerts_over;
mod clocks;
mod customers;
mod deliveries;
mod exports;
mod keys;
mod platforms;
mod rates;
mod settings;
mod socket;
