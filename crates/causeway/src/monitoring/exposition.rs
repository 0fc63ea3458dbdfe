//! The text format of Prometheus, for numbers that are read when they are requested.

use std::fmt::Write;

use super::metric::{Metric, Source};
use super::table::metrics;

/// A number of a metric.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Name of the metric.
    pub metric: &'static str,
    /// Values of the metric's labels, in the order of the table.
    pub values: Vec<String>,
    pub number: f64,
}

/// Returns the text of these numbers, in the order of the table. A metric without a number is left out.
#[must_use]
pub fn exposition(samples: &[Sample]) -> String {
    let mut text = String::new();
    for metric in metrics().filter(|metric| metric.source != Source::Recorded) {
        let mut own = samples.iter().filter(|sample| sample.metric == metric.name).peekable();
        if own.peek().is_none() {
            continue;
        }
        let Metric { name, kind, help, .. } = metric;
        // Writing to a text cannot fail.
        let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {}\n", kind.as_str());
        for sample in own {
            let _ = writeln!(text, "{name}{} {}", labels(metric, &sample.values), sample.number);
        }
    }
    text
}

fn labels(metric: &Metric, values: &[String]) -> String {
    let pairs =
        metric.labels.iter().zip(values).map(|(label, value)| format!("{label}=\"{}\"", escaped(value)));
    let pairs: Vec<String> = pairs.collect();
    if pairs.is_empty() { String::new() } else { format!("{{{}}}", pairs.join(",")) }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_the_order_of_the_table() {
        let of = |metric, values: &[&str], number| {
            let values = values.iter().map(|value| (*value).to_owned()).collect();
            Sample { metric, values, number }
        };
        let text = exposition(&[
            of("causeway_build_info", &["0.1.0", "a\"b\\c\nd"], 1.0),
            of("causeway_jobs_due", &["ASK_PAYOUT"], 2.0),
            of("causeway_jobs_due", &["ASK_DEBIT"], 0.5),
        ]);
        let expected = "\
# HELP causeway_jobs_due Jobs that are due and wait for a worker.
# TYPE causeway_jobs_due gauge
causeway_jobs_due{kind=\"ASK_PAYOUT\"} 2
causeway_jobs_due{kind=\"ASK_DEBIT\"} 0.5
# HELP causeway_build_info 1, with the version and the commit of the program.
# TYPE causeway_build_info gauge
causeway_build_info{version=\"0.1.0\",commit=\"a\\\"b\\\\c\\nd\"} 1
";
        assert_eq!(text, expected);
    }
}
