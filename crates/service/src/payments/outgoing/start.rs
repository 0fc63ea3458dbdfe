//! The start of a payment: its source is debited, the money converted and sent on its way, in one commit
//! (money 8.6: L5a and L5b); or the direct debit of its source begins (L5p). A transfer has nothing to
//! convert (money 10.3: L4a).

use causeway_domain::ids::{AccountRef, CustomerId};
use causeway_domain::payments::lifecycle::{DepositPhase, OutgoingEvent, PaidBy};
use causeway_domain::payments::{Direction, TransactionType};
use causeway_store::internal_accounts::{InternalAccountRecord, LockedAccount};
use causeway_store::payments::{NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::{Error, Tx, customers as customer_rows, external_accounts};

use crate::payments::checks::{accounts, invoice};
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Starts a payment with valid accounts. `held` are the row-locked accounts whose balances change. Leaves the
/// payment `PROCESSING`, or `COMPLETED` if the money has arrived and stays within the service.
///
/// # Errors
/// `INSUFFICIENT_BALANCE`; `CONFLICT` with `INVOICE_PAID`.
pub(crate) fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    accounts: &mut [LockedAccount],
) -> Result<(), ApiError> {
    invoice::claim(tx, context, &locked.payment)?;
    match locked.payment.course().paid_by {
        PaidBy::Transfer => {
            locked.apply_with(tx, context, OutgoingEvent::TransferBegun, Books::of(accounts)).map(drop)
        }
        PaidBy::Account => {
            locked.apply_with(tx, context, OutgoingEvent::Executed, Books::of(accounts))?;
            deliver_internally(tx, context, locked, accounts)
        }
        PaidBy::Debit => locked.apply(tx, context, OutgoingEvent::DebitBegun),
        PaidBy::Bank | PaidBy::Crypto => {
            Err(Error::Data(format!("{} starts when its payer pays", locked.payment.id)).into())
        }
    }
}

/// Delivers converted money that stays within the service. A no-op for other money, which is left to its
/// rail.
pub(in crate::payments) fn deliver_internally(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    accounts: &[LockedAccount],
) -> Result<(), ApiError> {
    let Some(AccountRef::Internal(destination)) = locked.payment.terms.destination.account() else {
        return Ok(());
    };
    locked.apply(tx, context, OutgoingEvent::Delivered)?;
    let sender = match locked.payment.terms.source.account() {
        Some(AccountRef::Internal(source)) => accounts::locked(accounts, source)?.account.customer,
        Some(AccountRef::External(source)) => {
            external_accounts::find(tx, context.platform, source)?.ok_or(Error::Missing)?.customer
        }
        None => locked.payment.customer,
    };
    notify_receiver(tx, context, &locked.payment, sender, &accounts::locked(accounts, destination)?.account)
}

/// Saves the receiver's incoming payment if the money reaches another owner within the service (money 8.6);
/// `sender` is the owner of the source.
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
    let incoming = PaymentRecord::new(NewPayment {
        id: context.id(),
        kind: TransactionType::Incoming,
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
        state: PaymentState {
            settled_at: Some(context.now),
            ..PaymentState::new(DepositPhase::Mirrored.into())
        },
        created_at: context.now,
    });
    LockedPayment::new(incoming).save(tx, context)
}
