//! A card transaction as an API object: for its `GET`, lists, responses and events.

use causeway_store::card_transactions::{CardTransactionRecord, MerchantDoc};
use causeway_wire::transactions::{
    CardDestination, CardMerchant, CardPullSummary, CardRefundSummary, CardSettlementSummary,
    CardTransaction, CardTransactionDestination,
};

use crate::runtime::api_error::ApiError;
use crate::runtime::money::{self, instant};

/// Renders a card transaction.
///
/// # Errors
/// `INTERNAL_ERROR` for a currency that the registry does not have, which no card has.
pub fn card_transaction(record: &CardTransactionRecord) -> Result<CardTransaction, ApiError> {
    let figures = &record.figures;
    let amount = |minor| money::amount(record.amount(minor));
    Ok(CardTransaction {
        id: record.id,
        card_id: record.card,
        customer_id: record.customer,
        platform_customer_id: record.platform_customer_id.as_str().into(),
        issuer_transaction_token: record.token.as_str().into(),
        status: record.status,
        direction: record.direction,
        merchant: merchant(&record.merchant),
        authorized_amount: amount(figures.authorized)?,
        settled_amount: figures.settled.map(amount).transpose()?,
        refunded_amount: figures.refunded.map(amount).transpose()?,
        account_id: record.account,
        pull_summary: CardPullSummary {
            count: figures.pulls.count,
            total_amount: figures.pulls.amount,
            pending_count: figures.pending_pulls,
        },
        refund_summary: CardRefundSummary { count: figures.returns, total_amount: figures.refunded_sum() },
        settlement_summary: CardSettlementSummary {
            count: figures.clearings,
            total_amount: figures.settled_sum(),
        },
        destination: CardTransactionDestination::Card(CardDestination {
            card_id: record.card,
            currency: record.currency,
        }),
        decline_reason: record.decline_reason.map(|reason| reason.as_str().into()),
        authorized_at: instant(record.created_at),
        last_event_at: record.last_event_at.map(instant),
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
    })
}

fn merchant(doc: &MerchantDoc) -> CardMerchant {
    CardMerchant {
        descriptor: doc.descriptor.as_str().into(),
        mcc: doc.mcc.as_deref().map(Into::into),
        country: doc.country.as_deref().map(Into::into),
    }
}
