//! The API of Causeway as data: the JSON shapes, the error codes with their statuses and the operation table;
//! and the OpenAPI document and request validator that are derived from them.
//!
//! The crate contains none of the operations' logic. Shapes are grouped by area, under the same names as in
//! the other crates.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.
#![warn(missing_docs)]

mod code;
mod code_remedies;
mod endpoint;
mod error;
mod event_occasions;
mod page;
mod scalar;

pub mod document;
pub mod table;
pub mod validate;

pub mod accounts;
mod address;
pub mod agents;
pub mod cards;
pub mod contact;
mod counterparty;
pub mod customers;
pub mod delegated_keys;
pub mod discoveries;
pub mod documents;
pub mod external_accounts;
pub mod form;
pub mod internal_accounts;
pub mod invitations;
pub mod lookups;
pub mod money;
pub mod payment_instructions;
pub mod platforms;
pub mod quotes;
pub mod rails;
pub mod rates;
pub mod sandbox;
pub mod sca;
pub mod stablecoins;
pub mod tokens;
pub mod transactions;
pub mod transfers;
pub mod uma_providers;
pub mod vasps;
pub mod verifications;
pub mod wallets;
pub mod webhooks;
pub mod withdrawals;

pub use address::Address;
pub use code::Code;
pub use counterparty::PartyFacts;
pub use endpoint::{Empty, Endpoint, NoAcceptance, NoBody, NoQuery, Reply};
pub use error::{Constraint, ErrorBody, FieldError, MAX_FIELD_ERRORS, code_of};
pub use page::{List, Page, SortOrder};
pub use scalar::*;
pub use validate::{Contract, ContractError, plain_whole_number};
