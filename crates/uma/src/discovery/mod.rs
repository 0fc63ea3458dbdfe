//! Discovery of a receiver: request, response, and the text that invoices are bound to (uma 5).

mod metadata;
mod request;
mod response;

pub use metadata::{description_hash, metadata, metadata_with_invoice};
pub use request::{DiscoveryRequest, DiscoveryRequestError};
pub use response::{DiscoveryResponse, DiscoveryResponseError, ReceiverCompliance};

#[cfg(test)]
mod tests;
