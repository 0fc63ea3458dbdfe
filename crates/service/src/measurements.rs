//! The numbers about all platforms that `/metrics` shows, counted in the database.
//!
//! The number of statements does not depend on the data, and each reads a limited number of rows or an index of
//! what is unfinished. The numbers contain no ids but those of platforms.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::{AlertKind, Severity};
use causeway_domain::ids::PlatformId;
use causeway_domain::payments::Party;
use causeway_rail_protocol::values::OrderState;
use causeway_store::ledger::SuspenseTotal;
use causeway_store::platforms::Environment;
use causeway_store::rails::{self, RailRecord, StoredState};
use causeway_store::{
    Error, Store, Tx, alert_sinks, alerts, jobs, ledger, migrations, outbox, payments, processes,
};

use crate::alerts::severity_of_kind;
use crate::payments::situation;
use crate::runtime::upkeep::last_verified;

/// The number of platforms whose undelivered events are counted on their own.
pub const MAX_ENDPOINTS: usize = 20;
/// The number of processes that are counted.
const MAX_PROCESSES: u32 = 100;
/// The time after its last round of maintenance in which a process counts as running.
const SEEN_WITHIN: Duration = Duration::from_mins(2);
/// The number of failed jobs whose payments are known to wait for an operator.
const MAX_FAILED_JOBS: u32 = 1_000;
/// The number of alerts about payments whose rails have let their deadline pass.
const MAX_STUCK: i64 = 1_000;
/// The kinds of these alerts.
const STUCK: [AlertKind; 3] = [AlertKind::PayoutStuck, AlertKind::DebitStuck, AlertKind::RefundStuck];

const ENVIRONMENTS: [Environment; 2] = [Environment::Production, Environment::Sandbox];

/// The open work of a deployment.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkMeasurements {
    /// All kinds that this version knows, and other kinds with open alerts.
    pub alerts: Vec<AlertCount>,
    pub suspense: Vec<SuspenseTotal>,
    /// Receivers of alerts whose last notice was not accepted.
    pub failing_sinks: i64,
    pub rails: Vec<RailMeasurement>,
    /// By the kind of job.
    pub jobs: Vec<(String, jobs::Backlog)>,
    pub deliveries: Vec<EndpointBacklog>,
    /// Number of running processes by their version.
    pub processes: BTreeMap<String, i64>,
    /// The end of the last complete verification, or the creation of the database if there was none.
    pub verified_at: Time,
    pub created_at: Time,
}

/// The open alerts of one kind and severity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertCount {
    pub kind: String,
    pub severity: Severity,
    pub open: i64,
}

/// The open orders of a rail, and how far its feed is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailMeasurement {
    /// The name of the rail.
    pub rail: String,
    /// Number of orders by the state of their last record, `STORED` or `REFUSED` before the first.
    pub orders: Vec<(&'static str, i64)>,
    /// Creation of the oldest order without an end.
    pub oldest_at: Option<Time>,
    /// Creation of the oldest order in doubt.
    pub oldest_in_doubt_at: Option<Time>,
    /// Number of feed items that are known and were not read.
    pub unread_items: i64,
}

/// The undelivered events of a platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointBacklog {
    /// `None` for all platforms beyond [`MAX_ENDPOINTS`].
    pub platform: Option<PlatformId>,
    pub events: outbox::Backlog,
}

/// The age of the oldest unfinished payment that waits for a party.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentWait {
    pub party: Party,
    pub environment: Environment,
    /// 0 if no payment waits.
    pub age_millis: i64,
}

/// Counts the open work.
///
/// # Errors
/// The errors of a database that is not available now.
pub async fn measure_work(store: &Store) -> Result<WorkMeasurements, Error> {
    store.read(work).await
}

/// Returns the age of the oldest unfinished payment for each party and environment.
///
/// # Errors
/// The errors of a database that is not available now.
pub async fn measure_waits(store: &Store) -> Result<Vec<PaymentWait>, Error> {
    store.read(waits).await
}

fn work(tx: &mut Tx<'_>) -> Result<WorkMeasurements, Error> {
    let created_at = migrations::created_at(tx)?;
    Ok(WorkMeasurements {
        alerts: alert_counts(alerts::count_open_by_environment(tx)?),
        suspense: ledger::suspense_totals(tx)?,
        failing_sinks: alert_sinks::count_failing(tx)?,
        rails: rail_measurements(tx)?,
        jobs: jobs::backlog_by_kind(tx)?,
        deliveries: largest(outbox::backlog_by_platform(tx)?),
        processes: versions(tx)?,
        verified_at: last_verified(tx)?.unwrap_or(created_at),
        created_at,
    })
}

fn rail_measurements(tx: &mut Tx<'_>) -> Result<Vec<RailMeasurement>, Error> {
    let all = rails::all(tx)?;
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let states = rails::state::all(tx)?;
    let counts = rails::sums::counts(tx)?;
    let in_doubt = StoredState::Known(OrderState::InDoubt);
    let measure = |rail: RailRecord| {
        let own = || counts.iter().filter(|count| count.rail == rail.id);
        let known = states.iter().find(|known| known.rail == rail.id);
        RailMeasurement {
            orders: own().map(|count| (count.state.as_str(), count.count)).collect(),
            oldest_at: own().map(|count| count.oldest_at).min(),
            oldest_in_doubt_at: own()
                .filter(|count| count.state == in_doubt)
                .map(|count| count.oldest_at)
                .min(),
            unread_items: known.map_or(0, |known| (known.top_sequence - known.cursor).max(0)),
            rail: rail.name,
        }
    };
    Ok(all.into_iter().map(measure).collect())
}

fn alert_counts(open: Vec<alerts::OpenAlerts>) -> Vec<AlertCount> {
    let known = AlertKind::ALL.iter();
    let none = known.map(|kind| AlertCount {
        kind: kind.to_string(),
        severity: severity_of_kind(Some(*kind), None),
        open: 0,
    });
    let mut counts: Vec<AlertCount> = none.collect();
    for alerts::OpenAlerts { kind, environment, count } in open {
        let severity = severity_of_kind(kind.parse().ok(), environment);
        match counts.iter_mut().find(|known| known.kind == kind && known.severity == severity) {
            Some(known) => known.open += count,
            None => counts.push(AlertCount { kind, severity, open: count }),
        }
    }
    counts
}

/// Returns the platforms with the most undelivered events, and the sum of the others if there are any.
fn largest(mut platforms: Vec<(PlatformId, outbox::Backlog)>) -> Vec<EndpointBacklog> {
    platforms.sort_by_key(|(_, events)| Reverse(events.due + events.later + events.given_up));
    let others = platforms.split_off(platforms.len().min(MAX_ENDPOINTS));
    let own = platforms.into_iter().map(|(id, events)| EndpointBacklog { platform: Some(id), events });
    let sum = others.into_iter().map(|(_, events)| events).reduce(outbox::Backlog::with);
    own.chain(sum.map(|events| EndpointBacklog { platform: None, events })).collect()
}

fn versions(tx: &mut Tx<'_>) -> Result<BTreeMap<String, i64>, Error> {
    let since = tx.wall().minus(SEEN_WITHIN);
    let mut versions = BTreeMap::new();
    for process in processes::list(tx, MAX_PROCESSES)?.into_iter().filter(|process| process.seen_at >= since)
    {
        *versions.entry(process.version).or_default() += 1;
    }
    Ok(versions)
}

fn waits(tx: &mut Tx<'_>) -> Result<Vec<PaymentWait>, Error> {
    let failed = jobs::list_failed(tx, None, MAX_FAILED_JOBS)?;
    let stopped: BTreeSet<String> = failed.into_iter().map(|job| job.resource).collect();
    let stuck: BTreeSet<String> = alerts::open_subjects(tx, &STUCK, MAX_STUCK)?.into_iter().collect();
    let none = Party::ALL.iter().flat_map(|party| {
        ENVIRONMENTS.map(|environment| PaymentWait { party: *party, environment, age_millis: 0 })
    });
    let mut waits: Vec<PaymentWait> = none.collect();
    for found in payments::oldest_unfinished(tx)? {
        let is_stopped = situation::resources(&found.payment).iter().any(|name| stopped.contains(name));
        let is_overdue = stuck.contains(&found.payment.id.to_string());
        let party = situation::party(&found.payment, is_stopped, is_overdue);
        for wait in &mut waits {
            if Some(wait.party) == party && wait.environment == found.environment {
                wait.age_millis = wait.age_millis.max(found.age_millis);
            }
        }
    }
    Ok(waits)
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_largest_backlogs_are_shown_and_the_others_added_up() {
        let of = |count: u64| {
            let due = i64::try_from(count).unwrap();
            let events = outbox::Backlog { due, oldest_millis: due * 10, ..outbox::Backlog::default() };
            (PlatformId::from_uuid(Uuid::from_u128(count.into())), events)
        };
        let few = largest((1..=3).map(of).collect());
        assert_eq!(few.iter().map(|backlog| backlog.events.due).collect::<Vec<_>>(), [3, 2, 1]);
        assert!(few.iter().all(|backlog| backlog.platform.is_some()));

        let many = largest((1..=22).map(of).collect());
        assert_eq!(many.len(), MAX_ENDPOINTS + 1);
        let others = many.last().unwrap();
        let expected = outbox::Backlog { due: 1 + 2, oldest_millis: 20, ..outbox::Backlog::default() };
        assert_eq!((others.platform, others.events), (None, expected));
    }

    #[test]
    fn alerts_of_sandbox_platforms_are_counted_as_notes() {
        let of = |kind: &str, environment, count| {
            let kind = kind.to_owned();
            alerts::OpenAlerts { kind, environment, count }
        };
        let counts = alert_counts(vec![
            of("JOB_POISONED", Some(Environment::Production), 2),
            of("JOB_POISONED", Some(Environment::Sandbox), 5),
            of("OF_A_NEWER_VERSION", None, 1),
        ]);
        let open: Vec<_> = counts.iter().filter(|count| count.open > 0).collect();
        let open: Vec<_> = open.iter().map(|one| (one.kind.as_str(), one.severity, one.open)).collect();
        let expected = [
            ("JOB_POISONED", Severity::Day, 2),
            ("JOB_POISONED", Severity::Note, 5),
            ("OF_A_NEWER_VERSION", Severity::Day, 1),
        ];
        assert_eq!(open, expected);
        assert!(counts.len() >= AlertKind::ALL.len());
    }
}
