//! The provider as the port wants it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use causeway_domain::ids::Id;
use causeway_domain::stablecoins::{StablecoinIssuanceStatus, StablecoinNetwork};
use futures_util::future::BoxFuture;
use serde_json::Value as Json;

use super::exchange::{Access, Asked, Endpoint, Heard, part};
use super::{body, transfer};
use crate::ports::{
    AskAgain, OrderAnswer, ProviderCounterparty, ProviderError, ProviderLogin, ProviderOrder, ProviderToken,
    ProviderTransfer, StablecoinProvider, TokenAnswer, TokenQuery,
};
use crate::runtime::outbound::{Reach, Transport};

/// The most accounts that are looked at, and the longest text that is taken of each.
const ACCOUNTS_MAX: usize = 1_000;
const TEXT_MAX: usize = 255;
/// More decimals than any token has.
const DECIMALS_MAX: u64 = 36;

/// The provider Brale.
#[derive(Debug, Clone)]
pub struct Brale(Endpoint);

impl Brale {
    /// Reached at `base`, with so long for each exchange.
    #[must_use]
    pub fn new(transport: Arc<dyn Transport>, base: &str, reach: Reach, limit: Duration) -> Self {
        Self(Endpoint { transport, base: base.trim_end_matches('/').to_owned(), reach, limit })
    }

    /// The same as a deployment is configured: over TLS and outside, but for work on one machine. None where that cannot be.
    #[must_use]
    pub fn try_new(
        transport: &Arc<dyn Transport>,
        base: &str,
        is_local: bool,
        limit: Duration,
    ) -> Option<Self> {
        let reach = if is_local { Reach::Private } else { Reach::Public };
        let is_private = is_local || base.starts_with("https://");
        is_private.then(|| Self::new(Arc::clone(transport), base, reach, limit))
    }

    async fn get(&self, access: &Access, path: String) -> Result<Heard, ProviderError> {
        self.0.ask(access, Asked { method: Method::GET, path, body: None, key: None }).await
    }

    async fn post(
        &self,
        access: &Access,
        path: String,
        body: &Json,
        key: String,
    ) -> Result<Heard, ProviderError> {
        self.0.ask(access, Asked { method: Method::POST, path, body: Some(body), key: Some(key) }).await
    }

    async fn list_accounts(&self, login: &ProviderLogin) -> Result<Vec<String>, ProviderError> {
        let access = self.0.log_in(login).await?;
        let Heard::Done(answer) = self.get(&access, "/accounts".to_owned()).await? else {
            return Err(ProviderError::Unclear);
        };
        let listed = answer["accounts"].as_array().ok_or(ProviderError::Unclear)?;
        let id =
            |one: &Json| one.as_str().filter(|id| !id.is_empty() && id.len() <= TEXT_MAX).map(str::to_owned);
        Ok(listed.iter().take(ACCOUNTS_MAX).filter_map(id).collect())
    }

    async fn find_token(&self, query: &TokenQuery) -> Result<TokenAnswer, ProviderError> {
        let access = self.0.log_in(&query.login).await?;
        let path = format!("/accounts/{}/tokens/{}", part(&query.account), part(&query.token));
        match self.get(&access, path).await? {
            Heard::Nothing => Ok(TokenAnswer::Unknown),
            Heard::Refused => Err(ProviderError::Unclear),
            Heard::Done(answer) => read_token(query, &answer),
        }
    }

    /// Registers an account outside; the provider's id of it, or nothing where it does not take it.
    async fn address(
        &self,
        access: &Access,
        order: &ProviderOrder,
        account: &ProviderCounterparty,
        (role, transfer_type): (&str, &str),
    ) -> Result<Option<String>, ProviderError> {
        let path = format!("/accounts/{}/addresses/external", part(&order.account));
        let key = format!("{}-{role}", order.operation.uuid());
        let wanted = body::address(account, transfer_type);
        match self.post(access, path, &wanted, key).await? {
            Heard::Done(answer) => {
                let id = answer["id"].as_str().filter(|id| !id.is_empty() && id.len() <= TEXT_MAX);
                Ok(Some(id.ok_or(ProviderError::Unclear)?.to_owned()))
            }
            Heard::Refused | Heard::Nothing => Ok(None),
        }
    }

    async fn order(&self, order: &ProviderOrder) -> Result<OrderAnswer, ProviderError> {
        let access = self.0.log_in(&order.login).await?;
        let debited = match (&order.debited, body::of_source(order)) {
            (Some(account), Some(rail)) => {
                match self.address(&access, order, account, ("source", rail)).await {
                    Ok(Some(id)) => Some(id),
                    Ok(None) => return Ok(OrderAnswer::Refused),
                    Err(error) => return Err(before_the_order(error)),
                }
            }
            _ => None,
        };
        let to = ("destination", body::of_destination(order));
        let destination = match self.address(&access, order, &order.destination, to).await {
            Ok(Some(id)) => id,
            Ok(None) => return Ok(OrderAnswer::Refused),
            Err(error) => return Err(before_the_order(error)),
        };
        let wanted = body::transfer(order, debited.as_deref(), &destination);
        let path = format!("/accounts/{}/transfers", part(&order.account));
        match self.post(&access, path, &wanted, order.operation.uuid().to_string()).await? {
            Heard::Done(answer) => transfer::read(order, &answer).map(OrderAnswer::Accepted),
            Heard::Refused | Heard::Nothing => Ok(OrderAnswer::Refused),
        }
    }

    /// By the provider's own id; before that is known, by the key of the order.
    async fn find(
        &self,
        access: &Access,
        order: &ProviderOrder,
    ) -> Result<Option<ProviderTransfer>, ProviderError> {
        let transfers = format!("/accounts/{}/transfers", part(&order.account));
        if let Some(known) = &order.transfer {
            return match self.get(access, format!("{transfers}/{}", part(known))).await? {
                Heard::Done(answer) => transfer::read(order, &answer).map(Some),
                // It has accepted the transfer: an answer that there is none is no answer.
                Heard::Nothing | Heard::Refused => Err(ProviderError::Unclear),
            };
        }
        let path = format!("{transfers}?idempotency_key={}", order.operation.uuid());
        match self.get(access, path).await? {
            Heard::Done(answer) => match answer["transfers"].as_array().map(Vec::as_slice) {
                Some([]) => Ok(None),
                Some([only]) => transfer::read(order, only).map(Some),
                Some(_) | None => Err(ProviderError::Unclear),
            },
            Heard::Nothing | Heard::Refused => Err(ProviderError::Unclear),
        }
    }

    async fn give_up(&self, order: &ProviderOrder) -> Result<Option<ProviderTransfer>, ProviderError> {
        let access = self.0.log_in(&order.login).await?;
        let known = order.transfer.as_deref().ok_or(ProviderError::Unclear)?;
        let path = format!("/accounts/{}/transfers/{}/cancel", part(&order.account), part(known));
        let key = format!("{}-cancel", order.operation.uuid());
        match self.post(&access, path, &Json::Object(serde_json::Map::new()), key).await? {
            Heard::Done(answer) => transfer::read(order, &answer).map(Some),
            // Too late, perhaps: it says where the transfer stands.
            Heard::Refused | Heard::Nothing => self.find(&access, order).await,
        }
    }
}

/// While only addresses were registered no money can have moved.
const fn before_the_order(error: ProviderError) -> ProviderError {
    match error {
        ProviderError::Unclear | ProviderError::Unreachable => ProviderError::Unreachable,
        ProviderError::CredentialsRejected => ProviderError::CredentialsRejected,
        ProviderError::Revoked => ProviderError::Revoked,
    }
}

fn read_token(query: &TokenQuery, answer: &Json) -> Result<TokenAnswer, ProviderError> {
    let text = |name: &str| {
        let text = answer[name].as_str().filter(|text| !text.is_empty() && text.len() <= TEXT_MAX);
        text.map(str::to_owned).ok_or(ProviderError::Unclear)
    };
    let chain = match query.network {
        StablecoinNetwork::Spark => "spark",
    };
    let deployments = answer["deployments"].as_array().ok_or(ProviderError::Unclear)?;
    let is_there =
        |one: &Json| one["transfer_type"] == chain && one["token_identifier"] == query.network_token.as_str();
    if !deployments.iter().any(is_there) {
        return Ok(TokenAnswer::NetworkTokenMismatch);
    }
    let decimals = answer["decimals"].as_u64().filter(|decimals| *decimals <= DECIMALS_MAX);
    let decimals = decimals.and_then(|decimals| u8::try_from(decimals).ok()).ok_or(ProviderError::Unclear)?;
    let status = match answer["status"].as_str() {
        Some("active") => StablecoinIssuanceStatus::Provisioned,
        Some("in_review") => StablecoinIssuanceStatus::PendingReview,
        Some("provisioning") => StablecoinIssuanceStatus::Provisioning,
        Some("rejected") => StablecoinIssuanceStatus::Rejected,
        Some("failed") => StablecoinIssuanceStatus::Failed,
        Some(_) | None => return Err(ProviderError::Unclear),
    };
    Ok(TokenAnswer::Found(ProviderToken {
        name: text("name")?,
        symbol: text("symbol")?,
        base_currency: text("base_currency")?,
        decimals,
        status,
        ask: AskAgain::Unsaid,
    }))
}

impl StablecoinProvider for Brale {
    fn accounts<'a>(
        &'a self,
        login: &'a ProviderLogin,
        _: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Vec<String>, ProviderError>> {
        Box::pin(self.list_accounts(login))
    }

    fn token<'a>(&'a self, query: &'a TokenQuery) -> BoxFuture<'a, Result<TokenAnswer, ProviderError>> {
        Box::pin(self.find_token(query))
    }

    fn submit<'a>(&'a self, order: &'a ProviderOrder) -> BoxFuture<'a, Result<OrderAnswer, ProviderError>> {
        Box::pin(self.order(order))
    }

    fn status<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(async move {
            let access = self.0.log_in(&order.login).await?;
            self.find(&access, order).await
        })
    }

    fn cancel<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(self.give_up(order))
    }
}
