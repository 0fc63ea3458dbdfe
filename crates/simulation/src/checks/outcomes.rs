//! Later outcomes of executed payments, as a platform's backend learns of them: settled debits and refunds.
//! They change the expected balances.

use causeway_domain::ids::{AccountRef, InternalAccountId, PlatformId, QuoteId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::payments::lifecycle::{Custody, RefundDestination};
use causeway_domain::payments::{DebitStatus, Direction, RefundStatus, TransactionStatus, TransactionType};
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{self, Filter, PaymentRecord};
use causeway_store::{Error, Tx, external_accounts, internal_accounts};

use super::cards::follow_cards;
use super::deposits::is_deposit;
use crate::areas::{conversion, convert, credit, debit_of, follow_actions, is_paid_in, learn_transfer};
use crate::violation::{CheckResult, Violation};
use crate::world::{Quote, World};

/// Records all changes of payments since the last look.
pub(super) fn follow(world: &mut World) -> CheckResult {
    for number in 0..world.tenants.len() {
        for change in changes_of(world, number)? {
            apply_change(world, number, &change)?;
        }
        let transfers: Vec<_> = world.tenants[number].transfers.keys().copied().collect();
        for id in transfers {
            learn_transfer(world, number, id)?;
        }
        follow_actions(world, number)?;
        follow_incoming(world, number)?;
        follow_cards(world, number)?;
    }
    Ok(())
}

/// Records the money that incoming UMA payments credited and that deposits moved, including those whose
/// response was lost.
fn follow_incoming(world: &mut World, number: usize) -> CheckResult {
    let platform = world.tenants[number].id;
    let now = world.now();
    let filter = Filter { kind: Some(TransactionType::Incoming), ..Filter::default() };
    let page = Page { after: None, limit: 2_000, order: Order::Descending };
    let found = world.read(move |tx| payments::list(tx, platform, &filter, now, &page))?.0;
    for payment in found {
        let is_deposit = is_deposit(&payment);
        let account = if is_deposit { payment.terms.destination.account() } else { payment.credit() };
        let Some(AccountRef::Internal(account)) = account else { continue };
        let is_moved = payment.status() == TransactionStatus::Completed;
        let moved = payment.terms.received.filter(|_| is_moved).map_or(0, |received| received.minor);
        let credited = if payment.terms.direction == Direction::Debit { -moved } else { moved };
        let tenant = &mut world.tenants[number];
        let all = if is_deposit { &mut tenant.deposits } else { &mut tenant.incoming_uma };
        let known = all.entry(payment.id).or_insert(0);
        let before = std::mem::replace(known, credited);
        if before != credited {
            credit(world, number, account, credited - before)?;
        }
    }
    Ok(())
}

/// The changed state of a quote's payment.
struct PaymentChange {
    id: QuoteId,
    payment: PaymentRecord,
    /// The internal account of a debited account's owner, in its currency.
    owners_account: Option<InternalAccountId>,
}

impl PaymentChange {
    /// Returns `true` if the money was converted and sent on.
    fn is_converted(&self) -> bool {
        let is_kept = self.payment.phase().custody() == Some(Custody::Quote);
        let is_debited =
            debit_of(&self.payment).is_none_or(|debit| debit == DebitStatus::Settled && !is_kept);
        is_debited && (self.payment.state().funding.is_none() || is_paid_in(&self.payment))
    }

    /// Returns the final status of the refund, or `None` while it is pending.
    fn refund(&self) -> Option<RefundStatus> {
        let status = self.payment.state().refund.as_ref().map(|refund| refund.status);
        status.filter(|status| *status != RefundStatus::Pending)
    }

    /// Returns the account that receives the refund, or `None` if it leaves the service.
    fn taker(&self) -> CheckResult<Option<InternalAccountId>> {
        let to = self.payment.state().refund.as_ref().and_then(|refund| refund.to);
        match (to, self.payment.terms.source.account()) {
            (Some(RefundDestination::OwnersAccount), Some(AccountRef::External(_))) => {
                Ok(self.owners_account)
            }
            (None, Some(AccountRef::Internal(account))) => Ok(Some(account)),
            (Some(RefundDestination::DebitedAccount), Some(AccountRef::External(_))) => Ok(None),
            (Some(RefundDestination::Payer), None) => Ok(None),
            // Coins are refunded to the account that they passed through.
            (None, None) => Ok(self.payment.terms.funding.as_ref().and_then(|funding| funding.account)),
            (to, source) => {
                Err(Violation(format!("{} was paid from {source:?}, but is refunded to {to:?}", self.id)))
            }
        }
    }
}

/// Lists the executed quotes whose payments changed.
fn changes_of(world: &World, number: usize) -> CheckResult<Vec<PaymentChange>> {
    let tenant = &world.tenants[number];
    let platform = tenant.id;
    let executed = tenant.quotes.iter().filter(|(_, quote)| quote.is_executed);
    let executed: Vec<_> = executed.map(|(id, quote)| (*id, *quote)).collect();
    world.read(move |tx| {
        let mut all = Vec::new();
        for (id, known) in &executed {
            let payment = payments::find(tx, platform, known.transaction)?.ok_or(Error::Missing)?;
            let owners_account = owners_account(tx, platform, &payment)?;
            let change = PaymentChange { id: *id, payment, owners_account };
            if has_changed(&change, known) {
                all.push(change);
            }
        }
        Ok(all)
    })
}

fn owners_account(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payment: &PaymentRecord,
) -> Result<Option<InternalAccountId>, Error> {
    let Some(AccountRef::External(source)) = payment.terms.source.account() else { return Ok(None) };
    let debited = external_accounts::find(tx, platform, source)?.ok_or(Error::Missing)?;
    let owner = debited.customer.map_or(Owner::Platform(platform), Owner::Customer);
    let held = internal_accounts::find_by_owner(tx, platform, owner, debited.currency)?;
    Ok(held.map(|held| held.account.id))
}

fn has_changed(change: &PaymentChange, known: &Quote) -> bool {
    change.is_converted() != known.is_converted || change.refund() != known.refund
}

fn apply_change(world: &mut World, number: usize, change: &PaymentChange) -> CheckResult {
    let Some(known) = world.tenants[number].quotes.get_mut(&change.id) else { return Ok(()) };
    let was_converted = std::mem::replace(&mut known.is_converted, change.is_converted());
    let before = std::mem::replace(&mut known.refund, change.refund());
    if change.is_converted() && !was_converted {
        convert(world, number, &change.payment.terms)?;
    }
    if before == change.refund() {
        return Ok(());
    }
    let conversion = conversion(&change.payment.terms)?;
    // A refund reverses the conversion and the platform's fee, whatever its own outcome.
    if before.is_none()
        && change.is_converted()
        && let Some(account) = conversion.platform_fee_account
    {
        credit(world, number, account, -conversion.price.platform_fee)?;
    }
    match change.taker()? {
        Some(account) if change.refund() == Some(RefundStatus::Completed) => {
            let paid_in = change.payment.state().funding.as_ref().map(|funding| funding.amount.minor);
            credit(world, number, account, paid_in.unwrap_or(conversion.price.total_sending))
        }
        Some(_) | None => Ok(()),
    }
}
