//! The outcome of a direct debit that funds a quote (money 2.2, L5p).

use causeway_domain::ids::AccountRef;
use causeway_domain::payments::RefundReason;
use causeway_domain::payments::lifecycle::OutgoingEvent;
use causeway_store::payments::PaymentTerms;
use causeway_store::{Error, Tx, external_accounts, internal_accounts};

use super::start::deliver_internally;
use crate::payments::checks::{accounts, invoice};
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::payments::lifecycle::refund;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Converts settled money and sends it on, at the rate that the execution locked, however late it came. If an
/// account involved can no longer take money, it is refunded.
pub(in crate::payments) fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    let mut accounts =
        internal_accounts::lock_all(tx, context.platform, &accounts::changed(&locked.payment.terms))?;
    if !accounts.iter().all(accounts::is_active) || !takes_money(tx, context, &locked.payment.terms)? {
        locked.apply(tx, context, OutgoingEvent::DebitSettledInVain)?;
        return refund::open(tx, context, locked, RefundReason::TransactionFailed);
    }
    locked.apply_with(tx, context, OutgoingEvent::DebitSettled, Books::of(&mut accounts))?;
    deliver_internally(tx, context, locked, &accounts)
}

/// Checks that the destination still takes money. A deletion of the account does not stop a payment under way
/// (money 4.5); a disabled account or an expired invoice does.
fn takes_money(tx: &mut Tx<'_>, context: &Context, terms: &PaymentTerms) -> Result<bool, ApiError> {
    let Some(AccountRef::External(account)) = terms.destination.account() else { return Ok(true) };
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    Ok(accounts::is_payable(account.status) && !invoice::is_expired(&account, context.now))
}
