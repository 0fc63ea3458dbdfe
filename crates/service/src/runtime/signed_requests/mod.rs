//! Signed requests to a service that the operator names: a text-message gateway.
//!
//! JSON is posted over the one outbound client, and signed with a secret that both sides share.

mod address;
mod endpoint;
mod signature;

pub use address::ServiceAddress;
pub use endpoint::{RequestError, SignedEndpoint};
pub use signature::{ID_HEADER, SIGNATURE_HEADER, SigningSecrets, TIME_HEADER};

#[cfg(test)]
mod tests;
