//! Providers of stablecoins (stablecoins 7.3): asked about accounts and tokens inside a call, instructed to mint and burn after
//! the commit that stored what they are sent.

use std::fmt;

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, StablecoinId, StablecoinOperationId};
use causeway_domain::stablecoins::{
    ProviderReport, StablecoinBurnRail, StablecoinIssuanceStatus, StablecoinNetwork, StablecoinOperationType,
    StablecoinSourceType, TokenAmount,
};
use causeway_store::stablecoins::Instructions;
use futures_util::future::{BoxFuture, ready};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use zeroize::Zeroize;

/// A platform's API credentials at a provider. They show as `…` wherever they are formatted, and are wiped from memory
/// when dropped.
#[derive(Clone)]
pub struct ProviderLogin {
    /// The client id.
    pub client_id: String,
    /// The client's secret.
    pub client_secret: String,
}

impl Drop for ProviderLogin {
    fn drop(&mut self) {
        self.client_id.zeroize();
        self.client_secret.zeroize();
    }
}

impl fmt::Debug for ProviderLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProviderLogin(…)")
    }
}

/// Why a provider did not do what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderError {
    /// It does not know the credentials, or not any more.
    CredentialsRejected,
    /// It has revoked them.
    Revoked,
    /// It cannot be reached: it has heard nothing.
    Unreachable,
    /// There is no clear answer: it may have heard.
    Unclear,
    /// It was not asked, because it cannot be asked for this.
    Unsupported(OrderFault),
}

/// What keeps an order from being put into a provider's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderFault {
    /// The provider takes nothing from such a source.
    Source,
    /// Something that the provider demands of the bank account is not known; the member or fact that is missing.
    BankAccount(&'static str),
}

/// When a provider wants to be asked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskAgain {
    /// Not at all, as long as nothing happens from outside.
    Never,
    /// From this instant of the platform's clock on.
    At(Time),
    /// It does not say.
    Unsaid,
}

/// A question about a token.
#[derive(Debug, Clone)]
pub struct TokenQuery {
    /// The credentials.
    pub login: ProviderLogin,
    /// The provider's id of the account.
    pub account: String,
    /// The provider's name of the token.
    pub token: String,
    /// Its chain.
    pub network: StablecoinNetwork,
    /// What the token is said to be on its chain.
    pub network_token: String,
    /// What the operator has listed of the token, for providers that describe none.
    pub listed: Option<ListedToken>,
    /// Since when it is registered here.
    pub registered_at: Option<Time>,
    /// The platform's instant.
    pub at: Time,
}

/// A token as an operator lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedToken {
    /// The provider's name of the token.
    pub token: String,
    /// Its chain.
    pub network: StablecoinNetwork,
    /// Its identifier on its chain.
    pub network_token: String,
    /// Its name.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// The currency that backs it.
    pub base_currency: String,
    /// How many decimals its smallest unit stands for.
    pub decimals: u8,
}

/// What a provider says of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenAnswer {
    /// The account has no such token.
    Unknown,
    /// It is not deployed on this chain, or is another one there.
    NetworkTokenMismatch,
    /// It is there.
    Found(ProviderToken),
}

/// A token at its provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderToken {
    /// Its name.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// The currency that backs it.
    pub base_currency: String,
    /// How many decimals its smallest unit stands for.
    pub decimals: u8,
    /// Whether it is issued.
    pub status: StablecoinIssuanceStatus,
    /// When to ask again, where that can change.
    pub ask: AskAgain,
}

/// An account outside the service that a transfer comes from or goes to.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderCounterparty {
    /// The row of the catalogue (`USD_ACCOUNT`).
    pub account_type: String,
    /// Its primary identifier.
    pub identifier: String,
    /// Its details.
    pub details: Map<String, Json>,
    /// The postal address of the bank that holds it, where one is known.
    pub bank_address: Option<BankAddress>,
}

/// The postal address of a bank in the United States.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BankAddress {
    pub line1: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line2: Option<String>,
    pub city: String,
    /// Two letters.
    pub state: String,
    pub postal_code: String,
}

/// A mint or burn. The operation's id is the provider's idempotency key: instructed again, it does nothing again.
#[derive(Debug, Clone)]
pub struct ProviderOrder {
    /// Whose operation it is.
    pub platform: PlatformId,
    /// The operation.
    pub operation: StablecoinOperationId,
    /// The token.
    pub stablecoin: StablecoinId,
    /// The credentials.
    pub login: ProviderLogin,
    /// The provider's id of the account.
    pub account: String,
    /// The provider's name of the token.
    pub token: String,
    /// Its chain.
    pub network: StablecoinNetwork,
    /// The currency that backs it.
    pub base_currency: String,
    /// Mint or burn.
    pub operation_type: StablecoinOperationType,
    /// How much, in the smallest unit of the token.
    pub amount: TokenAmount,
    /// The same in cents.
    pub cents: u128,
    /// Where the money or the tokens come from.
    pub source: StablecoinSourceType,
    /// The bank account that is debited.
    pub debited: Option<ProviderCounterparty>,
    /// The wallet or bank account that they go to.
    pub destination: ProviderCounterparty,
    /// How the money of a burn goes there.
    pub rail: Option<StablecoinBurnRail>,
    /// The platform's own note.
    pub description: Option<String>,
    /// The provider's id of the transfer, once it has accepted it.
    pub transfer: Option<String>,
    /// The platform's instant.
    pub at: Time,
}

/// A transfer as its provider describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderTransfer {
    /// The provider's own id.
    pub id: String,
    /// Where it stands.
    pub report: ProviderReport,
    /// The provider's own word for that.
    pub status: String,
    /// Where to send funds, where somebody must.
    pub instructions: Option<Instructions>,
    /// When to ask again.
    pub ask: AskAgain,
}

/// What a provider answers to an order.
#[derive(Debug, Clone, PartialEq)]
pub enum OrderAnswer {
    /// It carries it out.
    Accepted(ProviderTransfer),
    /// It does not, for good.
    Refused,
}

/// A provider. Answers may be late, lost, repeated or contradictory; none of it may do harm.
pub trait StablecoinProvider: Send + Sync {
    /// Verifies credentials: the accounts that they expose. `wanted` is the one that the caller names.
    fn accounts<'a>(
        &'a self,
        login: &'a ProviderLogin,
        wanted: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Vec<String>, ProviderError>>;

    /// Asks about a token.
    fn token<'a>(&'a self, query: &'a TokenQuery) -> BoxFuture<'a, Result<TokenAnswer, ProviderError>>;

    /// Instructs the provider to mint or burn.
    fn submit<'a>(&'a self, order: &'a ProviderOrder) -> BoxFuture<'a, Result<OrderAnswer, ProviderError>>;

    /// Asks what became of an order; nothing where the provider has certainly not accepted it.
    fn status<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>>;

    /// Has the provider give up an order that has no funds; where it does not do so, or not any more, it says where it
    /// stands.
    fn cancel<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>>;
}

/// No provider can be reached (conventions 2.2).
#[derive(Debug, Clone, Copy)]
pub struct NoStablecoinProvider;

impl StablecoinProvider for NoStablecoinProvider {
    fn accounts<'a>(
        &'a self,
        _: &'a ProviderLogin,
        _: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Vec<String>, ProviderError>> {
        Box::pin(ready(Err(ProviderError::Unreachable)))
    }

    fn token<'a>(&'a self, _: &'a TokenQuery) -> BoxFuture<'a, Result<TokenAnswer, ProviderError>> {
        Box::pin(ready(Err(ProviderError::Unreachable)))
    }

    fn submit<'a>(&'a self, _: &'a ProviderOrder) -> BoxFuture<'a, Result<OrderAnswer, ProviderError>> {
        Box::pin(ready(Err(ProviderError::Unreachable)))
    }

    fn status<'a>(
        &'a self,
        _: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(ready(Err(ProviderError::Unreachable)))
    }

    fn cancel<'a>(
        &'a self,
        _: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(ready(Err(ProviderError::Unreachable)))
    }
}
