//! The delivery of one platform's payment to the other.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::{IncomingUmaEvent, IncomingUmaPhase, Phase};
use causeway_domain::payments::{InternalInvoice, OutgoingFailure, RefundReason, TransactionType};
use causeway_store::payments::{PaidBy, PaymentRecord};
use causeway_store::{Error, Tx};

use crate::payments::incoming::uma;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::is_under_way;
use crate::payments::rail::payout::outcome;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Pays an invoice of another platform; a payment that is no longer possible is refunded.
pub(in crate::payments) async fn pay(
    job: &ClaimedJob,
    payer: TransactionId,
    invoice: InternalInvoice,
) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| settle(tx, context, payer, invoice)).await
}

fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    payer: TransactionId,
    invoice: InternalInvoice,
) -> Result<Next, ApiError> {
    let (mut payer, mut receiver) = lock(tx, context.platform, payer, invoice)?;
    // An operator may have given the payment up.
    if !is_under_way(&payer.payment) {
        return Ok(Next::Done);
    }
    check_fits(&payer.payment, &receiver.payment)?;
    let receiving_context = Context::read(tx, &context.app, invoice.platform)?;
    let failure = match Payability::of(&receiver.payment, receiving_context.now) {
        // Money of one environment is none in the other.
        _ if receiving_context.environment != context.environment => OutgoingFailure::QuoteExecutionFailed,
        Payability::Payable => {
            let paid_by = PaidBy { platform: context.platform, transaction: payer.payment.id };
            uma::paid(tx, &receiving_context, &mut receiver, paid_by)?;
            outcome::deliver(tx, context, &mut payer)?;
            return Ok(Next::Done);
        }
        Payability::Expired => {
            receiver.apply(tx, &receiving_context, IncomingUmaEvent::InvoiceExpired)?;
            OutgoingFailure::QuoteExpired
        }
        Payability::Over(failure) => failure,
    };
    outcome::fail(tx, context, &mut payer, failure, RefundReason::TransactionFailed)?;
    Ok(Next::Done)
}

/// The state of an invoice on the clock of its platform.
enum Payability {
    Payable,
    /// The invoice has expired; the expiry is not saved yet.
    Expired,
    /// The invoice can no longer be paid.
    Over(OutgoingFailure),
}

impl Payability {
    fn of(receiver: &PaymentRecord, now: Time) -> Self {
        let ends_at = uma::invoice_ends_at(receiver);
        match receiver.phase() {
            Phase::IncomingUma(IncomingUmaPhase::Approved) if ends_at.is_some_and(|end| now < end) => {
                Self::Payable
            }
            Phase::IncomingUma(IncomingUmaPhase::Approved) => Self::Expired,
            Phase::IncomingUma(IncomingUmaPhase::Failed { .. }) => Self::Over(OutgoingFailure::QuoteExpired),
            _ => Self::Over(OutgoingFailure::QuoteExecutionFailed),
        }
    }
}

/// Locks both payments in the order of their ids: they are rows of one table.
fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payer: TransactionId,
    invoice: InternalInvoice,
) -> Result<(LockedPayment, LockedPayment), Error> {
    let receiver = invoice.transaction;
    if payer < receiver {
        let payer = LockedPayment::get(tx, platform, payer)?;
        Ok((payer, LockedPayment::get(tx, invoice.platform, receiver)?))
    } else {
        let receiver = LockedPayment::get(tx, invoice.platform, receiver)?;
        Ok((LockedPayment::get(tx, platform, payer)?, receiver))
    }
}

/// Refuses an invoice that differs from the payment. Both are authenticated: a difference is a defect of the
/// service.
fn check_fits(payer: &PaymentRecord, receiver: &PaymentRecord) -> Result<(), Error> {
    let is_the_same = payer.terms.internal_invoice() == receiver.terms.internal_invoice();
    let is_incoming = receiver.kind == TransactionType::Incoming;
    if is_the_same && is_incoming && payer.terms.received == receiver.terms.sent {
        return Ok(());
    }
    Err(Error::Data(format!("{} does not pay what {} wants", payer.id, receiver.id)))
}
