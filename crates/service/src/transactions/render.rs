//! A transaction as it is shown: by its `GET`, in lists, in answers and in events.

use causeway_domain::ids::{CustomerId, PartyId, PlatformId, TransactionId};
use causeway_domain::payments::TransactionType;
use causeway_domain::rates::RateDetails;
use causeway_store::transactions::{
    Failure, OnChainTransfer, RefundDoc, Side, TransactionDoc, TransactionRecord,
};
use causeway_wire::quotes::OutgoingRateDetails;
use causeway_wire::transactions::{
    AccountTransactionDestination, AccountTransactionSource, IncomingTransaction, OnChainTransaction,
    OutgoingTransaction, RealtimeFundingTransactionSource, ReconciliationInstructions, Refund, Transaction,
    TransactionDestination, TransactionSource,
};
use causeway_wire::{Nullable, rails};

use crate::runtime::api_error::ApiError;
use crate::runtime::money::{self, exact_number};

/// The transaction as it is shown.
///
/// # Errors
/// `INTERNAL_ERROR` for a stored transaction that cannot be shown, which would be a defect of ours.
pub fn transaction(platform: PlatformId, record: &TransactionRecord) -> Result<Transaction, ApiError> {
    Ok(match record.kind {
        TransactionType::Incoming => Transaction::Incoming(Box::new(incoming(platform, record)?)),
        TransactionType::Outgoing => Transaction::Outgoing(Box::new(outgoing(platform, record)?)),
    })
}

fn incoming(platform: PlatformId, record: &TransactionRecord) -> Result<IncomingTransaction, ApiError> {
    let doc = &record.doc;
    let received = doc.received.ok_or_else(|| unshowable(record.id))?;
    Ok(IncomingTransaction {
        id: record.id,
        status: record.status,
        pending_reason: None,
        direction: doc.direction,
        source: Some(source(&doc.source)),
        destination: destination(doc).ok_or_else(|| unshowable(record.id))?,
        customer_id: party(platform, record.customer),
        platform_customer_id: record.platform_customer_id.as_str().into(),
        settled_at: doc.settled_at.map(money::instant),
        created_at: money::instant(record.created_at),
        updated_at: money::instant(record.updated_at),
        receipt_delivery_confirmed_at: None,
        agent_id: None,
        description: doc.description.as_deref().map(Into::into),
        sent_amount: doc.sent.map(money::amount).transpose()?,
        received_amount: money::amount(received)?,
        fees: doc.fees.map(Into::into),
        exchange_rate: doc.exchange_rate.map(exact_number).transpose()?,
        quote_id: record.quote,
        refund: doc.refund.as_ref().map(refund),
        counterparty_information: None,
        reconciliation_instructions: reconciliation(record),
        failure_reason: match doc.failure {
            None => None,
            Some(Failure::Incoming(reason)) => Some(reason),
            Some(Failure::Outgoing(_)) => return Err(unshowable(record.id)),
        },
        rate_details: None,
    })
}

fn outgoing(platform: PlatformId, record: &TransactionRecord) -> Result<OutgoingTransaction, ApiError> {
    let doc = &record.doc;
    let sent = doc.sent.ok_or_else(|| unshowable(record.id))?;
    let rail = doc.rail.as_ref();
    let settles_at = rail.and_then(|rail| rail.settles_at);
    Ok(OutgoingTransaction {
        id: record.id,
        status: record.status,
        pending_reason: None,
        direction: doc.direction,
        source: source(&doc.source),
        destination: destination(doc).ok_or_else(|| unshowable(record.id))?,
        customer_id: party(platform, record.customer),
        platform_customer_id: record.platform_customer_id.as_str().into(),
        settled_at: doc.settled_at.map(money::instant),
        created_at: money::instant(record.created_at),
        updated_at: money::instant(record.updated_at),
        receipt_delivery_confirmed_at: None,
        agent_id: None,
        description: doc.description.as_deref().map(Into::into),
        sent_amount: money::amount(sent)?,
        received_amount: doc.received.map(money::amount).transpose()?,
        fees: doc.fees.map(Into::into),
        platform_fees: doc.platform_fees.map(Into::into),
        exchange_rate: doc.exchange_rate.map(exact_number).transpose()?,
        quote_id: record.quote,
        refund: doc.refund.as_ref().map(refund),
        counterparty_information: None,
        reconciliation_instructions: reconciliation(record),
        payment_instructions: None,
        rate_details: doc.rate_details.as_ref().map(rate_details).transpose()?,
        failure_reason: match doc.failure {
            None => None,
            Some(Failure::Outgoing(reason)) => Some(reason),
            Some(Failure::Incoming(_)) => return Err(unshowable(record.id)),
        },
        payment_rail: Nullable(rail.map(|rail| rail.rail)),
        rail_selection_mode: Nullable(rail.map(|rail| selection_mode(rail.is_manual))),
        expected_settlement_at: Nullable(settles_at.map(money::instant)),
        settlement_timeline_seconds: Nullable(
            settles_at.map(|at| (at.millis() - record.created_at.millis()) / 1_000),
        ),
    })
}

const fn selection_mode(is_manual: bool) -> rails::RailSelectionMode {
    if is_manual { rails::RailSelectionMode::Manual } else { rails::RailSelectionMode::Auto }
}

/// On whose behalf: the customer, or the platform itself (money 1.1).
fn party(platform: PlatformId, customer: Option<CustomerId>) -> PartyId {
    customer.map_or(PartyId::Platform(platform), PartyId::Customer)
}

/// The rate details of a quote and of the payment that was made from it.
///
/// # Errors
/// `INTERNAL_ERROR` for a number that JSON cannot carry, which no price has.
pub fn rate_details(details: &RateDetails) -> Result<OutgoingRateDetails, ApiError> {
    Ok(OutgoingRateDetails {
        counterparty_multiplier: exact_number(details.counterparty_multiplier)?,
        counterparty_fixed_fee: details.counterparty_fixed_fee.into(),
        svc_api_multiplier: exact_number(details.service_multiplier)?,
        svc_api_fixed_fee: details.service_fixed_fee.into(),
        svc_api_variable_fee_rate: exact_number(details.service_variable_rate)?,
        svc_api_variable_fee_amount: details.service_variable_amount.into(),
    })
}

fn source(side: &Side) -> TransactionSource {
    match side {
        Side::Account { account, currency } => TransactionSource::Account(AccountTransactionSource {
            account_id: *account,
            currency: *currency,
            on_chain_transaction: None,
        }),
        Side::Funding { customer, currency } => {
            TransactionSource::RealtimeFunding(Box::new(RealtimeFundingTransactionSource {
                customer_id: *customer,
                currency: *currency,
                account_holder_name: None,
                account_identifier: None,
                bank_name: None,
                bank_identifier: None,
                payment_rail: None,
                remittance_information: None,
                end_to_end_id: None,
                trace_number: None,
                on_chain_transaction: None,
            }))
        }
    }
}

fn destination(doc: &TransactionDoc) -> Option<TransactionDestination> {
    let Side::Account { account, currency } = &doc.destination else { return None };
    Some(TransactionDestination::Account(AccountTransactionDestination {
        account_id: *account,
        currency: *currency,
        on_chain_transaction: doc.on_chain.as_ref().map(on_chain),
    }))
}

fn on_chain(transfer: &OnChainTransfer) -> OnChainTransaction {
    OnChainTransaction { transaction_hash: transfer.hash.as_str().into(), network: transfer.network }
}

fn reconciliation(record: &TransactionRecord) -> Option<ReconciliationInstructions> {
    let reference = record.reference.as_deref()?;
    Some(ReconciliationInstructions { reference: Some(reference.into()), transaction_hash: None })
}

fn refund(refund: &RefundDoc) -> Refund {
    Refund {
        reference: refund.reference.as_str().into(),
        initiated_at: money::instant(refund.initiated_at),
        settled_at: refund.settled_at.map(money::instant),
        status: refund.status,
        reason: Some(refund.reason),
    }
}

fn unshowable(id: TransactionId) -> ApiError {
    ApiError::internal(causeway_store::Error::Data(format!("{id} cannot be shown")))
}
