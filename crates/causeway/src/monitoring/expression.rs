//! The expressions by which the board draws a metric.

use super::metric::{Metric, MetricKind, Source};

/// The quantiles that are drawn of a histogram.
const QUANTILES: [&str; 3] = ["0.5", "0.95", "0.99"];

/// The selector of the processes that are chosen on the board.
const CHOSEN: &str = r#"{instance=~"$instance"}"#;

/// A line, or one for each combination of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Curve {
    pub(super) expression: String,
    /// In the notation of Grafana.
    pub(super) legend: String,
}

/// Returns the curves of a metric. Numbers from the database are the same from every process, and are drawn once.
pub(super) fn curves(metric: &Metric) -> Vec<Curve> {
    let Metric { name, kind, source, labels, drawn_by, .. } = *metric;
    let curve = |expression, legend| Curve { expression, legend };
    match (kind, source) {
        (MetricKind::Counter, _) => {
            vec![curve(format!("sum{} (rate({name}{CHOSEN}[5m]))", by(drawn_by)), legend(drawn_by))]
        }
        (MetricKind::Histogram(_), _) => {
            let quantiles = QUANTILES.iter().map(|quantile| {
                let expression =
                    format!("histogram_quantile({quantile}, sum by (le) (rate({name}_bucket{CHOSEN}[5m])))");
                curve(expression, format!("quantile {quantile}"))
            });
            quantiles.collect()
        }
        (MetricKind::Gauge, Source::Process | Source::Recorded) => {
            let each = [drawn_by, &["instance"]].concat();
            vec![curve(format!("max{} ({name}{CHOSEN})", by(&each)), legend(&each))]
        }
        (MetricKind::Gauge, Source::Database) if drawn_by == labels => {
            vec![curve(format!("max{} ({name})", by(labels)), legend(labels))]
        }
        (MetricKind::Gauge, Source::Database) => {
            let once = format!("max{} ({name})", by(labels));
            vec![curve(format!("sum{} ({once})", by(drawn_by)), legend(drawn_by))]
        }
    }
}

fn by(labels: &[&str]) -> String {
    if labels.is_empty() { String::new() } else { format!(" by ({})", labels.join(", ")) }
}

fn legend(labels: &[&str]) -> String {
    let labels: Vec<String> = labels.iter().map(|label| format!("{{{{{label}}}}}")).collect();
    if labels.is_empty() { "all".to_owned() } else { labels.join(" ") }
}
