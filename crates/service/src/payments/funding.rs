//! Money is paid in for a payment (money 2.2 L6, 8.4): it is carried out, or has failed and the money goes back.

use causeway_domain::payments::RefundReason;
use causeway_domain::postings;
use causeway_store::Tx;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::Funding;

use super::accounts::{coins_account, is_active};
use super::locked::LockedPayment;
use super::transition::PaymentEvent;
use super::{refund, start};
use crate::internal_accounts::ledger::{self, Reason};
use crate::ports::IncomingMoney;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// L6a, or L6b and L5a, then L5b: exactly what the quote wants is here, and everybody can take part. `held` are the
/// accounts whose balances change, locked.
pub(crate) fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    money: &IncomingMoney,
    held: &mut [LockedAccount],
) -> Result<(), ApiError> {
    paid_in(locked, money, true);
    locked.apply(tx, context, PaymentEvent::Started)?;
    let payment = &locked.payment;
    let (quote, reason) = (payment.committed_to()?, Reason::of(payment));
    let converted = postings::quote_converted(&payment.conversion()?, payment.payout_to());
    match coins_account(&payment.terms) {
        None => {
            let funded = postings::quote_funded(quote, money.amount);
            ledger::book_all(tx, context, [funded, converted], reason, held)?;
        }
        Some(account) => {
            let arrived = postings::coins_paid_in(account, money.amount);
            let committed = postings::coins_committed(quote, account, money.amount);
            ledger::book_all(tx, context, [arrived, committed, converted], reason, held)?;
        }
    }
    start::send_on(tx, context, locked, held)
}

/// L6b or L6c: what is here does not carry the payment out, for the reason that `event` names. Coins stay in the
/// account that they came into; what a bank brought goes back to its payer.
pub(crate) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    money: &IncomingMoney,
    event: PaymentEvent,
    held: &mut [LockedAccount],
) -> Result<(), ApiError> {
    paid_in(locked, money, false);
    locked.apply(tx, context, event)?;
    let reason = Reason::of(&locked.payment);
    let Some(account) = coins_account(&locked.payment.terms) else {
        let suspended = postings::funding_suspended(money.amount);
        ledger::book(tx, context, suspended, reason, &mut [])?;
        return refund::open(tx, context, locked, RefundReason::TransactionFailed);
    };
    if held.iter().any(|held| held.account.id == account && is_active(held)) {
        ledger::book(tx, context, postings::coins_paid_in(account, money.amount), reason, held)?;
        return refund::credited(tx, context, locked);
    }
    ledger::book(tx, context, postings::funding_suspended(money.amount), reason, &mut [])?;
    refund::not_credited(tx, context, locked)
}

fn paid_in(locked: &mut LockedPayment, money: &IncomingMoney, is_sent_on: bool) {
    let on_chain = money.on_chain.clone();
    locked.payment.state.funding = Some(Funding { amount: money.amount, is_sent_on, on_chain });
}
