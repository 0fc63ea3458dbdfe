//! What becomes of executed payments later, as a platform's backend learns of it: debits that bring their money, and
//! refunds. The balances that it counts on change.

use causeway_domain::ids::{AccountRef, InternalAccountId, PlatformId, QuoteId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::payments::lifecycle::{Custody, RefundTo};
use causeway_domain::payments::{DebitStatus, Direction, RefundStatus, TransactionStatus, TransactionType};
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{self, Filter, PaymentRecord};
use causeway_store::{Error, Tx, external_accounts, internal_accounts};

use super::cards::follow_cards;
use super::deposits::is_deposit;
use crate::areas::{conversion, convert, credit, debit_of, follow_actions, is_paid_in, learn_transfer};
use crate::violation::{Checked, Violation};
use crate::world::{Quote, World};

/// Takes in everything that has become of payments since the last look.
pub(super) fn follow(world: &mut World) -> Checked {
    for number in 0..world.tenants.len() {
        for news in news_of(world, number)? {
            take_in(world, number, &news)?;
        }
        let transfers: Vec<_> = world.tenants[number].transfers.keys().copied().collect();
        for id in transfers {
            learn_transfer(world, number, id)?;
        }
        follow_actions(world, number)?;
        follow_receipts(world, number)?;
        follow_cards(world, number)?;
    }
    Ok(())
}

/// Takes in what payments from UMA addresses have credited, and what deposits have moved, also those that were answered
/// of.
fn follow_receipts(world: &mut World, number: usize) -> Checked {
    let (platform, now) = (world.tenants[number].id, world.now());
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
        let all = if is_deposit { &mut tenant.deposits } else { &mut tenant.receipts };
        let known = all.entry(payment.id).or_insert(0);
        let before = std::mem::replace(known, credited);
        if before != credited {
            credit(world, number, account, credited - before)?;
        }
    }
    Ok(())
}

/// What has become of the payment of a quote.
struct News {
    id: QuoteId,
    payment: PaymentRecord,
    /// The account that the owner of a debited account has here in its currency.
    owners_account: Option<InternalAccountId>,
}

impl News {
    /// Whether the money was converted and sent on.
    fn is_converted(&self) -> bool {
        let is_kept = self.payment.phase().custody() == Some(Custody::Quote);
        let is_debited =
            debit_of(&self.payment).is_none_or(|debit| debit == DebitStatus::Settled && !is_kept);
        is_debited && (self.payment.state().funding.is_none() || is_paid_in(&self.payment))
    }

    /// The end of its refund.
    fn refund(&self) -> Option<RefundStatus> {
        let status = self.payment.state().refund.as_ref().map(|refund| refund.status);
        status.filter(|status| *status != RefundStatus::Pending)
    }

    /// The account that takes a refund; none where it goes back to where it was debited.
    fn taker(&self) -> Checked<Option<InternalAccountId>> {
        let to = self.payment.state().refund.as_ref().and_then(|refund| refund.to);
        match (to, self.payment.terms.source.account()) {
            (Some(RefundTo::OwnersAccount), Some(AccountRef::External(_))) => Ok(self.owners_account),
            (None, Some(AccountRef::Internal(account))) => Ok(Some(account)),
            (Some(RefundTo::DebitedAccount), Some(AccountRef::External(_))) => Ok(None),
            (Some(RefundTo::Payer), None) => Ok(None),
            // Coins go back into the account that they came through.
            (None, None) => Ok(self.payment.terms.funding.as_ref().and_then(|funding| funding.account)),
            (to, source) => {
                Err(Violation(format!("{} was paid from {source:?}, and goes back to {to:?}", self.id)))
            }
        }
    }
}

/// The executed quotes of whose payments there is news.
fn news_of(world: &World, number: usize) -> Checked<Vec<News>> {
    let tenant = &world.tenants[number];
    let platform = tenant.id;
    let executed = tenant.quotes.iter().filter(|(_, quote)| quote.is_executed);
    let executed: Vec<_> = executed.map(|(id, quote)| (*id, *quote)).collect();
    world.read(move |tx| {
        let mut all = Vec::new();
        for (id, known) in &executed {
            let payment = payments::find(tx, platform, known.transaction)?.ok_or(Error::Missing)?;
            let owners_account = owners_account(tx, platform, &payment)?;
            let news = News { id: *id, payment, owners_account };
            if is_new(&news, known) {
                all.push(news);
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
    let held = internal_accounts::find_of_owner(tx, platform, owner, debited.currency)?;
    Ok(held.map(|held| held.account.id))
}

fn is_new(news: &News, known: &Quote) -> bool {
    news.is_converted() != known.is_converted || news.refund() != known.refund
}

fn take_in(world: &mut World, number: usize, news: &News) -> Checked {
    let Some(known) = world.tenants[number].quotes.get_mut(&news.id) else { return Ok(()) };
    let was_converted = std::mem::replace(&mut known.is_converted, news.is_converted());
    let before = std::mem::replace(&mut known.refund, news.refund());
    if news.is_converted() && !was_converted {
        convert(world, number, &news.payment.terms)?;
    }
    if before == news.refund() {
        return Ok(());
    }
    let conversion = conversion(&news.payment.terms)?;
    // A conversion is undone however the refund ends, the platform's fee with it.
    if before.is_none()
        && news.is_converted()
        && let Some(account) = conversion.platform_fee_account
    {
        credit(world, number, account, -conversion.price.platform_fee)?;
    }
    match news.taker()? {
        Some(account) if news.refund() == Some(RefundStatus::Completed) => {
            let paid_in = news.payment.state().funding.as_ref().map(|funding| funding.amount.minor);
            credit(world, number, account, paid_in.unwrap_or(conversion.price.total_sending))
        }
        Some(_) | None => Ok(()),
    }
}
