//! An alert rule of Prometheus, with the series that test it.

use causeway_domain::alerts::Severity;

/// The word in expressions and series in the place of the metric's name.
const METRIC: &str = "METRIC";

/// An alert rule about one metric.
#[derive(Debug, Clone, Copy)]
pub struct AlertRule {
    pub name: &'static str,
    pub severity: Severity,
    /// Expression of the measured value, with `METRIC` for the metric.
    pub measure: &'static str,
    /// The rest of the condition, with `METRIC` for the metric; empty if the value exists only while it holds.
    pub bound: &'static str,
    /// Minutes for which the condition must hold.
    pub minutes: u32,
    pub summary: &'static str,
    /// The page in `docs/operating`.
    pub page: &'static str,
    /// Series at which the rule fires.
    pub fires: &'static [InputSeries],
    /// Labels of the alert then, besides its severity, each with its value.
    pub labels: &'static [(&'static str, &'static str)],
    /// Series at which the rule does not fire.
    pub is_quiet: &'static [InputSeries],
}

/// A series of a rule's test, with a value each minute.
#[derive(Debug, Clone, Copy)]
pub struct InputSeries {
    /// Selector with `METRIC` for the metric.
    pub series: &'static str,
    /// In the notation of `promtool`.
    pub values: &'static str,
}

impl InputSeries {
    pub(super) const fn new(series: &'static str, values: &'static str) -> Self {
        Self { series, values }
    }

    /// Returns the selector of the series of a metric.
    pub(super) fn selector(&self, metric: &str) -> String {
        self.series.replace(METRIC, metric)
    }
}

impl AlertRule {
    /// Returns the expression of the measured value of a metric.
    #[must_use]
    pub fn measured(&self, metric: &str) -> String {
        self.measure.replace(METRIC, metric)
    }

    /// Returns the expression that yields a series while the rule's condition holds.
    #[must_use]
    pub fn condition(&self, metric: &str) -> String {
        let condition = format!("{} {}", self.measure, self.bound);
        condition.trim_end().replace(METRIC, metric)
    }

    /// Returns the chapter that says what to do, from the root of the repository.
    #[must_use]
    pub fn chapter(&self) -> String {
        format!("docs/operating/{}", self.page)
    }
}
