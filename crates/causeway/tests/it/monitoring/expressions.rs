//! Expressions use metrics and labels that exist, and the program measures the metrics of the table and no others.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use causeway::monitoring::{Metric, MetricKind, Source, alert_rules, board, metrics};
use regex_lite::Regex;
use serde_json::Value;

use super::files::in_repository;

/// Labels that Prometheus adds to each series.
const ADDED: [&str; 2] = ["instance", "job"];

/// Returns the expressions of the board's panels.
pub(super) fn of_board() -> Vec<String> {
    let board: Value = serde_json::from_str(&board()).unwrap();
    let panels = board["panels"].as_array().unwrap().iter();
    let targets = panels.filter_map(|panel| panel["targets"].as_array()).flatten();
    targets.map(|target| target["expr"].as_str().unwrap().to_owned()).collect()
}

/// Returns the metric that a series belongs to.
pub(super) fn metric_of(series: &str) -> Option<&'static Metric> {
    metrics().find(|metric| match metric.kind {
        MetricKind::Histogram(_) => {
            let rest = series.strip_prefix(metric.name);
            rest.is_some_and(|rest| ["_bucket", "_sum", "_count"].contains(&rest))
        }
        MetricKind::Counter | MetricKind::Gauge => series == metric.name,
    })
}

/// Finds names and labels of an expression that do not exist.
fn unknown(expression: &str) -> Vec<String> {
    let selector = Regex::new(r"(causeway_[a-z_]+)(?:\{([^}]*)\})?").unwrap();
    let label = Regex::new(r#"([a-z_]+)(?:=|!=|=~|!~)""#).unwrap();
    let grouping = Regex::new(r"by \(([^)]*)\)").unwrap();
    let mut labels: BTreeSet<&str> = ADDED.into();
    let mut found = Vec::new();
    for selected in selector.captures_iter(expression) {
        let Some(metric) = metric_of(&selected[1]) else {
            found.push(selected[1].to_owned());
            continue;
        };
        let own: Vec<&str> = metric.labels.iter().copied().chain(["le"]).chain(ADDED).collect();
        labels.extend(&own);
        let matchers = selected.get(2).map_or("", |matchers| matchers.as_str());
        let used = label.captures_iter(matchers).map(|used| used[1].to_owned());
        found.extend(used.filter(|used| !own.contains(&used.as_str())));
    }
    let groups = grouping.captures_iter(expression);
    let groups: Vec<String> = groups.flat_map(|group| split(&group[1])).collect();
    found.extend(groups.into_iter().filter(|group| !labels.contains(group.as_str())));
    found
}

fn split(labels: &str) -> Vec<String> {
    labels.split(',').map(|label| label.trim().to_owned()).collect()
}

#[test]
fn rules_and_board_use_metrics_and_labels_of_the_table() {
    let of_rules = alert_rules().map(|(metric, rule)| rule.condition(metric.name));
    let all: Vec<String> = of_rules.chain(of_board()).collect();
    assert!(all.len() > 50, "{} expressions", all.len());
    for expression in all {
        assert_eq!(unknown(&expression), [""; 0], "{expression}");
    }
}

#[test]
fn unknown_names_and_labels_are_found() {
    let expression = r#"sum by (kind, colour) (causeway_jobs_due{kind="A",size!="B"}) / causeway_nothing"#;
    assert_eq!(unknown(expression), ["size", "causeway_nothing", "colour"]);
    assert_eq!(unknown("sum by (instance, le) (rate(causeway_store_commit_seconds_bucket[5m]))"), [""; 0]);
}

#[test]
fn each_metric_is_drawn() {
    let drawn = of_board().join("\n");
    for metric in metrics() {
        assert!(drawn.contains(metric.name), "the board has no panel of {}", metric.name);
        assert!(metric.drawn_by.iter().all(|label| metric.labels.contains(label)), "{}", metric.name);
    }
}

#[test]
fn names_follow_the_conventions_of_prometheus() {
    let names: BTreeSet<&str> = metrics().map(|metric| metric.name).collect();
    assert_eq!(names.len(), metrics().count(), "two metrics have one name");
    let titles: BTreeSet<&str> = metrics().map(|metric| metric.title).collect();
    assert_eq!(titles.len(), metrics().count(), "two panels have one title");
    for metric in metrics() {
        assert!(metric.title.chars().all(|c| c.is_alphabetic() || c == ' '), "{}", metric.title);
        let is_counter = metric.kind == MetricKind::Counter;
        assert_eq!(metric.name.ends_with("_total"), is_counter, "{}", metric.name);
        assert_eq!(metric.kind == MetricKind::Gauge, metric.source != Source::Recorded, "{}", metric.name);
        assert!(metric.help.ends_with('.'), "{}", metric.name);
    }
}

/// Checks that the names in the code are those of the table.
#[test]
fn the_program_measures_the_metrics_of_the_table() {
    let name = Regex::new(r#""(causeway_[a-z_]+)""#).unwrap();
    let mut used = BTreeSet::new();
    for folder in ["store", "service", "sandbox", "causeway"] {
        let sources = in_repository(&format!("crates/{folder}/src"));
        visit(&sources, &mut |text: &str| {
            let product = text.split("#[cfg(test)]").next().unwrap_or_default();
            used.extend(name.captures_iter(product).map(|name| name[1].to_owned()));
        });
    }
    let crates =
        ["causeway_domain", "causeway_sandbox", "causeway_service", "causeway_store", "causeway_wire"];
    used.retain(|name| !crates.contains(&name.as_str()));
    let of_table: BTreeSet<String> = metrics().map(|metric| metric.name.to_owned()).collect();
    assert_eq!(used, of_table);
}

/// Visits the source files below a folder, without the table of metrics.
fn visit(folder: &Path, visitor: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("monitoring") {
            continue;
        }
        if path.is_dir() {
            visit(&path, visitor);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            visitor(&fs::read_to_string(&path).unwrap());
        }
    }
}
