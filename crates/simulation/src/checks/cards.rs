//! The effects of card transactions on accounts, as a platform's backend learns of them.

use causeway_domain::card_transactions::{Figures, Units};
use causeway_domain::ids::PlatformId;
use causeway_domain::payments::Direction;
use causeway_store::card_transactions::{self, CardTransactionRecord, Filter};
use causeway_store::listing::{Order, Page};

use crate::violation::{CheckResult, Violation, ensure};
use crate::world::World;

/// Records the money that card transactions moved, including those whose response was lost.
pub(super) fn follow_cards(world: &mut World, number: usize) -> CheckResult {
    let platform = world.tenants[number].id;
    for record in transactions(world, platform)? {
        check_figures(&record)?;
        let (available, held) = moved(&record)?;
        let tenant = &mut world.tenants[number];
        let known = tenant.spent_by_card.entry(record.id).or_default();
        let before = std::mem::replace(known, (available, held));
        if let Some(account) = tenant.accounts.get_mut(&record.account) {
            account.balance += available - before.0;
            account.held += held - before.1;
        }
    }
    Ok(())
}

/// Lists all card transactions of a platform.
pub(super) fn transactions(world: &World, platform: PlatformId) -> CheckResult<Vec<CardTransactionRecord>> {
    let page = Page { after: None, limit: 5_000, order: Order::Descending };
    Ok(world.read(move |tx| card_transactions::list(tx, platform, &Filter::default(), &page))?.0)
}

/// Returns the net effect of a card transaction on its account's available and held balance.
fn moved(record: &CardTransactionRecord) -> CheckResult<(i64, i64)> {
    let figures = &record.figures;
    let network = match record.direction {
        Direction::Debit => figures.settled_sum() - figures.refunded_sum(),
        Direction::Credit => -figures.credited,
    };
    let available = figures.shortfall - figures.suspended - network - figures.held;
    let units = Units::of(record.funding_currency);
    let ledger = |minor| units.and_then(|units| units.of_card(minor)).map(|amount| amount.minor);
    let available = ledger(available);
    let held = ledger(figures.held);
    available.zip(held).ok_or_else(|| Violation(format!("{} has moved more than there is", record.id)))
}

/// Checks the invariants of card transactions (cards 8.5).
fn check_figures(record: &CardTransactionRecord) -> CheckResult {
    let figures: &Figures = &record.figures;
    let is_ended = matches!(record.status.as_str(), "SETTLED" | "REFUNDED");
    let is_sound = figures.held >= 0
        && (figures.held == 0 || !is_ended)
        && figures.refunded_sum() <= figures.settled_sum()
        && figures.shortfall >= 0
        && (figures.shortfall == 0 || record.status.as_str() == "EXCEPTION");
    ensure(is_sound, || format!("{} is {} with {figures:?}", record.id, record.status))
}
