//! Decisions about payments that await one.

use causeway_domain::ids::AccountRef;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::TransactionType;
use causeway_domain::payments::lifecycle::IncomingUmaEvent;
use causeway_store::payments::{PaymentFact, PaymentRecord, Side};
use causeway_store::{
    Error, Tx, approvals, customers as customer_rows, external_accounts, internal_accounts, platforms,
};
use serde_json::{Map, Value as Json};

use super::ask::job_of;
use super::facts;
use crate::customers;
use crate::payments::checks::accounts::{check_active, is_payable};
use crate::payments::checks::limits;
use crate::payments::errors;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs;
use crate::runtime::settings::Settings;

/// Why a payment is not approved.
#[derive(Debug)]
pub(in crate::payments) enum ApprovalError {
    /// Facts about the receiver that the sender's provider requires and the platform did not give.
    FactsMissing(Vec<String>),
    /// The payment could not be credited.
    NotCreditable,
    /// The checks themselves failed.
    Failed(ApiError),
}

/// Approves a payment; `given` are the platform's facts about the receiver. Writes nothing if the payment is
/// not approved.
pub(in crate::payments) fn approve(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    facts: &Map<String, Json>,
) -> Result<(), ApprovalError> {
    let missing = facts::missing(&locked.payment, facts);
    if !missing.is_empty() {
        return Err(ApprovalError::FactsMissing(missing));
    }
    if !is_creditable(tx, context, &locked.payment).map_err(ApprovalError::Failed)? {
        return Err(ApprovalError::NotCreditable);
    }
    record_approval(tx, context, locked, facts).map_err(ApprovalError::Failed)
}

fn record_approval(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    receiver_facts: &Map<String, Json>,
) -> Result<(), ApiError> {
    let receiver_facts = facts::requested_facts(&locked.payment, receiver_facts);
    locked.payment.note(PaymentFact::Given(receiver_facts), context.now)?;
    end(tx, context, locked, IncomingUmaEvent::Approved)
}

/// A platform's rejection of a payment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::payments) struct Rejection {
    /// In the platform's own words.
    pub(in crate::payments) reason: Option<String>,
    /// Fields of the payer that the platform requires.
    pub(in crate::payments) wants: Vec<String>,
}

/// Rejects a payment for its platform.
pub(in crate::payments) fn reject(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    Rejection { reason, wants }: Rejection,
) -> Result<(), ApiError> {
    locked.payment.note(PaymentFact::Rejection { reason, wants }, context.now)?;
    end(tx, context, locked, IncomingUmaEvent::Rejected)
}

/// Ends the wait for a decision with this event.
pub(in crate::payments) fn end(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    event: IncomingUmaEvent,
) -> Result<(), ApiError> {
    let transaction = locked.payment.id;
    locked.apply(tx, context, event)?;
    approvals::close(tx, context.platform, transaction)?;
    // A timeout may come from the window's own job, which ends by itself.
    match event {
        IncomingUmaEvent::ApprovalTimedOut => Ok(()),
        _ => jobs::withdraw(tx, context, job_of(transaction)),
    }
}

/// Returns `true` if the money could be credited now (money 10.5).
fn is_creditable(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<bool, ApiError> {
    let platform = context.platform;
    let receiver = payment.customer.ok_or(Error::Missing)?;
    let found = customer_rows::hold(tx, platform, receiver)?;
    let Some(customer) = found.filter(|customer| !customer.is_deleted) else { return Ok(false) };
    let settings = Settings::of(tx, context)?;
    if customers::readiness::check(&settings, &customer).is_err() {
        return Ok(false);
    }
    let asked = asked_currency(&payment.terms.source);
    let record = platforms::get(tx, platform)?;
    if limits::check_enabled(&record, asked, TransactionType::Incoming).is_err() {
        return Ok(false);
    }
    Ok(match payment.credit().ok_or(Error::Missing)? {
        AccountRef::Internal(id) => {
            let account = internal_accounts::find(tx, platform, id)?.ok_or(Error::Missing)?;
            check_active("receiving", &account).is_ok()
        }
        AccountRef::External(id) => {
            let account = external_accounts::find(tx, platform, id)?.ok_or(Error::Missing)?;
            !account.is_deleted && is_payable(account.status)
        }
    })
}

/// Returns the currency that the sender's provider asked to convert to; the credited account may have another one.
const fn asked_currency(source: &Side) -> CurrencyCode {
    match source {
        Side::Account { currency, .. } | Side::Funding { currency, .. } | Side::Uma { currency, .. } => {
            *currency
        }
    }
}

/// Maps a failed approval to the error of the API call.
pub(in crate::payments) fn refusal(not_approved: ApprovalError) -> ApiError {
    match not_approved {
        ApprovalError::FactsMissing(names) => errors::receiver_facts_missing(&names),
        ApprovalError::NotCreditable => errors::not_approvable(),
        ApprovalError::Failed(failed) => failed,
    }
}
