//! The operation table: everything about an operation that is not its behaviour, said once.
//!
//! The router, the permission check, the request validator, the OpenAPI document and the table-driven tests
//! read it.

mod example;
mod meta;
mod operation;
pub(crate) mod row;

mod customers;
mod external_accounts;
mod internal_accounts;
mod platform;
mod quotes;
mod rates;
mod sandbox;
mod tokens;
mod transactions;

pub use customers::*;
pub use external_accounts::*;
pub use internal_accounts::*;
pub use meta::{
    Area, Auth, Body, BodyKind, Example, Header, Idempotency, Meta, Method, Permission, Shape, Success,
};
pub use operation::Operation;
pub use platform::*;
pub use quotes::*;
pub use rates::*;
pub use sandbox::*;
pub use tokens::*;
pub use transactions::*;
