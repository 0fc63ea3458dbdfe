//! Keys of the deployment: one root key, a derived key for each purpose (design: operators, keys).
//!
//! All secrets at rest depend on the root key: token secrets are stored as keyed hashes, private keys
//! encrypted. Each stored value names the root key that made it, so that a rotation leaves every value
//! readable.

mod access_token;
mod checkpoint_key;
mod encryption;
mod keyed_hash;
mod keyring;
mod macs;
mod purpose;
mod reencryption;
mod secret;
mod signing;
pub mod stored;
mod token_secret;

pub use access_token::AccessToken;
pub use checkpoint_key::CheckpointKey;
pub use encryption::{DataKey, DecryptionError};
pub use keyring::{Keyring, KeyringError, is_private};
pub use macs::Keys;
pub use purpose::Purpose;
pub(crate) use reencryption::reencrypt_each;
pub use secret::Secret;
pub use signing::{WebhookKey, WebhookKeyError};
pub use token_secret::{TokenSecret, TokenSecretHash, TokenTerms};
