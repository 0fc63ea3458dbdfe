//! Signed requests to a service configured by the operator: a text-message gateway.
//!
//! JSON is posted over the one outbound client, and signed with a shared secret.

mod address;
mod endpoint;
mod signature;

pub use address::ServiceAddress;
pub use endpoint::{RequestError, SignedEndpoint};
pub use signature::{ID_HEADER, SIGNATURE_HEADER, SigningSecrets, TIME_HEADER};

#[cfg(test)]
mod tests;
