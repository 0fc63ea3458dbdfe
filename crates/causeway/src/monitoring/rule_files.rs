//! The alert rules as files of Prometheus.

use std::fmt::Write;

use super::alert_rule::{AlertRule, InputSeries};
use super::table::alert_rules;

const HEAD: &str = "\
# Made from the table of metrics in the source (crates/causeway/src/monitoring). After a change of the table, there:
# UPDATE_DOCS=1 cargo test -p causeway --test it monitoring::files
";

/// The address of the documents, from an external label of Prometheus; empty without one.
const DOCUMENTS: &str = "{{ $externalLabels.causeway_documents }}";

/// The first minute at which the rules are tested.
const TESTED_AT: u32 = 120;

/// Returns the alert rules.
#[must_use]
pub fn rule_file() -> String {
    let mut text = format!("{HEAD}groups:\n  - name: causeway\n    rules:\n");
    for (metric, rule) in alert_rules() {
        let condition = quoted(&rule.condition(metric.name));
        let summary = quoted(rule.summary);
        let chapter = quoted(&format!("{DOCUMENTS}{}", rule.chapter()));
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            "      - alert: {}\n        expr: {condition}\n        for: {}m\n        labels:\n          \
             severity: {}\n        annotations:\n          summary: {summary}\n          chapter: {chapter}\n",
            rule.name, rule.minutes, rule.severity
        );
    }
    text
}

/// Returns the tests of the alert rules: each fires in one case, and does not in another.
#[must_use]
pub fn rule_test_file() -> String {
    let head = "rule_files:\n  - causeway.rules.yml\nevaluation_interval: 1m\ntests:\n";
    let mut text = format!("{HEAD}{head}");
    for (metric, rule) in alert_rules() {
        text += &case(metric.name, rule, "fires", rule.fires);
        text += &alert(rule);
        text += &case(metric.name, rule, "does not fire", rule.is_quiet);
        text += "        exp_alerts: []\n";
    }
    text
}

/// Returns a test up to its expectation.
fn case(metric: &str, rule: &AlertRule, outcome: &str, series: &[InputSeries]) -> String {
    let mut text = format!("  - name: {} {outcome}\n    interval: 1m\n", rule.name);
    text += if series.is_empty() { "    input_series: []\n" } else { "    input_series:\n" };
    for input in series {
        let series = quoted(&input.selector(metric));
        let _ = write!(text, "      - series: {series}\n        values: {}\n", quoted(input.values));
    }
    let at = TESTED_AT.max(rule.minutes + 30);
    let _ =
        write!(text, "    alert_rule_test:\n      - eval_time: {at}m\n        alertname: {}\n", rule.name);
    text
}

/// Returns the expectation of a test in which the rule fires.
fn alert(rule: &AlertRule) -> String {
    let mut text =
        format!("        exp_alerts:\n          - exp_labels:\n              severity: {}\n", rule.severity);
    for (label, value) in rule.labels {
        let _ = writeln!(text, "              {label}: {}", quoted(value));
    }
    let _ = write!(
        text,
        "            exp_annotations:\n              summary: {}\n              chapter: {}\n",
        quoted(rule.summary),
        rule.chapter()
    );
    text
}

/// Returns a text in quotation marks, as YAML and JSON write it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
