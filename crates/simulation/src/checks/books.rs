//! The ledger's sealed journal, read along as it grows and added up by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use causeway_domain::ids::{Id, InternalAccountId, PlatformId, QuoteId};
use causeway_domain::money::Currency;
use causeway_domain::postings::{AccountCode, PostingKind};
use causeway_service::runtime::upkeep;
use causeway_store::ledger::{self, Entry, Place};
use uuid::Uuid;

use crate::broken::{Holds, must};
use crate::world::World;

/// Entries that are read at a time.
const PAGE: u32 = 500;

/// What the journals of all platforms add up to so far.
#[derive(Default)]
pub(crate) struct Books(BTreeMap<Uuid, Journal>);

/// One platform's journal so far.
#[derive(Default)]
pub(super) struct Journal {
    place: Place,
    /// By code and currency.
    sums: BTreeMap<(&'static str, Currency), i128>,
    /// What is committed to quotes.
    committed: BTreeMap<Uuid, BTreeMap<Currency, i128>>,
    /// The journal entries by which the refunds of quotes came to their end: money given back or suspended.
    refunds: BTreeMap<Uuid, BTreeSet<Uuid>>,
    /// What each internal account has available, and the journal entries that moved it.
    accounts: BTreeMap<InternalAccountId, (i128, BTreeSet<Uuid>)>,
}

impl Books {
    pub(super) fn of(&self, platform: PlatformId) -> Option<&Journal> {
        self.0.get(&platform.uuid())
    }
}

impl Journal {
    fn add(&mut self, entry: &Entry) {
        let amount = i128::from(entry.amount);
        *self.sums.entry((entry.code.as_str(), entry.currency)).or_insert(0) += amount;
        if let (AccountCode::QuoteCommitted, Some(quote)) = (entry.code, entry.quote) {
            *self.committed.entry(quote.uuid()).or_default().entry(entry.currency).or_insert(0) += amount;
        }
        let is_end = matches!(
            entry.kind,
            PostingKind::QuoteRefunded | PostingKind::PullSentBack | PostingKind::RefundSuspended
        );
        if let Some(quote) = entry.quote.filter(|_| is_end) {
            self.refunds.entry(quote.uuid()).or_default().insert(entry.journal.uuid());
        }
        if let Some(account) = entry.account {
            let (sum, journals) = self.accounts.entry(account).or_default();
            *sum += amount;
            journals.insert(entry.journal.uuid());
        }
    }

    /// What stands on accounts of this kind.
    pub(super) fn sum_of(&self, code: AccountCode) -> impl Iterator<Item = (Currency, i128)> {
        let sums = self.sums.iter().filter(move |((of, _), _)| *of == code.as_str());
        sums.map(|((_, currency), sum)| (*currency, *sum))
    }

    /// How often the money of a quote went back, or into suspense.
    pub(super) fn ends_of_refund(&self, quote: QuoteId) -> usize {
        self.refunds.get(&quote.uuid()).map_or(0, BTreeSet::len)
    }

    /// What is committed to a quote.
    pub(super) fn committed_to(&self, quote: QuoteId) -> i128 {
        self.committed.get(&quote.uuid()).map_or(0, |sums| sums.values().map(|sum| sum.abs()).sum())
    }

    /// The internal accounts that were ever moved: what each holds, and how often it was moved.
    pub(super) fn accounts(&self) -> impl Iterator<Item = (InternalAccountId, i128, usize)> {
        self.accounts.iter().map(|(id, (sum, journals))| (*id, *sum, journals.len()))
    }
}

/// Seals what was booked, reads it, and checks that it adds up.
pub(super) fn follow(world: &mut World) -> Holds {
    let app = Arc::clone(&world.process.app);
    world.run(upkeep::seal_ledger(&app))?;
    for platform in world.tenants.iter().map(|tenant| tenant.id).collect::<Vec<_>>() {
        read(world, platform)?;
        check(world, platform)?;
    }
    Ok(())
}

fn read(world: &mut World, platform: PlatformId) -> Holds {
    loop {
        let place = world.books.of(platform).map_or_else(Place::default, |journal| journal.place);
        let entries = world.read(move |tx| ledger::sealed_after(tx, platform, place, PAGE))?;
        let Some((last, _)) = entries.last() else { return Ok(()) };
        let journal = world.books.0.entry(platform.uuid()).or_default();
        journal.place = *last;
        entries.iter().for_each(|(_, entry)| journal.add(entry));
    }
}

fn check(world: &World, platform: PlatformId) -> Holds {
    let Some(journal) = world.books.of(platform) else { return Ok(()) };
    let mut totals: BTreeMap<Currency, i128> = BTreeMap::new();
    for ((_, currency), sum) in &journal.sums {
        *totals.entry(*currency).or_insert(0) += sum;
    }
    for (currency, total) in totals {
        must(total == 0, || format!("the books of {platform} in {currency} add up to {total}"))?;
    }
    let ids: Vec<InternalAccountId> = journal.accounts.keys().copied().collect();
    for id in ids {
        let stored = world.read(move |tx| ledger::get(tx, platform, id))?.total();
        let booked = journal.accounts.get(&id).map_or(0, |(sum, _)| *sum);
        must(stored == booked, || format!("{id} holds {stored}, and its entries make {booked}"))?;
    }
    Ok(())
}

/// Everything that the ledger's own proof finds.
pub(super) fn prove(world: &World) -> Holds {
    let keys = upkeep::seal_keys(&world.process.app);
    let report = world.read(move |tx| ledger::verify(tx, &keys, &[]))?;
    must(report.is_sound(), || format!("the ledger is not sound: {:#?}", report.faults))
}
