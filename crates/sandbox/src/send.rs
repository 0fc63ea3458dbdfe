//! `POST /sandbox/send` (money 13.2): the payer of a quote pays in through the first of its funding methods.

use std::sync::Arc;

use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail, network_of};
use causeway_domain::{Amount, CurrencyCode};
use causeway_service::ports::{Funds, IncomingMoney};
use causeway_service::quotes::fund::{self, FundingPreflight};
use causeway_service::runtime::http::{Answer, Call};
use causeway_service::transactions::render;
use causeway_service::{ApiError, Context};
use causeway_store::payments::{FundingTerms, OnChainTransfer, Originator, PaymentRecord};
use causeway_store::{Error, Tx};
use causeway_wire::Code;
use causeway_wire::table::SandboxSend;
use causeway_wire::transactions::Transaction;

use crate::chain::transfer_hash;

/// Funds a quote.
///
/// # Errors
/// `QUOTE_NOT_FOUND`; `INVALID_CURRENCY`; `INVALID_INPUT` with `QUOTE_NOT_FUNDABLE`; `SVC_SWITCH_ERROR`.
pub async fn handler(call: Call<SandboxSend>) -> Result<Answer, ApiError> {
    let gathered = FundingPreflight::of(&call.app, &call.caller, call.body.quote_id).await?;
    let prefetch = gathered.prefetch(&Arc::clone(&call.app), &call.caller);
    let currency = call.body.currency_code;
    let amount = call.body.currency_amount.map(i64::from);
    Ok(call.write(prefetch, move |tx, context| apply(tx, context, &gathered, currency, amount)).await)
}

fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    gathered: &FundingPreflight,
    currency: CurrencyCode,
    amount: Option<i64>,
) -> Result<Transaction, ApiError> {
    let payment = fund::apply(tx, context, gathered, |payment| incoming_money(payment, currency, amount))?;
    render::transaction(context.platform, &payment)
}

/// Builds the partner's report of the payment: the quote's total, unless the request gives an amount.
fn incoming_money(
    payment: &PaymentRecord,
    currency: CurrencyCode,
    amount: Option<i64>,
) -> Result<IncomingMoney, ApiError> {
    let total = payment.terms.sent.ok_or(Error::Missing)?;
    if currency != total.currency {
        let message = format!("The quote is paid in {}.", total.currency);
        return Err(ApiError::new(Code::InvalidCurrency, message).with("value", currency.as_str()));
    }
    let funding = payment.terms.funding.as_ref();
    let chain = funding.and_then(chain);
    Ok(IncomingMoney {
        amount: Amount::new(amount.unwrap_or(total.minor), currency),
        funds: Funds::Received,
        originator: Originator {
            account_holder_name: Some("Sandbox Payer".to_owned()),
            rail: funding.and_then(rail),
            ..Originator::default()
        },
        reference: payment.reference.clone(),
        description: None,
        on_chain: chain.map(|network| OnChainTransfer { network, hash: transfer_hash(network, payment.id) }),
    })
}

/// Returns the chain of the first funding method, or `None` if that is not on-chain.
fn chain(funding: &FundingTerms) -> Option<CryptoNetwork> {
    let account_type = first(funding)?.get("accountType")?.as_str()?;
    if account_type == "BITCOIN_L1" { Some(CryptoNetwork::Bitcoin) } else { network_of(account_type) }
}

/// Returns the first rail of the first funding method.
fn rail(funding: &FundingTerms) -> Option<PaymentRail> {
    first(funding)?.get("paymentRails")?.get(0)?.as_str()?.parse().ok()
}

fn first(funding: &FundingTerms) -> Option<&serde_json::Map<String, serde_json::Value>> {
    funding.instructions.first().map(|way| &way.details)
}
