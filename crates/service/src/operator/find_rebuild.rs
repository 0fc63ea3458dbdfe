//! Rebuild of the search terms of all resources, such as those that are older than the terms (conventions 2.3).

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::row_counts::{self, CountedTable};
use causeway_store::search_terms::{self, SearchEntry};
use causeway_store::{Error, Tx, customers, external_accounts, payments, unmatched_deposits};
use serde::Serialize;
use uuid::Uuid;

use super::dry_run::Forecast;
use super::{Answer, Call, NoArguments};
use crate::runtime::app::App;

/// Number of resources in one transaction.
const AT_ONCE: u32 = 1_000;

/// The outcome of a rebuild.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct RebuildOutcome {
    customers: u64,
    external_accounts: u64,
    payments: u64,
    unmatched_deposits: u64,
}

/// Reads the terms of a number of resources of a platform after a given one, ordered by id.
type Source = fn(&mut Tx<'_>, PlatformId, Option<Uuid>, u32) -> Result<Vec<SearchEntry>, Error>;

/// The tables whose rows have search terms.
const SOURCES: [CountedTable; 4] = [
    CountedTable::Customers,
    CountedTable::ExternalAccounts,
    CountedTable::Payments,
    CountedTable::UnmatchedDeposits,
];

/// Counts the resources that would be read.
pub(super) async fn preview_rebuild(call: Call, _: NoArguments) -> Answer<Forecast> {
    call.read(|tx, call| {
        let mut sentences = Vec::new();
        for platform in call.platform.all(tx)? {
            for table in SOURCES {
                let count = row_counts::count_of(tx, table, platform.id)?;
                let noun = table.noun();
                sentences.push(format!("add missing search terms of {count} {noun} of {}", platform.name));
            }
        }
        Ok(Forecast::of(sentences))
    })
    .await
}

/// Adds all missing search terms. It can be repeated, and interrupted at any time.
pub(super) async fn rebuild(call: Call, _: NoArguments) -> Answer<RebuildOutcome> {
    let app = Arc::clone(&call.app);
    let platforms = call.clone().read(|tx, call| call.platform.all(tx)).await?;
    let mut outcome = RebuildOutcome::default();
    for platform in platforms.iter().map(|platform| platform.id) {
        outcome.customers += fill(&app, platform, customers::search_entries).await?;
        outcome.external_accounts += fill(&app, platform, external_accounts::search_entries).await?;
        outcome.payments += fill(&app, platform, payments::search_entries).await?;
        outcome.unmatched_deposits += fill(&app, platform, unmatched_deposits::search_entries).await?;
    }
    let only = platforms.first().map(|platform| platform.id).filter(|_| platforms.len() == 1);
    call.change_deployment(move |_, _| Ok((only, outcome))).await
}

/// Adds the terms of one kind of resources, and returns the number of resources.
async fn fill(app: &Arc<App>, platform: PlatformId, source: Source) -> Result<u64, Error> {
    let mut count = 0;
    let mut after = None;
    loop {
        let batch = app.store.write(&[], move |tx| {
            let entries = source(tx, platform, after, AT_ONCE)?;
            entries.iter().try_for_each(|entry| search_terms::add(tx, platform, entry))?;
            Ok::<_, Error>((entries.last().map(|entry| entry.id), entries.len()))
        });
        let (last, length) = batch.await?;
        count += u64::try_from(length).unwrap_or(u64::MAX);
        if last.is_none() {
            return Ok(count);
        }
        after = last;
    }
}
