//! Rebuild of the search terms of all resources, such as those that are older than the terms (conventions 2.3).

use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::ids::PlatformId;
use causeway_store::row_counts::{self, CountedTable};
use causeway_store::search_terms::{self, SearchEntry};
use causeway_store::{Error, Tx, customers, external_accounts, payments, unmatched_deposits};
use futures_util::StreamExt;
use futures_util::stream::try_unfold;
use serde::Serialize;
use uuid::Uuid;

use super::dry_run::Forecast;
use super::{ActionOutput, Answer, Call, NoArguments, OperatorError};
use crate::runtime::app::App;

/// Number of resources in one transaction.
const AT_ONCE: u32 = 1_000;

/// The progress of a rebuild: the resources whose terms are written. The last line is the outcome.
#[derive(Debug, Clone, Copy, Default, Serialize)]
struct ProgressLine {
    customers: u64,
    external_accounts: u64,
    payments: u64,
    unmatched_deposits: u64,
    is_done: bool,
}

/// The place that a rebuild has reached.
struct RebuildProgress {
    /// The platforms that are not done, the current one last.
    platforms: Vec<PlatformId>,
    /// Index of the current one of [`SOURCES`].
    source: usize,
    /// The last resource of the source that is done.
    after: Option<Uuid>,
    line: ProgressLine,
}

/// Reads the terms of a number of resources of a platform after a given one, ordered by id.
type EntryReader = fn(&mut Tx<'_>, PlatformId, Option<Uuid>, u32) -> Result<Vec<SearchEntry>, Error>;

/// One kind of resources.
struct Source {
    table: CountedTable,
    read: EntryReader,
    count: fn(&mut ProgressLine) -> &mut u64,
}

static SOURCES: [Source; 4] = [
    Source {
        table: CountedTable::Customers,
        read: customers::search_entries,
        count: |line| &mut line.customers,
    },
    Source {
        table: CountedTable::ExternalAccounts,
        read: external_accounts::search_entries,
        count: |line| &mut line.external_accounts,
    },
    Source {
        table: CountedTable::Payments,
        read: payments::search_entries,
        count: |line| &mut line.payments,
    },
    Source {
        table: CountedTable::UnmatchedDeposits,
        read: unmatched_deposits::search_entries,
        count: |line| &mut line.unmatched_deposits,
    },
];

/// A batch of resources whose terms are written.
struct Batch {
    length: usize,
    last: Option<Uuid>,
}

/// Counts the resources that would be read.
pub(super) async fn preview_rebuild(call: Call, _: NoArguments) -> Answer<Forecast> {
    call.read(|tx, call| {
        let mut sentences = Vec::new();
        for platform in call.platform.all(tx)? {
            for Source { table, .. } in &SOURCES {
                let count = row_counts::count_of(tx, *table, platform.id)?;
                let noun = table.noun();
                sentences.push(format!("add missing search terms of {count} {noun} of {}", platform.name));
            }
        }
        Ok(Forecast::of(sentences))
    })
    .await
}

/// Adds all missing search terms in batches, and writes a line after each. It can be repeated, and interrupted
/// at any time.
pub(super) async fn rebuild(call: Call, _: NoArguments) -> Answer<ActionOutput> {
    let app = Arc::clone(&call.app);
    let begin = |tx: &mut Tx<'_>, call: &Call| {
        let all = call.platform.all(tx)?;
        let platforms: Vec<PlatformId> = all.iter().rev().map(|platform| platform.id).collect();
        let only = platforms.first().copied().filter(|_| platforms.len() == 1);
        Ok::<_, OperatorError>((only, platforms))
    };
    let platforms = call.change_deployment(begin).await?;
    let start = RebuildProgress { platforms, source: 0, after: None, line: ProgressLine::default() };
    let lines = try_unfold(Some(start), move |place| {
        let app = Arc::clone(&app);
        async move {
            let Some(place) = place else { return Ok(None) };
            let (line, next) = step(&app, place).await?;
            let text = serde_json::to_string(&line).map_err(OperatorError::defect)? + "\n";
            Ok(Some((Bytes::from(text), next)))
        }
    });
    Ok(ActionOutput::Export(lines.boxed()))
}

/// Writes the terms of the next batch, and returns the progress with the next place.
async fn step(app: &Arc<App>, place: RebuildProgress) -> Answer<(ProgressLine, Option<RebuildProgress>)> {
    let RebuildProgress { mut platforms, mut source, after, mut line } = place;
    let current = platforms.last().copied().zip(SOURCES.get(source));
    let Some((platform, Source { read, count, .. })) = current else {
        line.is_done = true;
        return Ok((line, None));
    };
    let batch = fill(app, platform, *read, after).await?;
    *count(&mut line) += u64::try_from(batch.length).unwrap_or(u64::MAX);
    let is_full = u32::try_from(batch.length).is_ok_and(|length| length >= AT_ONCE);
    if !is_full {
        source += 1;
    }
    if source == SOURCES.len() {
        source = 0;
        platforms.pop();
    }
    line.is_done = platforms.is_empty();
    let after = batch.last.filter(|_| is_full);
    let next = (!line.is_done).then_some(RebuildProgress { platforms, source, after, line });
    Ok((line, next))
}

/// Adds the terms of the resources behind `after`.
async fn fill(
    app: &Arc<App>,
    platform: PlatformId,
    read: EntryReader,
    after: Option<Uuid>,
) -> Result<Batch, Error> {
    let batch = app.store.write(&[], move |tx| {
        let entries = read(tx, platform, after, AT_ONCE)?;
        entries.iter().try_for_each(|entry| search_terms::add(tx, platform, entry))?;
        Ok::<_, Error>(Batch { length: entries.len(), last: entries.last().map(|entry| entry.id) })
    });
    batch.await
}
