//! Signed parts of messages: nonces, timestamps, payloads, signatures and backing signatures (uma 4).

mod backing;
mod envelope;
mod nonce;
pub mod payload;
mod window;

pub use backing::BackingSignature;
pub use envelope::{MessageSignature, SignatureError};
pub use nonce::{Nonce, NonceError};
pub use window::{NONCE_RETENTION_SECONDS, WINDOW_SECONDS, is_within_window};
