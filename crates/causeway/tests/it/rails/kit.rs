//! Both adapters of the examples pass every case of the kit, and no file changes.

use std::process::Command;

use serde_json::Value;

use super::adapter::Language;
use super::checked::CheckedAdapter;
use super::program::example;

/// Number of cases of this step of the protocol.
const CASES: usize = 53;

fn passes_every_case(language: Language) {
    let before = changed_files();
    let adapter = CheckedAdapter::start(language);
    let report = adapter.check(&[]);
    let cases = report["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), CASES, "{report:#}");
    let others: Vec<&Value> = cases.iter().filter(|case| case["verdict"] != "PASSED").collect();
    let log = adapter.log();
    let end: Vec<&str> = log.lines().rev().take(20).collect();
    assert!(others.is_empty(), "{others:#?}\nthe adapter's last lines, newest first:\n{}", end.join("\n"));
    assert_eq!((&report["failed"], &report["not_tried"]), (&Value::from(0), &Value::from(0)));
    assert_eq!(changed_files(), before, "a check changes no file of the repository");
}

/// Checks that the adapter in Python passes every case.
#[test]
fn the_python_adapter_passes_every_case() {
    passes_every_case(Language::Python);
}

/// Checks that the adapter in another language, which was written from the document, passes every case.
#[test]
fn the_adapter_written_from_the_document_passes() {
    passes_every_case(Language::Node);
}

/// Checks that cases which need what is not given are printed and counted.
#[test]
fn cases_without_their_means_are_printed_and_counted() {
    let adapter = CheckedAdapter::start(Language::Python);
    let report = adapter.check_without_means(&["--cases", "1-20"]);
    let is_not_tried = |case: &&Value| case["verdict"] == "NOT_TRIED";
    let not_tried: Vec<&Value> =
        report["cases"].as_array().expect("cases").iter().filter(is_not_tried).collect();
    assert_eq!(report["not_tried"], not_tried.len());
    let numbers: Vec<u64> = not_tried.iter().filter_map(|case| case["case"].as_u64()).collect();
    assert_eq!(numbers, [14, 15, 16, 17, 18, 19], "orders need --with-orders: {report:#}");
    assert_eq!(report["failed"], 0, "{report:#}");
}

/// Checks that no adapter passes the case about paying once unless its partner's book is looked at.
#[test]
fn paying_once_is_not_tried_without_the_book() {
    let adapter = CheckedAdapter::start(Language::Python);
    let report = adapter.check_without_step("PAID", &["--cases", "50"]);
    assert_eq!(report["not_tried"], 1, "{report:#}");
    assert_eq!(
        report["cases"][0]["detail"], "the command of --restart does not know the step PAID",
        "{report:#}"
    );
}

/// Checks that the report for other programs is written beside the printed one, whatever its form.
#[test]
fn the_report_for_junit_is_written_beside_each_form() {
    let adapter = CheckedAdapter::start(Language::Python);
    let forms: [&[&str]; 2] = [&[], &["--json"]];
    for form in forms {
        let file = adapter.path(&format!("report-{}.xml", form.len()));
        let printed = adapter.print_check(&[&["--cases", "1", "--junit", &file][..], form].concat());
        assert!(printed.contains("Capabilities are signed"), "{printed}");
        let report = std::fs::read_to_string(&file).unwrap();
        assert!(report.contains("tests=\"1\" failures=\"0\" skipped=\"0\""), "{report}");
    }
}

/// Returns the changed and new files of the examples, if this is a working copy.
fn changed_files() -> String {
    let status = Command::new("git").args(["status", "--porcelain", &example("")]).output();
    status.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}
