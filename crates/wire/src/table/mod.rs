//! Operation table: everything about an operation except its behaviour, in one place.
//!
//! The router, the permission check, the request validator, the OpenAPI document and the table-driven tests
//! read it. There is one file per area; `row` explains the grammar of its rows.

mod example;
mod operation;
mod operation_row;
pub(crate) mod row;

mod agents;
mod cards;
mod contact;
mod customers;
mod discoveries;
mod documents;
mod external_accounts;
mod internal_accounts;
mod invitations;
mod platforms;
mod quotes;
mod rates;
mod sandbox;
mod sca;
mod stablecoins;
mod tokens;
mod transactions;
mod transfers;
mod uma_providers;
mod vasps;
mod verifications;
mod wallets;

pub use agents::*;
pub use cards::*;
pub use contact::*;
pub use customers::*;
pub use discoveries::*;
pub use documents::*;
pub use external_accounts::*;
pub use internal_accounts::*;
pub use invitations::*;
pub use operation::Operation;
pub use operation_row::{
    Area, Auth, Body, BodyKind, Example, Header, Idempotency, Method, OperationRow, Permission, SchemaFn,
    Success,
};
pub use platforms::*;
pub use quotes::*;
pub use rates::*;
pub use sandbox::*;
pub use sca::*;
pub use stablecoins::*;
pub use tokens::*;
pub use transactions::*;
pub use transfers::*;
pub use uma_providers::*;
pub use vasps::*;
pub use verifications::*;
pub use wallets::*;
