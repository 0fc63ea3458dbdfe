//! The API view of a transaction: in its `GET`, in lists, in responses and in events.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, PartyId, PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::Failure;
use causeway_domain::payments::{OutgoingFailure, TransactionStatus, TransactionType};
use causeway_domain::rates::RateDetails;
use causeway_store::payments::{OnChainTransfer, PaymentRecord, PaymentTerms, Refund as StoredRefund, Side};
use causeway_wire::platforms::CounterpartyField;
use causeway_wire::quotes::OutgoingRateDetails;
use causeway_wire::transactions::{
    AccountTransactionDestination, AccountTransactionSource, IncomingRateDetails, IncomingTransaction,
    OnChainTransaction, OutgoingTransaction, RealtimeFundingTransactionSource, ReconciliationInstructions,
    Refund, Transaction, TransactionDestination, TransactionSource, UmaAddressTransactionDestination,
    UmaAddressTransactionSource,
};
use causeway_wire::{Nullable, PartyFacts, UmaAddress, rails};

use crate::internal_accounts::render::instructions;
use crate::runtime::api_error::ApiError;
use crate::runtime::money::{self, exact_number};

/// Renders a transaction.
///
/// # Errors
/// `INTERNAL_ERROR` for a stored transaction that cannot be rendered, which would be a defect of the service.
pub fn transaction(platform: PlatformId, record: &PaymentRecord) -> Result<Transaction, ApiError> {
    Ok(match record.kind {
        TransactionType::Incoming => Transaction::Incoming(Box::new(incoming(platform, record)?)),
        TransactionType::Outgoing => Transaction::Outgoing(Box::new(outgoing(platform, record)?)),
    })
}

fn incoming(platform: PlatformId, record: &PaymentRecord) -> Result<IncomingTransaction, ApiError> {
    let terms = &record.terms;
    let state = &record.state();
    let received = terms.received.ok_or_else(|| unshowable(record.id))?;
    Ok(IncomingTransaction {
        id: record.id,
        status: record.status(),
        pending_reason: record.phase().pending_reason(),
        direction: terms.direction,
        source: (!is_draft(record)).then(|| source(record)),
        destination: destination(record).ok_or_else(|| unshowable(record.id))?,
        customer_id: party(platform, record.customer),
        platform_customer_id: record.platform_customer_id.as_str().into(),
        settled_at: settled(record).map(money::instant),
        created_at: money::instant(record.created_at),
        updated_at: money::instant(record.updated_at),
        receipt_delivery_confirmed_at: state.receipt_delivered_at.map(money::instant),
        agent_id: terms.agent,
        description: terms.description.as_deref().map(Into::into),
        sent_amount: terms.sent.map(money::amount).transpose()?,
        received_amount: money::amount(received)?,
        fees: terms.fees.map(Into::into),
        exchange_rate: terms.exchange_rate.map(exact_number).transpose()?,
        quote_id: record.quote,
        refund: state.refund.as_ref().map(refund),
        counterparty_information: counterparty(terms),
        sender_uma_address: sender_address(terms),
        receiver_uma_address: receiver_address(terms),
        reconciliation_instructions: reconciliation(record)
            .filter(|_| record.status() != TransactionStatus::Created),
        failure_reason: match record.phase().failure() {
            None => None,
            Some(Failure::Incoming(reason)) => Some(reason),
            Some(Failure::Outgoing(_)) => return Err(unshowable(record.id)),
        },
        requested_receiver_customer_info_fields: None,
        rate_details: incoming_rate_details(record)?,
    })
}

/// Returns `true` for a payment that a discovery left: its payer is not known (money 10.4).
fn is_draft(record: &PaymentRecord) -> bool {
    record.terms.uma.as_ref().is_some_and(|uma| uma.sender.is_none() && uma.incoming_uma.is_none())
}

/// Renders a payment for the event that asks for its approval, with the fields of the receiver that the
/// sender's provider asks for (conventions 12).
///
/// # Errors
/// The same as [`transaction`].
pub fn approval_request(platform: PlatformId, record: &PaymentRecord) -> Result<Transaction, ApiError> {
    let mut view = incoming(platform, record)?;
    let incoming_uma = record.terms.uma.as_ref().and_then(|uma| uma.incoming_uma.as_ref());
    let fields = incoming_uma.map_or(&[][..], |incoming_uma| &incoming_uma.payee_fields);
    if !fields.is_empty() {
        let fields =
            fields.iter().map(|field| CounterpartyField { name: field.name, mandatory: field.mandatory });
        view.requested_receiver_customer_info_fields = Some(fields.collect());
    }
    Ok(Transaction::Incoming(Box::new(view)))
}

/// Returns the rate details of an incoming UMA payment: from milli-satoshis to the credited amount (money
/// 6.2).
fn incoming_rate_details(record: &PaymentRecord) -> Result<Option<IncomingRateDetails>, ApiError> {
    let (Some(_), Some(details)) = (&record.state().incoming_uma, &record.terms.rate_details) else {
        return Ok(None);
    };
    Ok(Some(IncomingRateDetails {
        svc_api_multiplier: exact_number(details.counterparty_multiplier)?,
        svc_api_fixed_fee: details.service_fixed_fee.into(),
        svc_api_variable_fee_rate: exact_number(details.service_variable_rate)?,
        svc_api_variable_fee_amount: details.service_variable_amount.into(),
    }))
}

fn outgoing(platform: PlatformId, record: &PaymentRecord) -> Result<OutgoingTransaction, ApiError> {
    let terms = &record.terms;
    let state = &record.state();
    let sent = terms.sent.ok_or_else(|| unshowable(record.id))?;
    let rail = terms.rail;
    let settles_at = state.settles_at;
    let is_withheld = is_withheld(record);
    Ok(OutgoingTransaction {
        id: record.id,
        status: record.status(),
        pending_reason: None,
        direction: terms.direction,
        source: source(record),
        destination: destination(record).ok_or_else(|| unshowable(record.id))?,
        customer_id: party(platform, record.customer),
        platform_customer_id: record.platform_customer_id.as_str().into(),
        settled_at: state.settled_at.map(money::instant),
        created_at: money::instant(record.created_at),
        updated_at: money::instant(record.updated_at),
        receipt_delivery_confirmed_at: state.receipt_delivered_at.map(money::instant),
        agent_id: terms.agent,
        description: terms.description.as_deref().map(Into::into),
        sent_amount: money::amount(sent)?,
        received_amount: terms.received.map(money::amount).transpose()?,
        fees: terms.fees.map(Into::into),
        platform_fees: terms.platform_fees.map(Into::into),
        exchange_rate: terms.exchange_rate.map(exact_number).transpose()?,
        quote_id: record.quote,
        refund: state.refund.as_ref().map(refund),
        counterparty_information: counterparty(terms),
        sender_uma_address: sender_address(terms),
        receiver_uma_address: receiver_address(terms),
        reconciliation_instructions: reconciliation(record).filter(|_| !is_withheld),
        payment_instructions: terms
            .funding
            .as_ref()
            .filter(|_| !is_withheld)
            .map(|funding| instructions(&funding.instructions, record.customer.is_none())),
        rate_details: terms.rate_details.as_ref().map(rate_details).transpose()?,
        failure_reason: match record.phase().failure() {
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

/// Returns `true` if funding instructions are withheld: the customer has not authorized the funding yet, or
/// never did (agents B3).
fn is_withheld(record: &PaymentRecord) -> bool {
    let was_not_authorized =
        record.phase().failure() == Some(Failure::Outgoing(OutgoingFailure::ScaNotCompleted));
    record.terms.funding.is_some()
        && (record.status() == TransactionStatus::PendingAuthorization || was_not_authorized)
}

const fn selection_mode(is_manual: bool) -> rails::RailSelectionMode {
    if is_manual { rails::RailSelectionMode::Manual } else { rails::RailSelectionMode::Auto }
}

/// Returns the settlement time of incoming money, or its expected one while a bank still brings it (money
/// 10.1).
fn settled(record: &PaymentRecord) -> Option<Time> {
    let expected = record.state().settles_at.filter(|_| !record.status().is_final());
    record.state().settled_at.or(expected)
}

/// Returns the paying party: the customer, or the platform itself (money 1.1).
fn party(platform: PlatformId, customer: Option<CustomerId>) -> PartyId {
    customer.map_or(PartyId::Platform(platform), PartyId::Customer)
}

/// Renders the rate details of a quote and its payment.
///
/// # Errors
/// `INTERNAL_ERROR` for a number that JSON cannot represent, which no price has.
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

fn source(record: &PaymentRecord) -> TransactionSource {
    let on_chain_transaction = brought_by(record).map(on_chain);
    match &record.terms.source {
        Side::Account { account, currency } => TransactionSource::Account(AccountTransactionSource {
            account_id: *account,
            currency: *currency,
            on_chain_transaction,
        }),
        Side::Uma { address, currency } => TransactionSource::UmaAddress(UmaAddressTransactionSource {
            uma_address: address.as_str().into(),
            currency: Some(*currency),
        }),
        Side::Funding { customer, currency, originator } => {
            let name = |name: &Option<String>| name.as_deref().map(Into::into);
            TransactionSource::RealtimeFunding(Box::new(RealtimeFundingTransactionSource {
                customer_id: *customer,
                currency: *currency,
                account_holder_name: name(&originator.account_holder_name),
                account_identifier: name(&originator.account_identifier),
                bank_name: name(&originator.bank_name),
                bank_identifier: name(&originator.bank_identifier),
                payment_rail: originator.rail,
                remittance_information: originator.remittance_information.as_deref().map(Into::into),
                end_to_end_id: name(&originator.end_to_end_id),
                trace_number: name(&originator.trace_number),
                on_chain_transaction,
            }))
        }
    }
}

fn destination(record: &PaymentRecord) -> Option<TransactionDestination> {
    Some(match &record.terms.destination {
        Side::Account { account, currency } => {
            TransactionDestination::Account(AccountTransactionDestination {
                account_id: *account,
                currency: *currency,
                on_chain_transaction: record.state().on_chain.as_ref().map(on_chain),
            })
        }
        Side::Uma { address, currency } => {
            TransactionDestination::UmaAddress(UmaAddressTransactionDestination {
                uma_address: address.as_str().into(),
                currency: Some(*currency),
            })
        }
        Side::Funding { .. } => return None,
    })
}

/// Returns the facts that the other side of a UMA payment gave about its party, or `None` if there are none.
#[must_use]
pub fn counterparty(terms: &PaymentTerms) -> Option<PartyFacts> {
    let facts = &terms.uma.as_ref()?.counterparty;
    (!facts.is_empty()).then(|| PartyFacts(facts.clone()))
}

fn sender_address(terms: &PaymentTerms) -> Option<UmaAddress> {
    terms.uma.as_ref()?.sender.as_deref().map(Into::into)
}

fn receiver_address(terms: &PaymentTerms) -> Option<UmaAddress> {
    terms.uma.as_ref().map(|uma| uma.receiver.as_str().into())
}

/// Returns the on-chain transfer that brought the money.
fn brought_by(record: &PaymentRecord) -> Option<&OnChainTransfer> {
    let funding = record.state().funding.as_ref();
    record.terms.on_chain.as_ref().or_else(|| funding?.on_chain.as_ref())
}

fn on_chain(transfer: &OnChainTransfer) -> OnChainTransaction {
    OnChainTransaction { transaction_hash: transfer.hash.as_str().into(), network: transfer.network }
}

fn reconciliation(record: &PaymentRecord) -> Option<ReconciliationInstructions> {
    let reference = record.reference.as_deref()?;
    let on_chain = brought_by(record).map(|transfer| transfer.hash.as_str());
    let settled = record.state().settlement.as_ref().map(|proof| proof.reference.as_str());
    let transaction_hash = on_chain.or(settled).map(Into::into);
    Some(ReconciliationInstructions { reference: Some(reference.into()), transaction_hash })
}

fn refund(refund: &StoredRefund) -> Refund {
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
