//! Reading a feed, page by page (rails 8.1).

use std::sync::Arc;

use causeway_domain::Time;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::limits::PAGE_ITEMS;
use causeway_rail_protocol::messages::FeedPage;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::orders::ErrorClass;
use causeway_store::rails::{RailStateRecord, state};
use causeway_store::{Error, Tx};

use super::apply::{ReadPage, apply_page};
use super::continuity::position;
use super::exchange::{NoResult, ask};
use super::outcome::{FeedOutcome, PageOutcome};
use super::restart::restart_feed;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::KnownRail;

/// Maximum number of pages of one reading, so that a long feed does not outlast the lease.
const PAGES_AT_ONCE: u32 = 20;

/// Reads a feed from its cursor to its end, or as many pages as one reading has.
pub(in crate::rails) async fn read_feed(
    app: &Arc<App>,
    rail: &Arc<KnownRail>,
) -> Result<FeedOutcome, ApiError> {
    let mut outcome = FeedOutcome::without_items(PageOutcome::More);
    for _ in 0..PAGES_AT_ONCE {
        let page = read_page(app, rail).await?;
        outcome.last = page.last;
        outcome.has_new_capabilities |= page.has_new_capabilities;
        if page.last != PageOutcome::More {
            break;
        }
    }
    Ok(outcome)
}

/// The state before a page is asked for.
struct PageStart {
    known: RailStateRecord,
    /// Database time.
    at: Time,
}

async fn read_page(app: &Arc<App>, rail: &Arc<KnownRail>) -> Result<FeedOutcome, ApiError> {
    let id = rail.record.id;
    let find = move |tx: &mut Tx<'_>| {
        let known: RailStateRecord = state::find(tx, id)?.ok_or(Error::Missing)?;
        Ok(PageStart { known, at: tx.database_time()? })
    };
    let PageStart { known, at: began_at } = app.store.read::<_, Error, _>(find).await?;
    let after = position(known.cursor)?;
    let answer = match ask(app, rail, Call::Changes { after, limit: page_items(rail) }).await {
        Ok(answer) => answer,
        Err(NoResult::Silence) => return Ok(FeedOutcome::without_items(PageOutcome::Silence)),
        Err(NoResult::Refused(refusal)) => {
            if refusal.class == ErrorClass::CursorTooOld
                && let Some(memory) = refusal.memory
            {
                return Ok(FeedOutcome::without_items(restart_feed(app, rail, &known, memory).await?));
            }
            return Ok(FeedOutcome::without_items(PageOutcome::Silence));
        }
    };
    let page = match FeedPage::parse(&answer.body) {
        Ok(page) => page,
        Err(error) => {
            tracing::warn!(rail = rail.record.name, %error, "adapter sent an invalid feed page");
            return Ok(FeedOutcome::without_items(PageOutcome::Silence));
        }
    };
    let floor = position(known.top_sequence)?;
    let read = Arc::new(ReadPage { rail: Arc::clone(rail), after, began_at, floor, page, answer });
    let shared = Arc::clone(app);
    app.store.write(&[], move |tx: &mut Tx<'_>| apply_page(tx, &shared, &read)).await
}

/// Returns the number of items that a page may have.
fn page_items(rail: &KnownRail) -> u32 {
    rail.capabilities.as_ref().map_or(PAGE_ITEMS, |told| told.limits.page_items())
}
