//! Verification of a signature by the rules of the address's chain.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use subtle::ConstantTimeEq;

use super::addresses::{self, AccountHash, account_hash};
use super::recovery::{bitcoin_hash, personal_hash, recover};

use crate::{Failure, ed25519, hex};

/// A family of chains with one format of signed messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chain {
    /// Ethereum, Base, Polygon and Plasma: a personal message of EIP-191, signature in hexadecimal digits.
    Evm,
    /// As `Evm`, with Tron's prefix.
    Tron,
    /// Ed25519 over the message itself, signature in base 58.
    Solana,
    /// A Bitcoin message signed by the identity key of a Spark address, signature in base 64.
    Spark,
}

/// The signature headers allowed on a Bitcoin message. Ignored for other chains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MessageScheme {
    /// BIP-137: the header states the kind of address.
    #[default]
    Bip137,
    /// Electrum: the header of a plain key for every kind of address.
    Electrum,
}

/// A reason for ownership not being proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnershipError {
    /// The address does not contain a key of this chain.
    Address,
    /// The signature does not have the chain's form.
    Malformed,
    /// The signature is by another key or over another message.
    Mismatch,
}

/// Length in bytes of a recoverable signature.
const RECOVERABLE: usize = 65;
/// Length in bytes of an Ed25519 signature.
const ED25519_LENGTH: usize = 64;
/// Maximum length of a signature's text. Longer ones are not decoded.
const MAX_LENGTH: usize = 200;

/// Checks that the key of the address signed this message.
///
/// # Errors
/// See [`OwnershipError`].
pub fn verify(
    chain: Chain,
    scheme: MessageScheme,
    address: &str,
    message: &str,
    signature: &str,
) -> Result<(), OwnershipError> {
    if signature.len() > MAX_LENGTH {
        return Err(OwnershipError::Malformed);
    }
    let proven = match chain {
        Chain::Evm => {
            let owner = addresses::evm(address).ok_or(OwnershipError::Address)?;
            personal(&personal_hash("Ethereum", message), signature, &owner)?
        }
        Chain::Tron => {
            let owner = addresses::tron(address).ok_or(OwnershipError::Address)?;
            personal(&personal_hash("TRON", message), signature, &owner)?
        }
        Chain::Solana => {
            let owner = addresses::solana(address).ok_or(OwnershipError::Address)?;
            let signature = bs58::decode(signature).into_vec().ok();
            let signature =
                signature.filter(|bytes| bytes.len() == ED25519_LENGTH).ok_or(OwnershipError::Malformed)?;
            ed25519::verifies(&owner, message.as_bytes(), &signature)
        }
        Chain::Spark => {
            let owner = addresses::spark(address).ok_or(OwnershipError::Address)?;
            bitcoin(message, signature, scheme, &owner)?
        }
    };
    if proven { Ok(()) } else { Err(OwnershipError::Mismatch) }
}

/// Checks a signature of R, S and V, of which V is 27 or 28, or 0 or 1.
fn personal(hash: &[u8; 32], signature: &str, owner: &AccountHash) -> Result<bool, OwnershipError> {
    let digits = signature.strip_prefix("0x").unwrap_or(signature);
    let bytes = hex::decode(digits).filter(|bytes| bytes.len() == RECOVERABLE);
    let bytes = bytes.ok_or(OwnershipError::Malformed)?;
    let (rs, v) = bytes.split_at(RECOVERABLE - 1);
    let recovery = match v {
        [0 | 27] => 0,
        [1 | 28] => 1,
        _ => return Err(OwnershipError::Malformed),
    };
    let signer = recover(hash, rs, recovery);
    let signer = signer.and_then(|key| account_hash(key.to_sec1_point(false).as_bytes()));
    Ok(signer.is_some_and(|signer| signer.ct_eq(owner).into()))
}

/// Checks a signature of header, R and S. The header gives the index of the key among four candidates, and
/// the kind of address, which is ignored: the recovered key is compared with the identity key in any case.
fn bitcoin(
    message: &str,
    signature: &str,
    scheme: MessageScheme,
    owner: &[u8; 33],
) -> Result<bool, OwnershipError> {
    let bytes = STANDARD.decode(signature).ok().filter(|bytes| bytes.len() == RECOVERABLE);
    let bytes = bytes.ok_or(OwnershipError::Malformed)?;
    let (header, rs) = bytes.split_first().ok_or(OwnershipError::Malformed)?;
    let last = match scheme {
        MessageScheme::Bip137 => 42,
        MessageScheme::Electrum => 34,
    };
    if !(27..=last).contains(header) {
        return Err(OwnershipError::Malformed);
    }
    let signer = recover(&bitcoin_hash(message), rs, (header - 27) & 3);
    Ok(signer.is_some_and(|key| key.to_sec1_point(true).as_bytes().ct_eq(owner).into()))
}

impl OwnershipError {
    /// Returns the interface's answer.
    #[must_use]
    pub const fn failure(self) -> Failure {
        match self {
            Self::Address | Self::Malformed | Self::Mismatch => Failure::InvalidInput,
        }
    }
}

impl fmt::Display for OwnershipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Address => "the address names no key of its chain",
            Self::Malformed => "the signature is not in the form of its chain",
            Self::Mismatch => "the signature is not by the owner of the address over this message",
        })
    }
}

impl std::error::Error for OwnershipError {}
