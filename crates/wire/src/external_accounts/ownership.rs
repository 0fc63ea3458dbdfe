//! Proof of ownership of a wallet (money 4.6).

use causeway_vocabulary::external_accounts::{OwnershipVerificationMethod, WalletSignatureScheme};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{DateTime, Text, Url};

/// The start of an ownership proof.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnershipChallengeRequest {
    /// Method of proof.
    pub method: OwnershipVerificationMethod,
}

/// The task by which the owner proves ownership.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "method", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OwnershipChallenge {
    /// Signing a message with the wallet.
    WalletSignature(WalletSignatureChallenge),
    /// Passing a liveness check.
    Liveness(LivenessChallenge),
}

/// A message to sign with the wallet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletSignatureChallenge {
    /// Message to sign, exactly as given.
    pub message_to_sign: Text,
    /// Time until which the signature is accepted (UTC).
    pub expires_at: DateTime,
}

/// A liveness check. Its outcome changes the account's status without a further request.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LivenessChallenge {
    /// URL at which the owner takes the check.
    pub verification_link: Url,
    /// Token that opens the check in the provider's own app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<Text>,
    /// Time until which the check can be taken (UTC).
    pub expires_at: DateTime,
}

/// The signature that answers a challenge.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnershipVerifyRequest {
    /// Signature over the challenge's message, in the encoding of the wallet's chain: hexadecimal for EVM
    /// chains and Tron, base58 for Solana, base64 for Spark.
    pub signature: Text,
    /// Signature scheme of a Spark wallet; ignored for other wallets.
    #[serde(default = "bip137")]
    pub signature_scheme: WalletSignatureScheme,
}

const fn bip137() -> WalletSignatureScheme {
    WalletSignatureScheme::Bip137
}
