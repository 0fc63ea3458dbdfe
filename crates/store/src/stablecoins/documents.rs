//! The documents of the rows of stablecoins, version 1.

use causeway_domain::Time;
use causeway_domain::ids::{ExternalAccountId, JobId};
use causeway_domain::stablecoins::{
    StablecoinBurnRail, StablecoinFailureReason, StablecoinProvider, StablecoinSourceType, TokenAmount,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value as Json};

/// What a provider says of a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StablecoinDoc {
    /// Version of this document's form.
    pub v: u32,
    /// Its name.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// The currency that backs it.
    pub base_currency: String,
    /// How many decimals its smallest unit stands for.
    pub decimals: u8,
}

/// What is minted or burned, from where and to where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationTerms {
    /// Version of this document's form.
    pub v: u32,
    /// Who mints or burns.
    pub provider: StablecoinProvider,
    /// How many decimals the token's smallest unit stands for.
    pub decimals: u8,
    /// How much, in that unit.
    #[serde(serialize_with = "as_digits", deserialize_with = "from_digits")]
    pub amount: TokenAmount,
    /// Where the money or the tokens come from.
    pub source: StablecoinSourceType,
    /// The bank account that is debited.
    pub source_account: Option<ExternalAccountId>,
    /// The wallet or bank account that they go to.
    pub destination: ExternalAccountId,
    /// How the money of a burn goes there.
    pub rail: Option<StablecoinBurnRail>,
    /// The platform's own note.
    pub description: Option<String>,
}

/// Where to send funds, as the interface shows it.
pub type Instructions = Map<String, Json>;

/// What a provider answered when it accepted an operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Acceptance {
    /// Version of this document's form.
    pub v: u32,
    /// The provider's own id of the transfer.
    pub transfer: String,
    /// Where to send funds, where somebody must.
    pub instructions: Option<Instructions>,
    /// Until when, in milliseconds.
    pub expires_at: Option<i64>,
}

impl Acceptance {
    /// Until when funds are waited for.
    #[must_use]
    pub fn expiry(&self) -> Option<Time> {
        self.expires_at.map(Time::from_millis)
    }
}

/// How far an operation has come, beside its status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Version of this document's form.
    pub v: u32,
    /// Why it has failed.
    pub failure_reason: Option<StablecoinFailureReason>,
    /// The provider's own status.
    pub provider_status: Option<String>,
    /// How often the provider was asked since the last change.
    pub asked: u32,
    /// The provider has yet to confirm that it has given up a transfer that nobody funded.
    pub is_cancelling: bool,
    /// When it last moved on; none: it stands where it began. What it waits for is counted from then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Time>,
    /// The work that asks next.
    pub job: JobId,
}

fn as_digits<S: Serializer>(amount: &TokenAmount, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(amount)
}

fn from_digits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TokenAmount, D::Error> {
    causeway_vocabulary::text::parsed(deserializer)
}
