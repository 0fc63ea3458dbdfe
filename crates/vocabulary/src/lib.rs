//! The vocabulary shared by the domain rules and the interface: ids, currency and country codes, and the
//! closed lists of statuses, types and reasons. Each is defined once, with its text form and its schema. The
//! rules for money and requests that use them are in the crates above.
//!
//! One file per area. The doc comment of a type is its description in the OpenAPI document.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.

#![warn(missing_docs)]

#[doc(hidden)]
pub mod forms;
mod named;
pub mod schema;
pub mod text;

pub mod agents;
pub mod card_transactions;
pub mod cards;
pub mod country;
pub mod currency;
pub mod customers;
pub mod documents;
pub mod external_accounts;
pub mod ids;
pub mod internal_accounts;
pub mod invitations;
pub mod leap_seconds;
pub mod letters;
pub mod payments;
pub mod platforms;
pub mod quotes;
pub mod rails;
pub mod reference;
pub mod sca;
pub mod stablecoins;
pub mod tokens;
pub mod verifications;
pub mod wallets;

pub use country::Country;
pub use currency::CurrencyCode;
pub use named::UnknownName;
