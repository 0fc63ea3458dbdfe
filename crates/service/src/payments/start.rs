//! Starting a payment: the source is debited, the money converted and sent on its way, in one commit
//! (money 8.6: L5a and L5b); or the direct debit of the source begins, and all that waits for it (L5p). A transfer has
//! nothing to convert (money 10.3: L4a).

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, CustomerId, InternalAccountId};
use causeway_domain::payments::{Direction, TransactionStatus, TransactionType};
use causeway_domain::postings;
use causeway_store::internal_accounts::{InternalAccountRecord, LockedAccount};
use causeway_store::payments::{self, PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::{Error, Tx, customers as customer_rows, external_accounts};

use super::locked::LockedPayment;
use super::transition::PaymentEvent;
use super::{accounts, announce, debit, errors};
use crate::internal_accounts::ledger::{self, NotBooked, Reason};
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
    let booked = ledger::book(tx, context, started, Reason::of(payment), std::slice::from_mut(held));
    let total = payment.total()?;
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
    let total = payment.total()?;
    let executed = postings::quote_executed(payment.committed_to()?, source, total);
    let converted = postings::quote_converted(&payment.conversion()?, payment.payout_to());
    let booked = ledger::book_all(tx, context, [executed, converted], Reason::of(payment), held);
    booked.map_err(|refused| not_paid(refused, total))?;
    send_on(tx, context, locked, held)
}

/// Sends converted money on its way.
pub(super) fn send_on(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    held: &[LockedAccount],
) -> Result<(), ApiError> {
    let payment = locked.payment.id;
    let Some(AccountRef::Internal(destination)) = locked.payment.terms.destination.account() else {
        let work = Work::SubmitPayout { transaction: payment };
        return jobs::schedule(tx, context, &work, &payment, context.now);
    };
    locked.apply(tx, context, PaymentEvent::Delivered)?;
    let sender = match locked.payment.terms.source.account() {
        Some(AccountRef::Internal(source)) => accounts::locked(held, source)?.account.customer,
        Some(AccountRef::External(source)) => {
            external_accounts::find(tx, context.platform, source)?.ok_or(Error::Missing)?.customer
        }
        None => locked.payment.customer,
    };
    notify_receiver(tx, context, &locked.payment, sender, &accounts::locked(held, destination)?.account)
}

/// Money that reaches another owner within the service is that owner's incoming payment (money 8.6); `sender` is
/// the owner of the source.
fn notify_receiver(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    sender: Option<CustomerId>,
    destination: &InternalAccountRecord,
) -> Result<(), ApiError> {
    let receiver = destination.customer;
    if receiver == sender {
        return Ok(());
    }
    let platform = context.platform;
    let own_id = match receiver {
        None => platform.to_string(),
        Some(id) => customer_rows::own_id(tx, platform, id)?.ok_or(Error::Missing)?,
    };
    let terms = &payment.terms;
    let arrives_in =
        Side::Account { account: AccountRef::Internal(destination.id), currency: destination.currency };
    let incoming = PaymentRecord {
        id: context.id(),
        kind: TransactionType::Incoming,
        status: TransactionStatus::Completed,
        customer: receiver,
        platform_customer_id: own_id,
        recipient: None,
        quote: payment.quote,
        reference: payment.reference.clone(),
        terms: PaymentTerms {
            sent: terms.sent,
            received: terms.received,
            exchange_rate: terms.exchange_rate,
            description: terms.description.clone(),
            ..PaymentTerms::between(Direction::Credit, terms.source.clone(), arrives_in)
        },
        state: PaymentState::settled(context.now),
        created_at: context.now,
        updated_at: context.now,
    };
    payments::insert(tx, platform, &incoming)?;
    announce::status(tx, context, &incoming)
}

/// Why a source does not pay.
fn not_paid(refused: NotBooked, total: Amount) -> ApiError {
    match refused {
        NotBooked::Insufficient { available, .. } => errors::insufficient_balance(available, total),
        NotBooked::Refused(refusal) => refusal,
    }
}
