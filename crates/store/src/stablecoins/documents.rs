//! Stored documents of stablecoin rows, version 1.

use causeway_domain::Time;
use causeway_domain::ids::{ExternalAccountId, JobId};
use causeway_domain::stablecoins::{
    StablecoinBurnRail, StablecoinFailureReason, StablecoinProvider, StablecoinSourceType, TokenAmount,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value as Json};

/// The provider's description of a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StablecoinDoc {
    pub v: u32,
    pub name: String,
    pub symbol: String,
    /// The currency that backs the token.
    pub base_currency: String,
    /// Number of decimals of the smallest unit.
    pub decimals: u8,
}

/// The terms of a mint or burn: amount, source and destination.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationTerms {
    pub v: u32,
    /// The minting or burning provider.
    pub provider: StablecoinProvider,
    /// Number of decimals of the token's smallest unit.
    pub decimals: u8,
    /// In the token's smallest units.
    #[serde(serialize_with = "as_digits", deserialize_with = "from_digits")]
    pub amount: TokenAmount,
    /// Type of the source of the money or tokens.
    pub source: StablecoinSourceType,
    /// The debited bank account.
    pub source_account: Option<ExternalAccountId>,
    /// The receiving wallet or bank account.
    pub destination: ExternalAccountId,
    /// The rail for the proceeds of a burn.
    pub rail: Option<StablecoinBurnRail>,
    /// The platform's own note.
    pub description: Option<String>,
}

/// Funding instructions in the form of the interface.
pub type Instructions = Map<String, Json>;

/// A provider's answer when it accepted an operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Acceptance {
    pub v: u32,
    /// The provider's own id of the transfer.
    pub transfer: String,
    /// Funding instructions; `None` if none are required.
    pub instructions: Option<Instructions>,
    /// Funding deadline in milliseconds.
    pub expires_at: Option<i64>,
}

impl Acceptance {
    /// Returns the funding deadline.
    #[must_use]
    pub fn expiry(&self) -> Option<Time> {
        self.expires_at.map(Time::from_millis)
    }
}

/// The progress of an operation besides its status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub v: u32,
    pub failure_reason: Option<StablecoinFailureReason>,
    /// The provider's own status.
    pub provider_status: Option<String>,
    /// Number of polls of the provider since the last change.
    pub asked: u32,
    /// The provider has not yet confirmed the cancellation of an unfunded transfer.
    pub is_cancelling: bool,
    /// Time of the last change, from which timeouts count; `None` before the first change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Time>,
    /// The job that polls next.
    pub job: JobId,
}

fn as_digits<S: Serializer>(amount: &TokenAmount, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(amount)
}

fn from_digits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TokenAmount, D::Error> {
    causeway_vocabulary::text::parsed(deserializer)
}
