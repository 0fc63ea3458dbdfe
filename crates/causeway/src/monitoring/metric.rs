//! A row of the table of metrics.

use super::alert_rule::AlertRule;

/// Buckets of time histograms, in seconds.
const SECONDS: &[f64] = &[0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
/// Buckets of histograms of counts.
const COUNTS: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// A metric.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    pub name: &'static str,
    /// Title of the panel on the board.
    pub title: &'static str,
    pub kind: MetricKind,
    pub source: Source,
    /// Each has a limited number of values.
    pub labels: &'static [&'static str],
    pub help: &'static str,
    /// The labels that the board tells apart.
    pub drawn_by: &'static [&'static str],
    pub rules: &'static [AlertRule],
}

/// The kind of a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MetricKind {
    /// A number that only grows; its name ends in `_total`.
    Counter,
    /// A number that grows and shrinks.
    Gauge,
    /// A distribution, with the upper bounds of its buckets.
    Histogram(&'static [f64]),
}

/// The origin of a metric's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Counted by the process as it works.
    Recorded,
    /// Read from the process when `/metrics` is requested.
    Process,
    /// Read from the database when `/metrics` is requested: the same from every process.
    Database,
}

impl MetricKind {
    /// Returns the name that Prometheus has for the kind.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram(_) => "histogram",
        }
    }
}

impl Metric {
    /// Returns a counter that the process records.
    pub(super) const fn counter(
        name: &'static str,
        title: &'static str,
        labels: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::new(name, title, MetricKind::Counter, Source::Recorded, labels, help)
    }

    /// Returns a histogram of times that the process records.
    pub(super) const fn seconds(
        name: &'static str,
        title: &'static str,
        labels: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::new(name, title, MetricKind::Histogram(SECONDS), Source::Recorded, labels, help)
    }

    /// Returns a histogram of counts that the process records.
    pub(super) const fn counts(
        name: &'static str,
        title: &'static str,
        labels: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::new(name, title, MetricKind::Histogram(COUNTS), Source::Recorded, labels, help)
    }

    /// Returns a gauge that is read from the process.
    pub(super) const fn of_process(
        name: &'static str,
        title: &'static str,
        labels: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::new(name, title, MetricKind::Gauge, Source::Process, labels, help)
    }

    /// Returns a gauge that is read from the database.
    pub(super) const fn of_database(
        name: &'static str,
        title: &'static str,
        labels: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::new(name, title, MetricKind::Gauge, Source::Database, labels, help)
    }

    const fn new(
        name: &'static str,
        title: &'static str,
        kind: MetricKind,
        source: Source,
        labels: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self { name, title, kind, source, labels, help, drawn_by: labels, rules: &[] }
    }
}
