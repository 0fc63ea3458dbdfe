//! Signed requests to a service configured by the operator: a text-message gateway, the adapter of a Lightning
//! node.
//!
//! JSON is posted over the one outbound client, and signed with a shared secret.

mod endpoint;
mod signature;
mod url;

pub use endpoint::{RequestError, SignedEndpoint};
pub use signature::{ID_HEADER, SIGNATURE_HEADER, SigningSecrets, TIME_HEADER};
pub use url::ServiceUrl;

#[cfg(test)]
mod tests;
