//! The invoice of a payout to a Lightning address (money 4.7).
//!
//! The writes of such a payout, in their order:
//!
//! 1. The operation debits the source and schedules the job. There is no invoice.
//! 2. The job asks the server of the address. Nothing is written: if the process dies, the next run asks
//!    again, and an invoice that was not stored is never paid.
//! 3. The job stores the invoice and claims its payment hash, in one commit under the lock of the payment, and
//!    only while the payment is under way. If the address gave no invoice, that commit fails the payment: its
//!    money cannot have left, because the node has not heard of it.
//! 4. The job runs again with the stored invoice, asks the node about the payment, and instructs it if the
//!    node does not know the payment. From here on the stored invoice is the only one, and the payment's id
//!    the only key: if the process dies, the next run asks the node first.

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::RefundReason;
use causeway_store::lightning_invoices::{self, LightningInvoiceRecord};
use causeway_store::{Error, Tx};

use super::outcome;
use crate::lightning::address::{AddressInvoice, AddressRefusal, ask_invoice};
use crate::payments::checks::invoice;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::is_under_way;
use crate::payments::rail::lightning::LightningOrder;
use crate::ports::PayoutFailure;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// The refusal of an invoice that another payment of the environment pays or has paid.
const REUSED: AddressRefusal = AddressRefusal {
    failure: PayoutFailure::ExecutionFailed,
    reason: "the server of the Lightning address gave the invoice of another payment",
};

/// Asks an address for the invoice of a payout, and stores it.
pub(super) async fn fetch(job: &ClaimedJob, order: &LightningOrder, address: &str) -> Result<(), ApiError> {
    let fetched = ask_invoice(&job.app, order.environment, address, order.amount.minor).await;
    let payment = order.transaction;
    job.conclude(&[], move |tx, context| settle(tx, context, payment, &fetched)).await
}

fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: TransactionId,
    fetched: &Result<AddressInvoice, AddressRefusal>,
) -> Result<Next, ApiError> {
    let mut locked = LockedPayment::get(tx, context.platform, payment)?;
    if !is_under_way(&locked.payment) {
        return Ok(Next::Done);
    }
    let pay = Next::Again { at: context.now };
    if lightning_invoices::find(tx, context.platform, payment)?.is_some() {
        return Ok(pay);
    }
    let refusal = match fetched {
        Ok(fetched) => {
            if store(tx, context, payment, fetched)? {
                return Ok(pay);
            }
            REUSED
        }
        Err(refusal) => *refusal,
    };
    tracing::warn!(%payment, reason = refusal.reason, "a Lightning address cannot be paid");
    outcome::fail(tx, context, &mut locked, refusal.failure.into(), RefundReason::TransactionFailed)?;
    Ok(Next::Done)
}

/// Stores the invoice of a payment. Returns `false`, and writes nothing, if another payment has its payment hash.
fn store(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: TransactionId,
    fetched: &AddressInvoice,
) -> Result<bool, Error> {
    if !invoice::claim_hash(tx, context, payment, &fetched.payment_hash)? {
        return Ok(false);
    }
    let record = LightningInvoiceRecord { transaction: payment, invoice: fetched.text.clone() };
    lightning_invoices::insert(tx, context.platform, &record)?;
    Ok(true)
}
