//! What a receiver of this deployment cannot have goes back to its payer.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::InternalInvoice;
use causeway_store::payments::{self, PaidBy, PaymentRecord};
use causeway_store::{Error, Tx};

use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::has_arrived;
use crate::payments::rail::payout::outcome;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Locks the payer of a receipt that is about to be locked, where that is the order of their ids.
///
/// # Errors
/// Those of the database.
pub(in crate::payments) fn lock_payer_first(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    receipt: TransactionId,
) -> Result<(), Error> {
    let found = payments::find(tx, platform, receipt)?;
    match found.as_ref().and_then(paid_by).filter(|payer| payer.transaction < receipt) {
        Some(payer) => lock_payer(tx, payer).map(drop),
        None => Ok(()),
    }
}

/// The payer of a receipt whose refund is booked has its money again: its payment has come back. Nothing where the receipt
/// came from elsewhere.
///
/// # Errors
/// Those of the database.
pub(in crate::payments) fn give_back(
    tx: &mut Tx<'_>,
    context: &Context,
    receipt: &PaymentRecord,
) -> Result<(), ApiError> {
    let Some(invoice) = receipt.terms.internal_invoice() else { return Ok(()) };
    let by = paid_by(receipt).ok_or(Error::Missing)?;
    let mut payer = lock_payer(tx, by)?;
    check_is_payer(&payer.payment, invoice)?;
    let there = Context::read(tx, &context.app, by.platform)?;
    outcome::send_back(tx, &there, &mut payer)
}

fn paid_by(receipt: &PaymentRecord) -> Option<PaidBy> {
    receipt.state().receipt.as_ref()?.paid_by
}

fn lock_payer(tx: &mut Tx<'_>, by: PaidBy) -> Result<LockedPayment, Error> {
    LockedPayment::get(tx, by.platform, by.transaction)
}

/// The state of the receipt names the payer, and is not authenticated. The terms of the payer's payment are.
fn check_is_payer(payer: &PaymentRecord, invoice: InternalInvoice) -> Result<(), Error> {
    if payer.terms.internal_invoice() == Some(invoice) && has_arrived(payer) {
        return Ok(());
    }
    let InternalInvoice { transaction, .. } = invoice;
    Err(Error::NotAuthentic(format!("that {} was paid by {}", transaction, payer.id)))
}
