//! The implementation of the provider port.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use causeway_domain::stablecoins::StablecoinIssuanceStatus;
use futures_util::future::BoxFuture;
use serde_json::Value as Json;

use super::exchange::{Access, ApiRequest, ApiResponse, Endpoint, encode_path_segment, parse_id};
use crate::ports::{
    NextPoll, OrderAnswer, ProviderError, ProviderLogin, ProviderOrder, ProviderToken, ProviderTransfer,
    StablecoinProvider, TokenAnswer, TokenQuery,
};
use crate::runtime::outbound::{Reach, Transport};

/// The maximum number of accounts read.
const MAX_ACCOUNTS: usize = 1_000;

/// The provider Brale.
#[derive(Debug, Clone)]
pub struct Brale(pub(super) Endpoint);

/// URLs of the provider's two hosts.
#[derive(Debug, Clone, Copy)]
pub struct BraleHosts<'a> {
    /// The base URL of its API.
    pub api_url: &'a str,
    /// The URL of its access tokens.
    pub token_url: &'a str,
}

impl Brale {
    /// Creates an adapter for these hosts, with a time limit for each exchange.
    #[must_use]
    pub fn new(transport: Arc<dyn Transport>, hosts: BraleHosts<'_>, reach: Reach, limit: Duration) -> Self {
        let api_url = hosts.api_url.trim_end_matches('/').to_owned();
        Self(Endpoint {
            transport,
            api_url,
            token_url: hosts.token_url.to_owned(),
            allowed_networks: reach,
            limit,
        })
    }

    /// Creates an adapter for a deployment: over TLS and to public addresses only, unless `is_local` is set
    /// for work on one machine. `None` if a URL is not allowed.
    #[must_use]
    pub fn try_new(
        transport: &Arc<dyn Transport>,
        hosts: BraleHosts<'_>,
        is_local: bool,
        limit: Duration,
    ) -> Option<Self> {
        let reach = if is_local { Reach::Private } else { Reach::Public };
        let is_private = |url: &str| is_local || url.starts_with("https://");
        (is_private(hosts.api_url) && is_private(hosts.token_url))
            .then(|| Self::new(Arc::clone(transport), hosts, reach, limit))
    }

    pub(super) async fn get(&self, access: &Access, path: String) -> Result<ApiResponse, ProviderError> {
        self.0.send_request(access, ApiRequest { method: Method::GET, path, body: None, key: None }).await
    }

    pub(super) async fn post(
        &self,
        access: &Access,
        path: String,
        body: &Json,
        key: String,
    ) -> Result<ApiResponse, ProviderError> {
        self.0
            .send_request(access, ApiRequest { method: Method::POST, path, body: Some(body), key: Some(key) })
            .await
    }

    async fn list_accounts(&self, login: &ProviderLogin) -> Result<Vec<String>, ProviderError> {
        let access = self.0.log_in(login).await?;
        let ApiResponse::Success(response) = self.get(&access, "/accounts".to_owned()).await? else {
            return Err(ProviderError::OutcomeUnknown);
        };
        let listed = response.as_array().ok_or(ProviderError::OutcomeUnknown)?;
        let ids: Option<BTreeSet<String>> = listed.iter().take(MAX_ACCOUNTS).map(parse_id).collect();
        Ok(ids.ok_or(ProviderError::OutcomeUnknown)?.into_iter().collect())
    }

    /// Finds a token. The provider does not describe tokens: it only reports if the account may issue; the
    /// token itself comes from the operator's list.
    async fn find_token(&self, query: &TokenQuery) -> Result<TokenAnswer, ProviderError> {
        let access = self.0.log_in(&query.login).await?;
        let path = format!("/accounts/{}", encode_path_segment(&query.account));
        let ApiResponse::Success(account) = self.get(&access, path).await? else {
            return Err(ProviderError::OutcomeUnknown);
        };
        let status = match account["status"].as_str() {
            Some("complete") => StablecoinIssuanceStatus::Provisioned,
            Some("pending") => StablecoinIssuanceStatus::PendingReview,
            Some("rejected") => StablecoinIssuanceStatus::Rejected,
            Some(_) | None => return Err(ProviderError::OutcomeUnknown),
        };
        let Some(listed) = &query.listed else { return Ok(TokenAnswer::Unknown) };
        if listed.network_token != query.network_token {
            return Ok(TokenAnswer::NetworkTokenMismatch);
        }
        Ok(TokenAnswer::Found(ProviderToken {
            name: listed.name.clone(),
            symbol: listed.symbol.clone(),
            base_currency: listed.base_currency.clone(),
            decimals: listed.decimals,
            status,
            ask: NextPoll::Unsaid,
        }))
    }
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
        Box::pin(self.submit_order(order))
    }

    fn status<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(self.find(order))
    }

    /// Returns the current state of the transfer: the provider cancels none on request.
    fn cancel<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(self.find(order))
    }
}
