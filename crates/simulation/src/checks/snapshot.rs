//! A platform's rows, read in one transaction.

use std::collections::BTreeMap;

use causeway_domain::ids::{PlatformId, QuoteId};
use causeway_store::listing::{Order, Page, Position};
use causeway_store::outbox::{self, DeliveryRecord, Filter};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Error, Tx};

use crate::violation::CheckResult;
use crate::world::World;

/// Rows per read.
const PAGE: u32 = 500;

/// The events, payments and quotes of a platform.
pub(super) struct Snapshot {
    /// In the order in which they were written.
    pub(super) events: Vec<DeliveryRecord>,
    pub(super) payments: Vec<PaymentRecord>,
    pub(super) quotes: BTreeMap<QuoteId, QuoteRecord>,
}

impl Snapshot {
    pub(super) fn take(world: &World, platform: PlatformId) -> CheckResult<Self> {
        world.read(move |tx| {
            let mut events =
                all(DeliveryRecord::position, |page| outbox::list(tx, platform, &Filter::default(), page))?;
            events.sort_by_key(|event| event.seq);
            let found =
                all(PaymentRecord::position, |page| payments::list_between(tx, platform, None, None, page))?;
            let quotes = quotes_of(tx, platform, &found)?;
            Ok(Self { events, payments: found, quotes })
        })
    }
}

/// Reads all pages of a list; each page holds one row more if another page follows.
fn all<T>(
    position: impl Fn(&T) -> Position,
    mut list: impl FnMut(&Page) -> Result<Vec<T>, Error>,
) -> Result<Vec<T>, Error> {
    let mut found = Vec::new();
    let mut after = None;
    loop {
        let mut rows = list(&Page { after, limit: PAGE, order: Order::Ascending })?;
        let has_more = u32::try_from(rows.len()).is_ok_and(|count| count > PAGE);
        if has_more {
            rows.pop();
        }
        after = rows.last().map(&position);
        found.extend(rows);
        if !has_more {
            return Ok(found);
        }
    }
}

fn quotes_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payments: &[PaymentRecord],
) -> Result<BTreeMap<QuoteId, QuoteRecord>, Error> {
    let mut found = BTreeMap::new();
    for id in payments.iter().filter_map(|payment| payment.quote) {
        if let Some((quote, _)) = quotes::find(tx, platform, id)? {
            found.insert(id, quote);
        }
    }
    Ok(found)
}
