//! The end of a refund: the money is given back, or kept for an operator.

use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::payments::TransactionType;
use causeway_domain::payments::lifecycle::{DepositPhase, Phase, RefundEvent, RefundTo};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::{Tx, internal_accounts};

use crate::payments::checks::accounts;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::payments::lifecycle::refund::{suspend, taker};
use crate::payments::rail::internal;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// L4c, L5e and L5d, or L6c; L3c for a debit that was cancelled.
pub(in crate::payments) fn give_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state().receipt.is_some() {
        locked.apply(tx, context, RefundEvent::Returned)?;
        return internal::give_back(tx, context, &locked.payment);
    }
    if locked.payment.kind == TransactionType::Incoming {
        return locked.apply(tx, context, RefundEvent::Returned);
    }
    let payment = &locked.payment;
    let to = payment.state().refund.as_ref().and_then(|refund| refund.to);
    let credited = taker(tx, context.platform, payment)?;
    let changed = accounts::in_lock_order(accounts::changed(&payment.terms).into_iter().chain(credited));
    let mut held = internal_accounts::lock_all(tx, context.platform, &changed)?;
    let is_taken = match credited {
        Some(account) => can_take(accounts::locked(&held, account)?, to),
        None => matches!(to, Some(RefundTo::DebitedAccount | RefundTo::Payer)),
    };
    let books = Books { held: &mut held, credited };
    if !is_taken {
        return suspend(tx, context, locked, books);
    }
    locked.apply_with(tx, context, RefundEvent::Returned, books).map(drop)
}

/// A payment that was to be cancelled has arrived: nothing goes back (money 10.7). Its rail is asked about the rest.
pub(in crate::payments) fn arrived_anyway(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    locked.apply(tx, context, RefundEvent::DeliveredAnyway)
}

/// The rail keeps the money: it waits for an operator. A debit that was to be cancelled brings it instead.
pub(in crate::payments) fn keep_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    match locked.payment.phase() {
        Phase::Deposit(DepositPhase::Accepted | DepositPhase::Collecting) => {
            arrived_anyway(tx, context, locked)
        }
        Phase::Outgoing(_) | Phase::Receipt(_) | Phase::Deposit(_) => {
            suspend(tx, context, locked, Books::default())
        }
    }
}

/// A frozen account takes back what it had paid: undoing a debit is no payment (money 3.2). A closed one cannot.
/// For an account that has paid nothing a refund is a payment like others.
fn can_take(held: &LockedAccount, to: Option<RefundTo>) -> bool {
    match (held.account.doc.state.status(), to) {
        (InternalAccountStatus::Closed, _) => false,
        (_, None) => true,
        (status, Some(_)) => status == InternalAccountStatus::Active,
    }
}
