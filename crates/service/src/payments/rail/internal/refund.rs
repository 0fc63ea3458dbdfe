//! Refunds to a payer of this deployment, for money that the receiver cannot have.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::InternalInvoice;
use causeway_store::payments::{self, PaidBy, PaymentRecord};
use causeway_store::{Error, Tx};

use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::has_arrived;
use crate::payments::rail::payout::outcome;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Locks the payer of an incoming UMA payment that is about to be locked, if the payer's id comes first.
pub(in crate::payments) fn lock_payer_first(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    incoming: TransactionId,
) -> Result<(), Error> {
    let found = payments::find(tx, platform, incoming)?;
    match found.as_ref().and_then(paid_by).filter(|payer| payer.transaction < incoming) {
        Some(payer) => lock_payer(tx, payer).map(drop),
        None => Ok(()),
    }
}

/// Records at the payer of an incoming UMA payment with a booked refund that its payment has been returned. A
/// no-op for a payment from elsewhere.
pub(in crate::payments) fn refund_payer(
    tx: &mut Tx<'_>,
    context: &Context,
    incoming: &PaymentRecord,
) -> Result<(), ApiError> {
    let Some(invoice) = incoming.terms.internal_invoice() else { return Ok(()) };
    let by = paid_by(incoming).ok_or(Error::Missing)?;
    let mut payer = lock_payer(tx, by)?;
    check_is_payer(&payer.payment, invoice)?;
    let payer_context = Context::read(tx, &context.app, by.platform)?;
    outcome::return_payout(tx, &payer_context, &mut payer, None)
}

fn paid_by(payment: &PaymentRecord) -> Option<PaidBy> {
    payment.state().incoming_uma.as_ref()?.paid_by
}

fn lock_payer(tx: &mut Tx<'_>, by: PaidBy) -> Result<LockedPayment, Error> {
    LockedPayment::get(tx, by.platform, by.transaction)
}

/// Checks that the payer pays this invoice. The payer's id comes from the receiver's state, which is not
/// authenticated; the terms of the payer's payment are.
fn check_is_payer(payer: &PaymentRecord, invoice: InternalInvoice) -> Result<(), Error> {
    if payer.terms.internal_invoice() == Some(invoice) && has_arrived(payer) {
        return Ok(());
    }
    let InternalInvoice { transaction, .. } = invoice;
    Err(Error::NotAuthentic(format!("that {} was paid by {}", transaction, payer.id)))
}
