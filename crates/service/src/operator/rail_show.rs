//! Rails as operators see them.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, RailId};
use causeway_domain::money::CurrencyCode;
use causeway_rail_protocol::limits::CONTRADICTION_WINDOW;
use causeway_rail_protocol::operations::push_path;
use causeway_rail_protocol::signing::VerifyingKey;
use causeway_store::rails::{
    RailKeyRecord, RailLimits, RailRecord, RailRouteRecord, RailStateRecord, RailStatus, accounts, bindings,
    contradictions, keys, routes, state, sums,
};
use causeway_store::{Error, Tx, secret_keys};
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use super::viewer::origin;
use super::{Answer, view};

/// The status that is shown in place of `ENABLED` while the adapter does not answer.
const DEGRADED: &str = "DEGRADED";

/// A rail in a list.
#[derive(Serialize)]
pub(super) struct RailRow {
    name: String,
    rail: RailId,
    /// `PAUSED`, `ENABLED`, `DEGRADED` or `SUSPENDED`.
    status: &'static str,
    /// Name and version of the adapter; `None` before it has told valid capabilities.
    adapter: Option<String>,
    /// `LIVE` or `TEST`.
    mode: Option<String>,
    /// Scheme and host of the adapter.
    url: String,
    open_orders: i64,
}

/// A rail with all that belongs to it.
#[derive(Serialize)]
pub(super) struct RailDetails {
    #[serde(flatten)]
    row: RailRow,
    /// Kind of the alert for which the rail is suspended.
    suspended_for: Option<String>,
    degraded_at: Option<Time>,
    allow: Option<String>,
    push_from: Option<String>,
    push_path: String,
    /// The service's public key, in base64.
    service_key: Option<String>,
    adapter_keys: Vec<KeyView>,
    accounts: Vec<BindingView>,
    routes: Vec<RouteView>,
    limits: Vec<LimitView>,
    feed: FeedView,
    /// Open orders by the state of their last record.
    orders: Vec<StateCount>,
    /// Number of contradictions of the last day, since it was last resumed.
    contradictions: i64,
    capabilities_at: Option<Time>,
    capabilities: Option<Json>,
    /// The next commands, complete.
    commands: Vec<String>,
}

view! {
    /// A public key of an adapter.
    pub(super) struct KeyView of key: RailKeyRecord {
        /// In base64.
        adapter_key: String = text(&key, ToString::to_string),
        key_id: String = text(&key, |key| key.key_id().to_string()),
        added_at: Time = key.added_at,
        revoked_at: Option<Time> = key.revoked_at,
    }

    /// A route to a rail.
    pub(super) struct RouteView of route: RailRouteRecord {
        route: Uuid = route.id,
        corridor: String = route.corridor,
        /// `None` for all platforms.
        platform: Option<PlatformId> = route.platform,
        account_type: String = route.account_type,
        payment_rail: Option<String> = route.payment_rail,
        currency: CurrencyCode = route.currency,
        direction: &'static str = route.direction.as_str(),
        /// In the smallest unit.
        minimum: i64 = route.minimum,
        maximum: Option<i64> = route.maximum,
        rank: i64 = route.rank,
        created_at: Time = route.created_at,
    }

    /// The limits of a rail in one currency, in the smallest unit; `None` without a limit.
    pub(super) struct LimitView of (currency, limits): (CurrencyCode, RailLimits) {
        currency: CurrencyCode = currency,
        maximum_order: Option<i64> = limits.maximum_order,
        daily_out: Option<i64> = limits.daily_out,
        open_out: Option<i64> = limits.open_out,
        daily_refunds: Option<i64> = limits.daily_refunds,
        return_hold: Option<i64> = limits.return_hold,
    }

    /// The progress of a feed.
    struct FeedView of known: &RailStateRecord {
        /// Id of the adapter's database.
        memory: Option<Uuid> = known.memory,
        /// Sequence of the last item that was read.
        cursor: i64 = known.cursor,
        /// Highest sequence that an answer has shown.
        newest: i64 = known.top_sequence,
        /// Time at which it was last read to its end.
        read_at: Option<Time> = known.feed_read_at,
    }
}

/// An account of an adapter, and the rail account that it is.
#[derive(Serialize)]
pub(super) struct BindingView {
    theirs: String,
    account: String,
}

#[derive(Serialize)]
struct StateCount {
    state: &'static str,
    orders: i64,
    oldest_at: Time,
}

/// Returns a rail as it is listed.
pub(super) fn row(tx: &mut Tx<'_>, record: RailRecord) -> Answer<RailRow> {
    let known = state::find(tx, record.id)?;
    let counts = sums::counts(tx)?;
    let open = counts.iter().filter(|count| count.rail == record.id).map(|count| count.count).sum();
    Ok(row_of(record, known.as_ref(), open))
}

fn row_of(record: RailRecord, known: Option<&RailStateRecord>, open_orders: i64) -> RailRow {
    let told = known.and_then(|known| known.capabilities.as_ref());
    let member = |pointer: &str| Some(told?.pointer(pointer)?.as_str()?.to_owned());
    let is_silent = known.is_some_and(|known| known.degraded_at.is_some());
    let adapter = member("/adapter/name").zip(member("/adapter/version"));
    RailRow {
        rail: record.id,
        status: match record.status {
            RailStatus::Enabled if is_silent => DEGRADED,
            status => status.as_str(),
        },
        adapter: adapter.map(|(name, version)| format!("{name} {version}")),
        mode: member("/mode"),
        url: origin(&record.doc.url),
        name: record.name,
        open_orders,
    }
}

/// Returns a rail with all that belongs to it.
pub(super) fn details(tx: &mut Tx<'_>, record: RailRecord) -> Answer<RailDetails> {
    let id = record.id;
    let known = state::find(tx, id)?.ok_or(Error::Missing)?;
    let counts = sums::counts(tx)?;
    let orders: Vec<StateCount> = counts
        .iter()
        .filter(|count| count.rail == id)
        .map(|count| StateCount {
            state: count.state.as_str(),
            orders: count.count,
            oldest_at: count.oldest_at,
        })
        .collect();
    let key = secret_keys::find(tx, record.doc.service_key)?;
    let since = tx.wall().minus(CONTRADICTION_WINDOW);
    let open = orders.iter().map(|count| count.orders).sum();
    Ok(RailDetails {
        suspended_for: known.suspended_for.clone(),
        degraded_at: known.degraded_at,
        allow: record.doc.allow.clone(),
        push_from: record.doc.push_from.clone(),
        push_path: push_path(&record.name),
        service_key: key.and_then(|key| Some(key.doc.get("public_key")?.as_str()?.to_owned())),
        adapter_keys: keys::of_rail(tx, id)?.into_iter().map(KeyView::from).collect(),
        accounts: bindings_of(tx, id)?,
        routes: routes::of_rail(tx, id)?.into_iter().map(RouteView::from).collect(),
        limits: record.doc.limits.clone().into_iter().map(LimitView::from).collect(),
        feed: FeedView::from(&known),
        orders,
        contradictions: contradictions::count(tx, id, since)?,
        capabilities_at: known.capabilities_at,
        capabilities: known.capabilities.clone(),
        commands: commands(&record, &known),
        row: row_of(record, Some(&known), open),
    })
}

/// Returns the accounts of an adapter that are bound.
pub(super) fn bindings_of(tx: &mut Tx<'_>, rail: RailId) -> Answer<Vec<BindingView>> {
    let mut views = Vec::new();
    for binding in bindings::of_rail(tx, rail)? {
        let account = accounts::find(tx, binding.account)?;
        let account = account.map_or_else(|| binding.account.to_string(), |account| account.name);
        views.push(BindingView { theirs: binding.theirs, account });
    }
    Ok(views)
}

/// Returns the commands that a status allows.
fn commands(record: &RailRecord, known: &RailStateRecord) -> Vec<String> {
    let name = &record.name;
    let resume = format!("causeway rail resume {name} --reason TEXT");
    match record.status {
        RailStatus::Enabled => vec![format!("causeway rail pause {name}")],
        RailStatus::Paused => vec![resume],
        RailStatus::Suspended => {
            let resume = if known.has_lost_memory() { format!("{resume} --accept-memory") } else { resume };
            vec![format!("causeway rail compare {name}"), resume]
        }
    }
}

/// Writes a stored key; a text says if it is none.
fn text(key: &RailKeyRecord, write: impl Fn(&VerifyingKey) -> String) -> String {
    VerifyingKey::from_bytes(key.public_key).map_or_else(|_| "not a key".to_owned(), |key| write(&key))
}
