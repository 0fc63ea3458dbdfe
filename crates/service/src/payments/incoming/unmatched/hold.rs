//! Incoming money that matches nothing, and the alert about it.

use causeway_domain::Revision;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::{UnmatchedEvent, UnmatchedStatus, next_unmatched, unmatched_commands};
use causeway_domain::postings;
use causeway_store::unmatched_deposits::{self as rows, UnmatchedDoc, UnmatchedRecord};
use causeway_store::{Error, Tx, alerts};
use serde_json::json;

use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::errors;
use crate::ports::IncomingMoney;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::upkeep::close_alert;

/// Books L2 for money that matches nothing, and raises an alert. `reference` was given by its payer.
pub(crate) fn hold(
    tx: &mut Tx<'_>,
    context: &Context,
    money: IncomingMoney,
    reference: String,
    event: Option<String>,
) -> Result<UnmatchedRecord, ApiError> {
    let IncomingMoney { amount, originator, on_chain, funds: _, reference: _, description: _ } = money;
    let record = UnmatchedRecord {
        id: context.id(),
        status: UnmatchedStatus::Held,
        doc: UnmatchedDoc { v: 1, amount, reference, originator, on_chain, event },
        payment: None,
        returning_since: None,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    rows::insert(tx, context.platform, &record)?;
    let suspended = postings::deposit_suspended(amount);
    ledger::book(tx, context, suspended, reason(&record), &mut [])?;
    call_operator(tx, context, &record)?;
    Ok(record)
}

/// Returns the posting reason of unmatched money.
pub(in crate::payments) const fn reason(record: &UnmatchedRecord) -> Reason {
    Reason { transaction: record.id, quote: None }
}

pub(in crate::payments) fn lock(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, Error> {
    rows::lock(tx, context.platform, id)
}

/// Applies an event to an unmatched deposit, saves the deposit, and closes the alert about its former status. The caller
/// must hold the deposit's row lock.
pub(in crate::payments) fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut UnmatchedRecord,
    event: UnmatchedEvent,
) -> Result<(), ApiError> {
    let before = record.status;
    record.status = next_unmatched(before, event).map_err(ApiError::internal)?;
    record.returning_since = (record.status == UnmatchedStatus::Returning).then_some(context.now);
    record.updated_at.advance(context.now);
    rows::update(tx, context.platform, record)?;
    Ok(close_settled(tx, record, before)?)
}

/// Closes the alert about the status that the money had before.
fn close_settled(tx: &mut Tx<'_>, record: &UnmatchedRecord, before: UnmatchedStatus) -> Result<(), Error> {
    let kind = match before {
        UnmatchedStatus::Held => AlertKind::DepositUnmatched,
        UnmatchedStatus::Returning => AlertKind::RefundStuck,
        UnmatchedStatus::Returned | UnmatchedStatus::Credited => return Ok(()),
    };
    close_alert(tx, kind, &record.id.to_string())
}

/// Refuses money that does not have this status.
pub(in crate::payments) fn check_is(
    record: &UnmatchedRecord,
    status: UnmatchedStatus,
) -> Result<(), ApiError> {
    if record.status == status { Ok(()) } else { Err(errors::unmatched_is(record.status)) }
}

/// Raises an alert about money that waits for a decision. The alert does not show the sender; an operator
/// looks that up.
pub(in crate::payments) fn call_operator(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &UnmatchedRecord,
) -> Result<(), ApiError> {
    raise(tx, context, AlertKind::DepositUnmatched, record)
}

/// Raises an alert about a return that its rail does not confirm.
pub(in crate::payments) fn call_stuck(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &UnmatchedRecord,
) -> Result<(), ApiError> {
    raise(tx, context, AlertKind::RefundStuck, record)
}

/// Returns the operator commands that the money now allows, ready to be typed except for words in capitals.
pub(crate) fn commands(record: &UnmatchedRecord) -> Vec<String> {
    let write = |command: &&str| format!("causeway {command} {} --reason TEXT", record.id);
    unmatched_commands(record.status).iter().map(write).collect()
}

fn raise(
    tx: &mut Tx<'_>,
    context: &Context,
    kind: AlertKind,
    record: &UnmatchedRecord,
) -> Result<(), ApiError> {
    let known = json!({
        "currency": record.doc.amount.currency,
        "amount": record.doc.amount.minor,
        "reference": record.doc.reference,
        "commands": commands(record),
    });
    let subject = record.id.to_string();
    Ok(alerts::raise(tx, Some(context.platform), context.id(), kind, &subject, &known)?)
}

/// Returns `true` if the money of an alert of this kind no longer waits for an operator.
pub(crate) fn is_settled(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
    kind: AlertKind,
) -> Result<bool, Error> {
    let is_held = kind == AlertKind::DepositUnmatched;
    let waits = if is_held { UnmatchedStatus::Held } else { UnmatchedStatus::Returning };
    Ok(rows::find(tx, platform, id)?.is_some_and(|record| record.status != waits))
}
