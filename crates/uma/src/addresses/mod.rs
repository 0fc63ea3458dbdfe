//! Addresses of customers, hosts of providers, and URLs that peers are called back at (uma 1, 2).

mod callback;
mod host;
mod identifier;
pub(crate) mod query;

pub use callback::{Callback, CallbackError};
pub use host::{Host, HostError};
pub use identifier::{Identifier, IdentifierError};
