//! All metrics, section by section.

use super::section::Section;
use super::{deployment, payments, rails, requests, store, work};
use crate::monitoring::alert_rule::AlertRule;
use crate::monitoring::metric::Metric;

/// The table of metrics.
pub const SECTIONS: &[Section] = &[
    requests::SECTION,
    payments::SECTION,
    work::SECTION,
    rails::SECTION,
    store::SECTION,
    deployment::SECTION,
];

/// Returns all metrics.
pub fn metrics() -> impl Iterator<Item = &'static Metric> {
    SECTIONS.iter().flat_map(|section| section.metrics)
}

/// Returns all alert rules, each with its metric.
pub fn alert_rules() -> impl Iterator<Item = (&'static Metric, &'static AlertRule)> {
    metrics().flat_map(|metric| metric.rules.iter().map(move |rule| (metric, rule)))
}
