//! Starting a payment: the source is debited, the money converted and sent on its way, in one commit
//! (money 8.6: L5a and L5b); or the direct debit of the source begins, and all that waits for it (L5p). A transfer has
//! nothing to convert (money 10.3: L4a).

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::postings;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx};

use super::locked::LockedPayment;
use super::transition::PaymentEvent;
use super::{books, debit, errors, send_on};
use crate::internal_accounts::ledger::{self, NotBooked};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Starts a payment whose accounts are in order. `held` are the accounts whose balances change, locked. Leaves it
/// `PROCESSING`, or `COMPLETED` when the money is here and stays within the service.
pub(crate) fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    held: &mut [LockedAccount],
) -> Result<(), ApiError> {
    match locked.payment.terms.source.account() {
        Some(AccountRef::Internal(source)) => debit_source(tx, context, locked, source, held),
        Some(AccountRef::External(_)) => debit::begin(tx, context, locked),
        None => Err(Error::Data(format!("{} starts when its payer pays", locked.payment.id)).into()),
    }
}

/// Starts a transfer to an external account that is stored (L4a): `held` is its source, locked, which is debited.
///
/// # Errors
/// `INSUFFICIENT_BALANCE`.
pub(crate) fn transfer_out(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    held: &mut LockedAccount,
) -> Result<(), ApiError> {
    let transfer = payment.transfer_out().ok_or(Error::Missing)?;
    let started = postings::transfer_out_started(&transfer);
    let booked = ledger::book(tx, context, started, books::reason(payment), std::slice::from_mut(held));
    let total = books::total(payment)?;
    booked.map_err(|refused| not_paid(refused, total))?;
    let work = Work::SubmitPayout { transaction: payment.id };
    jobs::schedule(tx, context, &work, &payment.id, context.now)
}

fn debit_source(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    source: InternalAccountId,
    held: &mut [LockedAccount],
) -> Result<(), ApiError> {
    locked.apply(tx, context, PaymentEvent::Started)?;
    let payment = &locked.payment;
    let total = books::total(payment)?;
    let executed = postings::quote_executed(books::committed_to(payment)?, source, total);
    let converted = postings::quote_converted(&books::conversion(payment)?, books::payout_to(payment));
    let booked = ledger::book_all(tx, context, [executed, converted], books::reason(payment), held);
    booked.map_err(|refused| not_paid(refused, total))?;
    send_on::send_on(tx, context, locked, held)
}

/// Why a source does not pay.
fn not_paid(refused: NotBooked, total: Amount) -> ApiError {
    match refused {
        NotBooked::Insufficient { available, .. } => errors::insufficient_balance(available, total),
        NotBooked::Refused(refusal) => refusal,
    }
}
