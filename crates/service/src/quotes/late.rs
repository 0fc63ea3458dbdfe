//! `deposit late`: the payer of a quote pays in too late, or once more (money 8.4). Money in time is handled
//! by [`super::fund`].

use causeway_domain::Amount;
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail, network_of};
use causeway_domain::ids::QuoteId;
use causeway_domain::quotes::{QuoteStatus, is_fundable};
use causeway_store::payments::{FundingTerms, OnChainTransfer, Originator, PaymentRecord};
use causeway_store::{Error, Tx};
use serde_json::{Map, Value as Json};

use super::errors;
use super::locked::LockedQuote;
use crate::payments::incoming::deposit;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::ports::{Funds, IncomingMoney};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Records money for a quote that no longer takes any; the full total if `amount` is `None`. Returns the
/// payment that shows it.
///
/// # Errors
/// `QUOTE_NOT_FOUND`; `INVALID_INPUT` for an amount that is not positive, and with `QUOTE_NOT_FUNDABLE` for a
/// quote that is not funded by an incoming payment, or that still waits for its money.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: QuoteId,
    amount: Option<i64>,
) -> Result<PaymentRecord, ApiError> {
    let found = LockedQuote::find(tx, context, id)?;
    let status = found.status()?;
    let LockedQuote { quote, locked: LockedPayment { payment, .. } } = found;
    let funding = payment.terms.funding.as_ref().ok_or_else(|| errors::not_fundable(status))?;
    if status == QuoteStatus::PendingAuthorization || is_fundable(status, quote.expires_at, context.now) {
        return Err(errors::still_fundable());
    }
    if amount.is_some_and(|amount| amount < 1) {
        return Err(ApiError::field("amount", "must be positive"));
    }
    let money = paid_in(context, &payment, funding, amount)?;
    deposit::late(tx, context, &payment, &money)
}

/// Builds the report of the money that a partner would have made, over the first of the quote's funding
/// methods.
fn paid_in(
    context: &Context,
    payment: &PaymentRecord,
    funding: &FundingTerms,
    amount: Option<i64>,
) -> Result<IncomingMoney, ApiError> {
    let total = payment.terms.sent.ok_or(Error::Missing)?;
    let way = funding.instructions.first().map(|way| &way.details);
    let funding_port = &context.app.ports.of(context.environment).funding;
    let on_chain = way.and_then(chain).and_then(|network| {
        Some(OnChainTransfer { network, hash: funding_port.transfer_hash(network, context.ids())? })
    });
    Ok(IncomingMoney {
        amount: Amount::new(amount.unwrap_or(total.minor), total.currency),
        funds: Funds::Received,
        originator: Originator { rail: way.and_then(rail), ..Originator::default() },
        reference: payment.reference.clone(),
        description: None,
        on_chain,
    })
}

fn chain(way: &Map<String, Json>) -> Option<CryptoNetwork> {
    let account_type = way.get("accountType")?.as_str()?;
    if account_type == "BITCOIN_L1" { Some(CryptoNetwork::Bitcoin) } else { network_of(account_type) }
}

fn rail(way: &Map<String, Json>) -> Option<PaymentRail> {
    way.get("paymentRails")?.get(0)?.as_str()?.parse().ok()
}
