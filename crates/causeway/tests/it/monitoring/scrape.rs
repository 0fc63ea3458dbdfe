//! `/metrics` of a server that has done the main job: every metric of the table, with its labels, and nothing
//! personal.

use std::collections::{BTreeMap, BTreeSet};

use causeway::monitoring::metrics;
use causeway::router;

use super::deployment::{Deployment, PRIVATE};
use super::expressions::metric_of;

/// Maximum number of lines of one histogram with its labels.
const HISTOGRAM_LINES: usize = 17;

/// A line of the text format.
struct Line {
    series: String,
    labels: BTreeMap<String, String>,
    number: f64,
}

/// Parses the lines of a text that are no comments.
fn lines(text: &str) -> Vec<Line> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(parsed).collect()
}

fn parsed(line: &str) -> Line {
    let (series, number) = line.rsplit_once(' ').unwrap();
    let (series, labels) = series.split_once('{').unwrap_or((series, ""));
    let labels = labels.trim_end_matches('}').split("\",").filter(|label| !label.is_empty());
    let labels = labels.map(|label| {
        let (name, value) = label.split_once("=\"").unwrap();
        (name.to_owned(), value.trim_end_matches('"').to_owned())
    });
    Line { series: series.to_owned(), labels: labels.collect(), number: number.parse().unwrap() }
}

#[tokio::test]
async fn a_server_that_has_done_the_main_job_has_every_metric_of_the_table() {
    let deployment = Deployment::after_the_main_job().await;
    let text = deployment.scrape().await;
    let lines = lines(&text);
    for metric in metrics() {
        let own =
            lines.iter().filter(|line| metric_of(&line.series).is_some_and(|of| of.name == metric.name));
        let own: Vec<&Line> = own.collect();
        assert!(!own.is_empty(), "{} is missing in\n{text}", metric.name);
        for line in own {
            let labels: BTreeSet<&str> =
                line.labels.keys().map(String::as_str).filter(|name| *name != "le").collect();
            let expected: BTreeSet<&str> = metric.labels.iter().copied().collect();
            assert_eq!(labels, expected, "{}", line.series);
        }
        let kind = metric.kind.as_str();
        let head = format!("# HELP {} {}\n# TYPE {} {kind}\n", metric.name, metric.help, metric.name);
        assert_eq!(text.matches(&head).count(), 1, "{head}{text}");
    }
    check_numbers(&lines);
    check_cardinality(&lines);
    for private in PRIVATE.map(str::to_owned).into_iter().chain([deployment.token()]) {
        assert!(!text.contains(&private), "{private} is measured");
    }
}

/// Labels of a series with their values.
type Labels<'a> = &'a [(&'a str, &'a str)];

/// Checks numbers that the main job determines.
fn check_numbers(lines: &[Line]) {
    let sum = |series: &str, labels: Labels<'_>| -> f64 {
        let own = lines.iter().filter(|line| {
            let fits = |(name, value): &(&str, &str)| line.labels.get(*name).is_some_and(|is| is == value);
            line.series == series && labels.iter().all(fits)
        });
        own.map(|line| line.number).sum()
    };
    let expectations: [(&str, Labels<'_>, f64); 14] = [
        ("causeway_payments_total", &[("kind", "OUTGOING"), ("outcome", "COMPLETED")], 1.0),
        ("causeway_http_requests_total", &[("operation", "ExecuteQuote"), ("class", "2xx")], 1.0),
        ("causeway_http_requests_total", &[("operation", "ListCustomers"), ("class", "4xx")], 1.0),
        ("causeway_http_request_seconds_count", &[("operation", "CreateQuote"), ("class", "2xx")], 2.0),
        ("causeway_refusals_total", &[("code", "INVALID_INPUT")], 1.0),
        ("causeway_suspense_transactions", &[("currency", "USD")], 1.0),
        ("causeway_suspense_minor_units", &[("currency", "USD")], 1_250.0),
        ("causeway_alerts_open", &[("kind", "DEPOSIT_SUSPENDED"), ("severity", "note")], 1.0),
        ("causeway_alerts_open", &[("severity", "page")], 0.0),
        ("causeway_deliveries_given_up", &[], 0.0),
        ("causeway_measured", &[], 2.0),
        ("causeway_store_damaged", &[], 0.0),
        ("causeway_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1.0),
        ("causeway_processes", &[], 1.0),
    ];
    for (series, labels, expected) in expectations {
        let found = sum(series, labels);
        assert!((found - expected).abs() < 1e-9, "{series} {labels:?} is {found} and not {expected}");
    }
    let waits = |party: &str| {
        let labels = [("party", party), ("environment", "SANDBOX")];
        sum("causeway_oldest_payment_age_seconds", &labels)
    };
    assert!(waits("PLATFORM") > 0.0, "the open quote waits for its platform");
    assert!(waits("OPERATOR") > 0.0, "the money in suspense waits for an operator");
    assert!(waits("RAIL").abs() < 1e-9, "no payment waits for a rail");
    assert!(sum("causeway_store_connections", &[("use", "write")]) >= 1.0);
    assert!(sum("causeway_backup_age_seconds", &[]) < 3600.0);
}

/// Checks that requests are measured under the names of operations only, and that there is a limited number of
/// lines for them.
fn check_cardinality(lines: &[Line]) {
    let names: BTreeSet<&str> = router::operation_names().collect();
    for line in lines {
        if let Some(operation) = line.labels.get("operation") {
            assert!(names.contains(operation.as_str()), "{operation} is no operation");
        }
    }
    let of_one = lines.iter().filter(|line| {
        line.series.starts_with("causeway_http_request_seconds")
            && line.labels.get("operation").is_some_and(|name| name == "ExecuteQuote")
    });
    assert!(of_one.count() <= HISTOGRAM_LINES);
}

#[test]
fn a_line_is_parsed() {
    let line = parsed("causeway_jobs_total{kind=\"ASK, {AGAIN}\",outcome=\"done\"} 2.5");
    assert_eq!((line.series.as_str(), line.number.to_string().as_str()), ("causeway_jobs_total", "2.5"));
    let labels: Vec<_> = line.labels.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(labels, [("kind", "ASK, {AGAIN}"), ("outcome", "done")]);
}
