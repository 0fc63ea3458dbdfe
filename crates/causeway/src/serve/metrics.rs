//! `GET /metrics`: measurements of the process and counts of pending work, in the text format of Prometheus.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use causeway_service::App;
use causeway_service::runtime::timers;
use causeway_store::{Error, Tx, alert_sinks, alerts, jobs, ledger, outbox};
use metrics::{Unit, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::sync::watch;

/// Buckets of time histograms, in seconds.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
/// Buckets of the histogram of closures per commit.
const BATCH: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// The measurements of this process so far.
#[derive(Clone)]
pub(super) struct Recorder(PrometheusHandle);

/// The measurements of the process, with the counts of pending work in its database.
#[derive(Clone)]
pub(super) struct Metrics {
    recorder: Recorder,
    app: Arc<App>,
    /// Labels of the gauges that were set so far, by name.
    labels: Arc<Mutex<BTreeSet<(&'static str, String)>>>,
}

/// The error that the recorder cannot be installed; a defect of the program.
#[derive(Debug)]
pub struct MetricsError(BuildError);

impl Recorder {
    /// Installs the recorder, once in a process. Earlier events are not measured.
    ///
    /// # Errors
    /// If the process has a recorder already.
    pub(super) fn begin() -> Result<Self, MetricsError> {
        let recorder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
            .and_then(|builder| {
                builder.set_buckets_for_metric(Matcher::Suffix("_batch_size".to_owned()), &BATCH)
            })
            .and_then(PrometheusBuilder::install_recorder)
            .map_err(MetricsError)?;
        describe();
        Ok(Self(recorder))
    }
}

impl Metrics {
    /// Creates the metrics of this service.
    pub(super) fn new(recorder: Recorder, app: &Arc<App>) -> Self {
        Self { recorder, app: Arc::clone(app), labels: Arc::default() }
    }

    /// Folds measured values into their histograms periodically, so that they do not accumulate if
    /// `/metrics` is never requested. Returns on the signal.
    pub(super) async fn fold(self, mut stop: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                () = timers::pause(timers::METRICS_INTERVAL) => self.recorder.0.run_upkeep(),
            }
        }
    }

    /// Returns the router of `/metrics`.
    pub(super) fn router(self) -> Router {
        Router::new().route("/metrics", get(answer)).with_state(self)
    }

    /// Renders all metrics as text; pending work is counted now.
    async fn render(&self) -> Result<String, Error> {
        let count = |tx: &mut Tx<'_>| {
            let totals = (alerts::count_open(tx)?, ledger::suspense_totals(tx)?);
            let failing = alert_sinks::count_failing(tx)?;
            Ok::<_, Error>((jobs::backlog(tx)?, outbox::backlog(tx)?, totals, failing))
        };
        let (work, events, (open, suspended), failing) = self.app.store.read(count).await?;
        let open = open.into_iter().map(|(kind, count)| (kind, count.into()));
        self.labelled("causeway_alerts_open", "kind", open);
        let sums = suspended.iter().map(|total| (total.currency.to_string(), total.balance));
        self.labelled("causeway_suspense_minor_units", "currency", sums);
        let counts = suspended.iter().map(|total| (total.currency.to_string(), total.transactions.into()));
        self.labelled("causeway_suspense_transactions", "currency", counts);
        set("causeway_store_queue_depth", i64::try_from(self.app.store.waiting()).unwrap_or(i64::MAX));
        set("causeway_alert_sinks_failing", failing);
        set("causeway_jobs_due", work.due);
        set("causeway_jobs_leased", work.leased);
        set("causeway_jobs_failed", work.failed);
        gauge!("causeway_job_lag_seconds").set(as_float(work.lag_millis.into()) / 1000.0);
        set("causeway_deliveries_due", events.due);
        set("causeway_deliveries_later", events.later);
        set("causeway_deliveries_given_up", events.given_up);
        Ok(self.recorder.0.render())
    }
}

impl Metrics {
    /// Sets the gauges of one name, one per label value. Gauges of label values that are no longer reported
    /// become zero.
    fn labelled(
        &self,
        name: &'static str,
        label: &'static str,
        values: impl Iterator<Item = (String, i128)>,
    ) {
        let mut labels = self.labels.lock().unwrap_or_else(PoisonError::into_inner);
        for (known, value) in labels.iter().filter(|(known, _)| *known == name) {
            gauge!(*known, label => value.clone()).set(0.0);
        }
        for (value, count) in values {
            gauge!(name, label => value.clone()).set(as_float(count));
            labels.insert((name, value));
        }
    }
}

async fn answer(State(metrics): State<Metrics>) -> Response {
    const FORM: [(HeaderName, &str); 1] = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    match metrics.render().await {
        Ok(text) => (FORM, text).into_response(),
        Err(error) => {
            tracing::error!(%error, "failed to render metrics");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

fn set(name: &'static str, value: i64) {
    gauge!(name).set(as_float(value.into()));
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts beyond 2^53 are not reached, and sums of money beyond it are near enough"
)]
const fn as_float(value: i128) -> f64 {
    value as f64
}

fn describe() {
    describe_counter!("causeway_http_requests_total", "Requests answered, by HTTP status.");
    describe_histogram!("causeway_http_request_seconds", Unit::Seconds, "Time to answer a request.");
    describe_counter!("causeway_refusals_total", "Requests refused, by error code.");
    describe_histogram!("causeway_store_commit_seconds", Unit::Seconds, "Time of one commit.");
    describe_histogram!("causeway_store_batch_size", "Closures that shared one transaction.");
    describe_gauge!("causeway_store_queue_depth", "Closures that wait for the database.");
    describe_counter!("causeway_store_reruns_total", "Closures run again after a conflict.");
    describe_histogram!("causeway_webhook_exchange_seconds", Unit::Seconds, "Time of one delivery attempt.");
    describe_counter!("causeway_webhook_attempts_total", "Delivery attempts, by outcome.");
    describe_counter!("causeway_jobs_total", "Runs of jobs, by kind and outcome.");
    describe_gauge!("causeway_jobs_due", "Jobs that are due and wait.");
    describe_gauge!("causeway_jobs_leased", "Jobs under way, in all processes.");
    describe_gauge!("causeway_jobs_failed", "Jobs that failed after all attempts.");
    describe_gauge!("causeway_job_lag_seconds", Unit::Seconds, "Time since the oldest due job became due.");
    describe_gauge!("causeway_deliveries_due", "Webhooks whose next attempt is due.");
    describe_gauge!("causeway_deliveries_later", "Webhooks that wait for their next attempt.");
    describe_gauge!("causeway_store_damaged", "1 after damaged or missing database files were found.");
    describe_gauge!("causeway_alerts_open", "Open alerts, by kind.");
    describe_gauge!("causeway_alert_sinks_failing", "Receivers of alerts that accept no notices.");
    describe_gauge!("causeway_suspense_transactions", "Transactions with money in suspense, by currency.");
    describe_gauge!("causeway_suspense_minor_units", "Money in suspense, by currency, in its smallest unit.");
    describe_gauge!("causeway_deliveries_given_up", "Webhooks that were given up.");
}

impl fmt::Display for MetricsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot install the metrics recorder: {}", self.0)
    }
}

impl std::error::Error for MetricsError {}
