//! The metrics of the service in one table, and all that follows from it: the text of `/metrics`, the rows of the
//! page for operators, the alert rules of Prometheus with their tests, and the board of Grafana.

mod alert_rule;
mod board;
mod exposition;
mod expression;
mod metric;
mod page;
mod rule_files;
mod table;

pub use alert_rule::{AlertRule, InputSeries};
pub use board::board;
pub use exposition::{Sample, exposition};
pub use metric::{Metric, MetricKind, Source};
pub use page::{metric_rows, rule_rows};
pub use rule_files::{rule_file, rule_test_file};
pub use table::{SECTIONS, Section, alert_rules, metrics};
