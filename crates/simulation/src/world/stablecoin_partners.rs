//! Stablecoin providers that are slow, lose requests and lose responses.

use causeway_service::ports::{
    OrderAnswer, ProviderError, ProviderLogin, ProviderOrder, ProviderTransfer, StablecoinProvider,
    TokenAnswer, TokenQuery,
};
use futures_util::future::{BoxFuture, pending};

use super::partners::{MINT_LOST, MINT_UNHEARD, NO_MINT_ANSWER, NO_PROVIDER, UnreliablePort};

impl StablecoinProvider for UnreliablePort<dyn StablecoinProvider> {
    fn accounts<'a>(
        &'a self,
        login: &'a ProviderLogin,
        account_id: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Vec<String>, ProviderError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PROVIDER).await {
                return Err(ProviderError::NotExecuted);
            }
            self.inner.accounts(login, account_id).await
        })
    }

    fn token<'a>(&'a self, query: &'a TokenQuery) -> BoxFuture<'a, Result<TokenAnswer, ProviderError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PROVIDER).await {
                return Err(ProviderError::NotExecuted);
            }
            self.inner.token(query).await
        })
    }

    fn submit<'a>(&'a self, order: &'a ProviderOrder) -> BoxFuture<'a, Result<OrderAnswer, ProviderError>> {
        Box::pin(async move {
            if self.faults.inject(MINT_LOST).await {
                return Err(ProviderError::OutcomeUnknown);
            }
            let answer = self.inner.submit(order).await;
            if self.faults.inject(NO_MINT_ANSWER).await {
                return pending().await;
            }
            if self.faults.inject(MINT_UNHEARD).await { Err(ProviderError::OutcomeUnknown) } else { answer }
        })
    }

    fn status<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PROVIDER).await {
                return Err(ProviderError::OutcomeUnknown);
            }
            self.inner.status(order).await
        })
    }

    fn cancel<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PROVIDER).await {
                return Err(ProviderError::OutcomeUnknown);
            }
            self.inner.cancel(order).await
        })
    }
}
