//! What the simulation knows of the operations, area by area: the requests, what their callers learn, how to verify
//! it, and how to find out after an unknown outcome.

mod area;
mod caller;
mod customers;
mod external_accounts;
mod internal_accounts;
mod platform;
mod quotes;
mod rates;
mod sandbox;
mod tokens;
mod transactions;

pub(crate) use area::{Shown, any_operation, area_of, sound};
pub(crate) use caller::Caller;
pub(crate) use internal_accounts::{credit, learn_accounts};
pub(crate) use quotes::{conversion, convert, has_moved};
