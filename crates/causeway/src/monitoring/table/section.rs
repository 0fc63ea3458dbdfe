//! A section of the table of metrics.

use crate::monitoring::metric::Metric;

/// Metrics that belong together.
#[derive(Debug, Clone, Copy)]
pub struct Section {
    pub title: &'static str,
    pub metrics: &'static [Metric],
}
