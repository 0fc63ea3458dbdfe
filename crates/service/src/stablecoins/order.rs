//! Orders and queries to the provider about a mint or burn, built from authenticated rows only.

use std::sync::Arc;

use causeway_domain::ids::{ExternalAccountId, PlatformId, StablecoinProviderAccountId};
use causeway_store::external_accounts;
use causeway_store::stablecoins::{self as rows, OperationRecord};
use causeway_store::{Error, Tx};
use serde_json::Value as Json;

use super::link;
use crate::ports::{
    ProviderCounterparty, ProviderError, ProviderOrder, ProviderTransfer, StablecoinProvider,
};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{BankAddresses, STABLECOIN_BANK_ADDRESSES, Settings};
use crate::runtime::timers::{self, Timeout};

/// The provider's answer about a transfer; `Ok(None)` if the provider has not accepted it.
pub(super) type TransferAnswer = Result<Option<ProviderTransfer>, ProviderError>;

/// A provider with the order to send or ask about.
#[derive(Clone)]
pub(super) struct Order {
    provider: Arc<dyn StablecoinProvider>,
    order: ProviderOrder,
    pub(super) link: StablecoinProviderAccountId,
}

/// Builds the order of an operation.
pub(super) fn of(tx: &mut Tx<'_>, context: &Context, record: &OperationRecord) -> Result<Order, ApiError> {
    let platform = context.platform;
    let stablecoin = rows::find(tx, platform, record.stablecoin)?.ok_or(Error::Missing)?;
    let used = rows::find_link(tx, platform, record.link)?.ok_or(Error::Missing)?;
    let terms = &record.terms;
    let banks = Settings::of(tx, context)?.get(&STABLECOIN_BANK_ADDRESSES)?;
    let debited = terms.source_account.map(|id| find_counterparty(tx, platform, id, &banks)).transpose()?;
    let cents = terms.amount.cents(terms.decimals);
    let order = ProviderOrder {
        platform,
        operation: record.id,
        stablecoin: record.stablecoin,
        login: link::decrypt(&context.app, &used)?,
        account: used.provider_account,
        token: stablecoin.provider_token,
        network: stablecoin.network,
        base_currency: stablecoin.doc.base_currency,
        operation_type: record.operation_type,
        amount: terms.amount,
        cents: cents.ok_or_else(|| Error::Data("an operation is not over whole cents".to_owned()))?,
        source: terms.source,
        debited,
        destination: find_counterparty(tx, platform, terms.destination, &banks)?,
        rail: terms.rail,
        description: terms.description.clone(),
        transfer: record.acceptance.as_ref().map(|accepted| accepted.transfer.clone()),
        created_at: record.created_at,
        now: context.now,
    };
    let provider = Arc::clone(&context.app.ports.of(context.environment).stablecoins);
    Ok(Order { provider, order, link: record.link })
}

/// Returns an account, even if deleted: an operation that has begun continues.
fn find_counterparty(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: ExternalAccountId,
    banks: &BankAddresses,
) -> Result<ProviderCounterparty, Error> {
    let record = external_accounts::find(tx, platform, id)?.ok_or(Error::Missing)?;
    let routing_number = record.doc.account_info.get("routingNumber").and_then(Json::as_str);
    Ok(ProviderCounterparty {
        bank_address: routing_number.and_then(|number| banks.get(number)).cloned(),
        account_type: record.account_type,
        identifier: record.doc.identifier,
        details: record.doc.account_info,
    })
}

impl Order {
    /// Asks for the state of the transfer.
    pub(super) async fn ask(&self) -> TransferAnswer {
        self.call(|provider, order| async move { provider.status(&order).await }).await
    }

    /// Calls the provider, with a time limit.
    pub(super) async fn call<T, F>(
        &self,
        ask: impl FnOnce(Arc<dyn StablecoinProvider>, ProviderOrder) -> F,
    ) -> Result<T, ProviderError>
    where
        F: Future<Output = Result<T, ProviderError>>,
    {
        let answer =
            timers::within(timers::PROVIDER_TIMEOUT, ask(Arc::clone(&self.provider), self.order.clone()))
                .await;
        answer.unwrap_or_else(|Timeout| Err(ProviderError::OutcomeUnknown))
    }
}
