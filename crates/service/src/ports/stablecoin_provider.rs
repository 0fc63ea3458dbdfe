//! Stablecoin providers (stablecoins 7.3): queried about accounts and tokens inside a call, instructed to
//! mint and burn after the commit that stored the order.

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

/// A platform's API credentials at a provider. They are formatted as `…`, and wiped from memory when dropped.
#[derive(Clone)]
pub struct ProviderLogin {
    pub client_id: String,
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

/// Error of a request to a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderError {
    /// The provider does not accept the credentials, or no longer does.
    CredentialsRejected,
    /// The provider has revoked the credentials.
    Revoked,
    /// The provider has executed nothing: it did not receive the request, or did not carry it out.
    NotExecuted,
    /// There is no clear answer: the provider may have executed the request.
    OutcomeUnknown,
    /// The request was not sent, because the provider does not support it.
    Unsupported(OrderError),
}

/// The reason why an order cannot be expressed in a provider's API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderError {
    /// The provider accepts no such source.
    Source,
    /// A detail of the bank account that the provider requires is unknown: the name of the missing member or
    /// fact.
    BankAccount(&'static str),
}

/// The time at which a provider wants the next status request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextPoll {
    /// No request until an event from outside.
    Never,
    /// From this instant of the platform's clock.
    At(Time),
    /// The provider does not say.
    Unsaid,
}

/// A query about a token.
#[derive(Debug, Clone)]
pub struct TokenQuery {
    pub login: ProviderLogin,
    /// The provider's id of the account.
    pub account: String,
    /// The provider's name of the token.
    pub token: String,
    pub network: StablecoinNetwork,
    /// The token's alleged identifier on its chain.
    pub network_token: String,
    /// The operator's entry for the token, for providers that describe none.
    pub listed: Option<ListedToken>,
    /// The time of registration at this service; `None` before it.
    pub registered_at: Option<Time>,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// A token as an operator lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedToken {
    /// The provider's name of the token.
    pub token: String,
    pub network: StablecoinNetwork,
    /// The token's identifier on its chain.
    pub network_token: String,
    pub name: String,
    pub symbol: String,
    /// The currency that backs the token.
    pub base_currency: String,
    /// The number of decimals of the smallest unit.
    pub decimals: u8,
}

/// A provider's answer about a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenAnswer {
    /// The account has no such token.
    Unknown,
    /// The token is not deployed on this chain, or has another identifier there.
    NetworkTokenMismatch,
    Found(ProviderToken),
}

/// A token as its provider describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderToken {
    pub name: String,
    pub symbol: String,
    /// The currency that backs the token.
    pub base_currency: String,
    /// The number of decimals of the smallest unit.
    pub decimals: u8,
    pub status: StablecoinIssuanceStatus,
    /// The time of the next query, if the status can change.
    pub ask: NextPoll,
}

/// An account outside the service that a transfer comes from or goes to.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderCounterparty {
    /// The account type in the catalogue, such as `USD_ACCOUNT`.
    pub account_type: String,
    /// The primary identifier of the account.
    pub identifier: String,
    pub details: Map<String, Json>,
    /// The postal address of the account's bank, if known.
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

/// A mint or burn. The operation's id is the provider's idempotency key: a repeated instruction has no
/// effect.
#[derive(Debug, Clone)]
pub struct ProviderOrder {
    pub platform: PlatformId,
    pub operation: StablecoinOperationId,
    pub stablecoin: StablecoinId,
    pub login: ProviderLogin,
    /// The provider's id of the account.
    pub account: String,
    /// The provider's name of the token.
    pub token: String,
    pub network: StablecoinNetwork,
    /// The currency that backs the token.
    pub base_currency: String,
    pub operation_type: StablecoinOperationType,
    /// In the smallest unit of the token.
    pub amount: TokenAmount,
    /// The same amount in cents.
    pub cents: u128,
    /// The source of the money or the tokens.
    pub source: StablecoinSourceType,
    /// The debited bank account.
    pub debited: Option<ProviderCounterparty>,
    /// The receiving wallet or bank account.
    pub destination: ProviderCounterparty,
    /// The rail of a burn's payout.
    pub rail: Option<StablecoinBurnRail>,
    /// The platform's own note.
    pub description: Option<String>,
    /// The provider's id of the transfer, once accepted.
    pub transfer: Option<String>,
    /// Creation of the operation, on the platform's clock: no transfer of it is older.
    pub created_at: Time,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// A transfer as its provider describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderTransfer {
    pub id: String,
    pub report: ProviderReport,
    /// The status in the provider's own terms.
    pub status: String,
    /// Funding instructions, if funds must be sent.
    pub instructions: Option<Instructions>,
    /// The time of the next status request.
    pub ask: NextPoll,
}

/// A provider's answer to an order.
#[derive(Debug, Clone, PartialEq)]
pub enum OrderAnswer {
    Accepted(ProviderTransfer),
    /// Refused permanently.
    Refused,
}

/// A stablecoin provider. Answers may be late, lost, repeated or contradictory; none of them may do harm.
pub trait StablecoinProvider: Send + Sync {
    /// Verifies credentials and returns the accounts that they expose. `account` is the one that the
    /// caller names.
    fn accounts<'a>(
        &'a self,
        login: &'a ProviderLogin,
        account: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Vec<String>, ProviderError>>;

    /// Queries a token.
    fn token<'a>(&'a self, query: &'a TokenQuery) -> BoxFuture<'a, Result<TokenAnswer, ProviderError>>;

    /// Instructs the provider to mint or burn.
    fn submit<'a>(&'a self, order: &'a ProviderOrder) -> BoxFuture<'a, Result<OrderAnswer, ProviderError>>;

    /// Requests the state of an order; `None` if the provider has certainly not accepted it.
    fn status<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>>;

    /// Cancels an order that has no funds. If the provider does not cancel it, or no longer can, it returns
    /// the current state of the transfer.
    fn cancel<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>>;
}

/// The adapter of a deployment without a stablecoin provider (conventions 2.2).
#[derive(Debug, Clone, Copy)]
pub struct NoStablecoinProvider;

impl StablecoinProvider for NoStablecoinProvider {
    fn accounts<'a>(
        &'a self,
        _: &'a ProviderLogin,
        _: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Vec<String>, ProviderError>> {
        Box::pin(ready(Err(ProviderError::NotExecuted)))
    }

    fn token<'a>(&'a self, _: &'a TokenQuery) -> BoxFuture<'a, Result<TokenAnswer, ProviderError>> {
        Box::pin(ready(Err(ProviderError::NotExecuted)))
    }

    fn submit<'a>(&'a self, _: &'a ProviderOrder) -> BoxFuture<'a, Result<OrderAnswer, ProviderError>> {
        Box::pin(ready(Err(ProviderError::NotExecuted)))
    }

    fn status<'a>(
        &'a self,
        _: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(ready(Err(ProviderError::NotExecuted)))
    }

    fn cancel<'a>(
        &'a self,
        _: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(ready(Err(ProviderError::NotExecuted)))
    }
}
