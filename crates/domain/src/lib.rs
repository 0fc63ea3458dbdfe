//! The rules of Causeway: pure decisions without I/O.
//!
//! Ids, time, money and prices are at the top. Each area has a folder with its state machine (`state.rs`, or
//! `states/` if there are several) and its rules (`rules.rs`). This crate never waits, reads a clock or draws
//! a random number on its own: time and ids are arguments.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.

pub mod agents;
pub mod alerts;
pub mod card_transactions;
pub mod cards;
pub mod check_digits;
pub mod clock;
pub mod contact;
pub mod currency;
pub mod customer_imports;
pub mod customers;
pub mod date;
pub mod deliveries;
pub mod documents;
pub mod external_accounts;
pub mod ids;
pub mod internal_accounts;
pub mod invitations;
pub mod ledger;
pub mod machine;
pub mod money;
mod named;
pub mod payments;
pub mod platforms;
pub mod postings;
pub mod quotes;
pub mod rates;
pub mod revision;
pub mod sandbox_faults;
pub mod sca;
pub mod search;
pub mod stablecoins;
pub mod time;
pub mod tokens;
pub mod verifications;
pub mod wallets;

pub use causeway_vocabulary::{Country, UnknownName, country, letters};
pub use clock::{Clock, MachineClock, PlatformClock};
pub use date::Date;
pub use ids::Ids;
pub use money::{Amount, CurrencyCode};
pub use revision::Revision;
pub use time::{RangeStart, Time};
