//! Proof that a wallet is its owner's (money 4.6).

use causeway_vocabulary::external_accounts::{OwnershipVerificationMethod, WalletSignatureScheme};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{DateTime, Text, Url};

/// A proof to begin.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnershipChallengeRequest {
    /// How the ownership is going to be proved.
    pub method: OwnershipVerificationMethod,
}

/// What the owner must do now.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "method", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OwnershipChallenge {
    /// Sign a message with the wallet.
    WalletSignature(WalletSignatureChallenge),
    /// Show up in person.
    Liveness(LivenessChallenge),
}

/// A message to sign with the wallet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletSignatureChallenge {
    /// The message, to be signed as it stands.
    pub message_to_sign: Text,
    /// Until when the signature is accepted.
    pub expires_at: DateTime,
}

/// A liveness check, whose outcome changes the account's status by itself.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LivenessChallenge {
    /// Where the owner goes.
    pub verification_link: Url,
    /// What opens the check in the provider's own app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<Text>,
    /// Until when the check can be made.
    pub expires_at: DateTime,
}

/// The signature over the message of a challenge.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnershipVerifyRequest {
    /// The signature, in the form of the wallet's chain: hexadecimal for EVM chains and Tron, base 58 for Solana,
    /// base 64 for Spark.
    pub signature: Text,
    /// How a Spark wallet has signed; other wallets pass it over.
    #[serde(default = "bip137")]
    pub signature_scheme: WalletSignatureScheme,
}

const fn bip137() -> WalletSignatureScheme {
    WalletSignatureScheme::Bip137
}
