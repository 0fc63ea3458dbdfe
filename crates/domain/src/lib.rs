//! Causeway's rules: what may happen, decided without I/O.
//!
//! Ids, time, money and prices stand at the top; each area has a folder with its state machine
//! (`state.rs`) and its rules (`rules.rs`). Nothing here waits, reads a clock or draws a random number
//! on its own: time and ids are arguments.
#![warn(missing_docs)]

pub mod check_digits;
pub mod clock;
pub mod collections;
pub mod currency;
pub mod customers;
pub mod date;
pub mod deliveries;
pub mod external_accounts;
pub mod ids;
pub mod internal_accounts;
pub mod machine;
pub mod money;
mod named;
pub mod platform;
pub mod postings;
pub mod quotes;
pub mod rates;
pub mod refunds;
pub mod time;
pub mod tokens;
pub mod transactions;

pub use causeway_vocabulary::{Country, UnknownName, country};
pub use clock::{Clock, PlatformClock};
pub use date::Date;
pub use ids::Ids;
pub use money::{Amount, Currency};
pub use time::Time;
