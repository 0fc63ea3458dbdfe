//! `GET /metrics`: the table of metrics with its numbers, in the text format of Prometheus.

use std::fmt;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use causeway_service::App;
use causeway_service::measurements::{measure_waits, measure_work};
use causeway_service::runtime::timers;
use metrics::{counter, describe_counter, describe_histogram, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::sync::watch;

use super::samples::Samples;
use crate::data_folder::DataFolder;
use crate::monitoring::{self, MetricKind, Source};

/// The measurements of this process so far.
#[derive(Clone)]
pub(super) struct Recorder(PrometheusHandle);

/// The measurements of the process, with the counts of open work in its database.
#[derive(Clone)]
pub(super) struct Metrics {
    recorder: Recorder,
    app: Arc<App>,
    /// `None` if `causeway backup` does not copy the database.
    backups: Option<DataFolder>,
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
        let mut builder = PrometheusBuilder::new();
        for metric in monitoring::metrics() {
            if let MetricKind::Histogram(bounds) = metric.kind {
                let name = Matcher::Full(metric.name.to_owned());
                builder = builder.set_buckets_for_metric(name, bounds).map_err(MetricsError)?;
            }
        }
        let recorder = builder.install_recorder().map_err(MetricsError)?;
        describe();
        Ok(Self(recorder))
    }
}

impl Metrics {
    /// Creates the metrics of this service.
    pub(super) fn new(recorder: Recorder, app: &Arc<App>, backups: Option<DataFolder>) -> Self {
        Self { recorder, app: Arc::clone(app), backups }
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

    /// Renders all metrics as text; open work is counted now. If the database cannot be counted, its metrics are
    /// left out, and the others are rendered.
    async fn render(&self) -> String {
        let store = &self.app.store;
        let now = self.app.clock.now();
        let mut samples = Samples::default();
        samples.add_store(store);
        samples.add_build();
        match measure_work(store).await {
            Ok(work) => {
                samples.add_work(&work, now);
                if let Some(folder) = &self.backups {
                    samples.add_backup(folder.backed_up_at().unwrap_or(work.created_at), now);
                }
            }
            Err(error) => samples.add_failure("work", &error),
        }
        match measure_waits(store).await {
            Ok(waits) => samples.add_waits(&waits),
            Err(error) => samples.add_failure("waits", &error),
        }
        self.recorder.0.render() + &monitoring::exposition(&samples.into_all())
    }
}

async fn answer(State(metrics): State<Metrics>) -> Response {
    const FORM: [(HeaderName, &str); 1] = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (FORM, metrics.render().await).into_response()
}

/// Describes the metrics that the process records. Those without labels appear before their first value.
fn describe() {
    for metric in monitoring::metrics().filter(|metric| metric.source == Source::Recorded) {
        let has_labels = !metric.labels.is_empty();
        match metric.kind {
            MetricKind::Counter => {
                describe_counter!(metric.name, metric.help);
                if !has_labels {
                    counter!(metric.name).increment(0);
                }
            }
            MetricKind::Histogram(_) => {
                describe_histogram!(metric.name, metric.help);
                if !has_labels {
                    drop(histogram!(metric.name));
                }
            }
            // A gauge is read from its source on each request.
            MetricKind::Gauge => {}
        }
    }
}

impl fmt::Display for MetricsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot install the metrics recorder: {}", self.0)
    }
}

impl std::error::Error for MetricsError {}
