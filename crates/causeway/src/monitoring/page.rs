//! The rows of the page for operators.

use super::metric::{Metric, Source};
use super::table::{alert_rules, metrics};

/// Returns the row of each metric.
#[must_use]
pub fn metric_rows() -> Vec<String> {
    metrics().map(metric_row).collect()
}

/// Returns the row of each alert rule.
#[must_use]
pub fn rule_rows() -> Vec<String> {
    let rows = alert_rules().map(|(metric, rule)| {
        let title = rule.page.trim_end_matches(".md").replace('-', " ");
        format!(
            "| `{}` | {} | {} | `{}` | [{title}]({}) |",
            rule.name, rule.severity, rule.summary, metric.name, rule.page
        )
    });
    rows.collect()
}

fn metric_row(metric: &Metric) -> String {
    let labels: Vec<String> = metric.labels.iter().map(|label| format!("`{label}`")).collect();
    let kind = metric.kind.as_str();
    let of = match metric.source {
        Source::Recorded | Source::Process => "process",
        Source::Database => "database",
    };
    format!("| `{}` | {kind} | {of} | {} | {} |", metric.name, labels.join(", "), metric.help)
}
