//! The end of a refund: the money is refunded, or kept for an operator.

use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::payments::TransactionType;
use causeway_domain::payments::lifecycle::{DepositPhase, Phase, RefundDestination, RefundEvent};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::{Tx, internal_accounts};

use crate::payments::checks::accounts;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::payments::lifecycle::refund::{suspend, taker};
use crate::payments::rail::internal;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Books L4c, L5e and L5d, or L6c; L3c for a cancelled debit.
pub(in crate::payments) fn complete(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state().incoming_uma.is_some() {
        locked.apply(tx, context, RefundEvent::Returned)?;
        return internal::refund_payer(tx, context, &locked.payment);
    }
    if locked.payment.kind == TransactionType::Incoming {
        return locked.apply(tx, context, RefundEvent::Returned);
    }
    let payment = &locked.payment;
    let to = payment.state().refund.as_ref().and_then(|refund| refund.to);
    let credited = taker(tx, context.platform, payment)?;
    let changed = accounts::in_lock_order(accounts::changed(&payment.terms).into_iter().chain(credited));
    let mut accounts = internal_accounts::lock_all(tx, context.platform, &changed)?;
    let is_taken = match credited {
        Some(account) => can_take(accounts::locked(&accounts, account)?, to),
        None => matches!(to, Some(RefundDestination::DebitedAccount | RefundDestination::Payer)),
    };
    let books = Books { accounts: &mut accounts, credited };
    if !is_taken {
        return suspend(tx, context, locked, books);
    }
    locked.apply_with(tx, context, RefundEvent::Returned, books).map(drop)
}

/// Ends the refund of a payment that arrived despite its cancellation (money 10.7): its rail is asked about the
/// rest. Books L4b or L5c for a failed one (money 9).
pub(in crate::payments) fn arrived_anyway(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    locked.apply(tx, context, RefundEvent::DeliveredAnyway)
}

/// Puts money that the rail keeps into suspense. A debit that was to be cancelled is settled instead.
pub(in crate::payments) fn suspend_kept(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    match locked.payment.phase() {
        Phase::Deposit(DepositPhase::Accepted | DepositPhase::Collecting) => {
            arrived_anyway(tx, context, locked)
        }
        Phase::Outgoing(_) | Phase::IncomingUma(_) | Phase::Deposit(_) => {
            suspend(tx, context, locked, Books::default())
        }
    }
}

/// Returns `true` if the account can take the refund. A frozen account takes back its own payment: undoing a
/// debit is not a payment (money 3.2). A closed one cannot. For an account that has not paid, a refund is a
/// payment like any other.
fn can_take(account: &LockedAccount, to: Option<RefundDestination>) -> bool {
    match (account.account.doc.state.status(), to) {
        (InternalAccountStatus::Closed, _) => false,
        (_, None) => true,
        (status, Some(_)) => status == InternalAccountStatus::Active,
    }
}
