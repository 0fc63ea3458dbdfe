//! Lists of agents.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, PlatformId};

use super::record::{AgentRecord, COLUMNS, read};
use crate::database::listing::{IndexPath, Listing, Page, Scan};
use crate::{Error, Tx};

/// Filter for lists of agents; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter {
    pub customer: Option<CustomerId>,
    pub is_paused: Option<bool>,
    /// `true` for agents whose software is installed: they have an access token.
    pub is_connected: Option<bool>,
    /// Inclusive.
    pub created_after: Option<Time>,
    /// Inclusive.
    pub created_before: Option<Time>,
    /// Inclusive.
    pub updated_after: Option<Time>,
    /// Inclusive.
    pub updated_before: Option<Time>,
}

/// Returns a page of agents that are not deleted, and the total number of matches.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    page: &Page,
) -> Result<(Vec<AgentRecord>, Option<i64>), Error> {
    let listing = Listing::new("agent", "agent_id", platform)
        .only("agent.deleted_at IS NULL")
        .filter("agent.customer_id = $$", filter.customer)
        .filter("agent.is_paused = $$", filter.is_paused)
        .filter("(agent.token_hash IS NOT NULL) = $$", filter.is_connected)
        .filter("agent.created_at >= $$", filter.created_after)
        .filter("agent.created_at <= $$", filter.created_before)
        .filter("agent.updated_at >= $$", filter.updated_after)
        .filter("agent.updated_at <= $$", filter.updated_before);
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Scans the agents of a platform that are not deleted, of one customer if it is given, created in a period.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    page: &Page,
) -> Result<Scan<AgentRecord>, Error> {
    let mut listing = Listing::new("agent", "agent_id", platform)
        .created_between(filter.created_after, filter.created_before)
        .filter("agent.is_paused = $$", filter.is_paused);
    let path = match filter.customer {
        Some(customer) => IndexPath {
            table: "agent",
            index: "agent_by_customer",
            condition: format!("agent.deleted_at IS NULL AND agent.customer_id = {}", listing.bind(customer)),
        },
        None => IndexPath {
            table: "agent",
            index: "agent_by_age",
            condition: "agent.deleted_at IS NULL".to_owned(),
        },
    };
    let read = read(platform, tx.macs());
    listing.either(vec![path]).scan(tx, COLUMNS, page, read)
}
