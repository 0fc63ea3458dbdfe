//! The numbers that `/metrics` reads on each request.

use causeway_domain::Time;
use causeway_service::measurements::{EndpointBacklog, PaymentWait, RailMeasurement, WorkMeasurements};
use causeway_store::jobs::Backlog;
use causeway_store::{Error, Store};

use crate::build_info::BuildInfo;
use crate::monitoring::Sample;

/// The label of the platforms that are counted together.
const OTHERS: &str = "other";

/// Numbers of metrics.
#[derive(Default)]
pub(super) struct Samples(Vec<Sample>);

impl Samples {
    pub(super) fn into_all(self) -> Vec<Sample> {
        self.0
    }

    /// Adds the state of the connections to the database.
    pub(super) fn add_store(&mut self, store: &Store) {
        let waiting = i64::try_from(store.waiting()).unwrap_or(i64::MAX);
        self.count("causeway_store_queue_depth", &[], waiting);
        self.count("causeway_store_damaged", &[], i64::from(store.is_damaged()));
        let pool = store.pool_use();
        for (part, all, busy) in
            [("read", pool.readers, pool.busy_readers), ("write", pool.writers, pool.busy_writers)]
        {
            self.count("causeway_store_connections", &[part], signed(all));
            self.count("causeway_store_connections_busy", &[part], signed(busy));
        }
    }

    pub(super) fn add_build(&mut self) {
        let BuildInfo { version, commit, .. } = BuildInfo::of_this_program();
        self.count("causeway_build_info", &[version, commit.unwrap_or("unknown")], 1);
    }

    /// Adds the open work of the deployment.
    pub(super) fn add_work(&mut self, work: &WorkMeasurements, now: Time) {
        self.count("causeway_measured", &["work"], 1);
        for alerts in &work.alerts {
            self.count("causeway_alerts_open", &[&alerts.kind, alerts.severity.as_str()], alerts.open);
        }
        for total in &work.suspense {
            let currency = total.currency.to_string();
            self.count("causeway_suspense_transactions", &[&currency], total.transactions);
            self.add("causeway_suspense_minor_units", &[&currency], as_float(total.balance));
        }
        self.count("causeway_alert_sinks_failing", &[], work.failing_sinks);
        let all = work.jobs.iter().fold(Backlog::default(), |sum, (_, of_kind)| sum.with(*of_kind));
        self.seconds("causeway_job_lag_seconds", &[], all.lag_millis);
        for (kind, jobs) in &work.jobs {
            self.count("causeway_jobs_due", &[kind], jobs.due);
            self.count("causeway_jobs_later", &[kind], jobs.later);
            self.count("causeway_jobs_leased", &[kind], jobs.leased);
            self.count("causeway_jobs_failed", &[kind], jobs.failed);
        }
        work.rails.iter().for_each(|rail| self.add_rail(rail, now));
        work.deliveries.iter().for_each(|backlog| self.add_deliveries(backlog));
        for (version, processes) in &work.processes {
            self.count("causeway_processes", &[version], *processes);
        }
        self.seconds("causeway_verify_age_seconds", &[], age(work.verified_at, now));
    }

    fn add_deliveries(&mut self, EndpointBacklog { platform, events }: &EndpointBacklog) {
        let platform = platform.map_or_else(|| OTHERS.to_owned(), |platform| platform.to_string());
        self.count("causeway_deliveries_due", &[&platform], events.due);
        self.count("causeway_deliveries_later", &[&platform], events.later);
        self.count("causeway_deliveries_given_up", &[&platform], events.given_up);
        self.seconds("causeway_delivery_age_seconds", &[&platform], events.oldest_millis);
    }

    fn add_rail(&mut self, measured: &RailMeasurement, now: Time) {
        let RailMeasurement { rail, orders, oldest_at, oldest_in_doubt_at, unread_items } = measured;
        for (state, count) in orders {
            self.count("causeway_rail_orders", &[rail, state], *count);
        }
        let millis = |since: Option<Time>| since.map_or(0, |since| age(since, now));
        self.seconds("causeway_rail_oldest_open_seconds", &[rail], millis(*oldest_at));
        self.seconds("causeway_rail_oldest_in_doubt_seconds", &[rail], millis(*oldest_in_doubt_at));
        self.count("causeway_rail_feed_lag_items", &[rail], *unread_items);
    }

    /// Adds the oldest unfinished payments.
    pub(super) fn add_waits(&mut self, waits: &[PaymentWait]) {
        self.count("causeway_measured", &["waits"], 1);
        for PaymentWait { party, environment, age_millis } in waits {
            let labels = [party.as_str(), environment.as_str()];
            self.seconds("causeway_oldest_payment_age_seconds", &labels, *age_millis);
        }
    }

    pub(super) fn add_backup(&mut self, backed_up_at: Time, now: Time) {
        self.seconds("causeway_backup_age_seconds", &[], age(backed_up_at, now));
    }

    /// Adds that a part of the database's numbers could not be counted.
    pub(super) fn add_failure(&mut self, part: &'static str, error: &Error) {
        tracing::error!(%error, part, "failed to count the database for /metrics");
        self.count("causeway_measured", &[part], 0);
    }

    fn count(&mut self, metric: &'static str, values: &[&str], count: i64) {
        self.add(metric, values, as_float(count.into()));
    }

    fn seconds(&mut self, metric: &'static str, values: &[&str], millis: i64) {
        self.add(metric, values, as_float(millis.into()) / 1000.0);
    }

    fn add(&mut self, metric: &'static str, values: &[&str], number: f64) {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        self.0.push(Sample { metric, values, number });
    }
}

/// Returns the milliseconds between two times, 0 if the first is later.
fn age(since: Time, now: Time) -> i64 {
    (now.millis() - since.millis()).max(0)
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts beyond 2^53 are not reached, and sums of money beyond it are near enough"
)]
const fn as_float(value: i128) -> f64 {
    value as f64
}
