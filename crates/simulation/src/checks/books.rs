//! The ledger's sealed journal, read as it grows and summed independently.

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_domain::ids::{InternalAccountId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_service::runtime::upkeep;
use causeway_store::ledger::{self, JournalPosition};

use crate::violation::{CheckResult, ensure};
use crate::world::World;

/// Entries per read.
const PAGE: u32 = 500;

/// Seals the ledger, reads the new entries, and checks that they balance.
pub(super) fn follow(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    world.run(upkeep::seal_ledger(&app))?;
    for platform in world.tenants.iter().map(|tenant| tenant.id).collect::<Vec<_>>() {
        read(world, platform)?;
        check(world, platform)?;
    }
    Ok(())
}

fn read(world: &mut World, platform: PlatformId) -> CheckResult {
    loop {
        let place = world.books.of(platform).map_or_else(JournalPosition::default, |journal| journal.place);
        let entries = world.read(move |tx| ledger::sealed_after(tx, platform, place, PAGE))?;
        let Some((last, _)) = entries.last() else { return Ok(()) };
        let journal = world.books.of_mut(platform);
        journal.place = *last;
        entries.iter().for_each(|(_, entry)| journal.add(entry));
    }
}

fn check(world: &World, platform: PlatformId) -> CheckResult {
    let Some(journal) = world.books.of(platform) else { return Ok(()) };
    let mut totals: BTreeMap<CurrencyCode, i128> = BTreeMap::new();
    for ((_, currency), sum) in &journal.sums {
        *totals.entry(*currency).or_insert(0) += sum;
    }
    for (currency, total) in totals {
        ensure(total == 0, || format!("the books of {platform} in {currency} do not balance: {total}"))?;
    }
    let ids: Vec<InternalAccountId> = journal.accounts.keys().copied().collect();
    for id in ids {
        let balance = world.read(move |tx| ledger::get(tx, platform, id))?.total();
        let booked = journal.accounts.get(&id).map_or(0, |(sum, _)| *sum);
        ensure(balance == booked, || format!("{id} holds {balance}, but its entries sum to {booked}"))?;
    }
    Ok(())
}

/// Runs the ledger's own verification.
pub(super) fn prove(world: &World) -> CheckResult {
    let report = world.read(|tx| ledger::verify(tx, &ledger::Anchors::default()))?;
    ensure(report.is_sound(), || format!("the ledger is not sound: {:#?}", report.faults))
}
