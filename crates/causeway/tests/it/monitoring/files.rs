//! The files and rows that are made from the table of metrics are current.
//!
//! `UPDATE_DOCS=1 cargo test -p causeway --test it monitoring::files` rewrites them.

use std::fs;
use std::path::{Path, PathBuf};

use causeway::monitoring::{alert_rules, board, metric_rows, rule_file, rule_rows, rule_test_file};

const PAGE: &str = "docs/operating/monitoring.md";

/// Returns the path of a file by its path from the root of the repository.
pub(super) fn in_repository(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

/// Checks a file, which is rewritten first if the variable `UPDATE_DOCS` is set.
#[track_caller]
fn check(file: &str, expected: &str) {
    let path = in_repository(file);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, expected).unwrap();
    }
    let current = fs::read_to_string(&path).unwrap_or_default();
    let difference = current.lines().zip(expected.lines()).find(|(old, new)| old != new);
    assert!(current == expected, "{file} differs, first here: {difference:?}; UPDATE_DOCS=1 rewrites it");
}

/// Returns the page with these rows in the place of those that begin so.
fn with_rows(page: &str, beginning: &str, rows: &[String]) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let first = lines.iter().position(|line| line.starts_with(beginning)).expect("the table has a row");
    let is_row = |line: &&&str| line.starts_with(beginning);
    let count = lines[first..].iter().take_while(is_row).count();
    let rows = rows.iter().map(String::as_str);
    let all = lines[..first].iter().copied().chain(rows).chain(lines[first + count..].iter().copied());
    all.flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn the_rules_are_those_of_the_table() {
    check("deploy/prometheus/causeway.rules.yml", &rule_file());
    check("deploy/prometheus/causeway.rules.test.yml", &rule_test_file());
}

#[test]
fn the_board_is_that_of_the_table() {
    check("deploy/grafana/causeway.json", &board());
}

#[test]
fn the_page_lists_the_metrics_and_rules_of_the_table() {
    let page = fs::read_to_string(in_repository(PAGE)).unwrap();
    let page = with_rows(&page, "| `causeway_", &metric_rows());
    check(PAGE, &with_rows(&page, "| `Causeway", &rule_rows()));
}

#[test]
fn each_rule_names_a_chapter_for_operators_and_has_both_cases() {
    for (metric, rule) in alert_rules() {
        assert!(in_repository(&rule.chapter()).is_file(), "{}: no {}", rule.name, rule.chapter());
        assert!(!rule.is_quiet.is_empty(), "{} of {} has no case without an alert", rule.name, metric.name);
    }
}

#[test]
fn rows_are_replaced_by_their_beginning() {
    let rows = ["| `a` | new |".to_owned(), "| `b` | new |".to_owned()];
    let page = "# Page\n\n| Name |\n|---|\n| `a` | old |\n\nThe end.\n";
    let expected = "# Page\n\n| Name |\n|---|\n| `a` | new |\n| `b` | new |\n\nThe end.\n";
    assert_eq!(with_rows(page, "| `", &rows), expected);
}
