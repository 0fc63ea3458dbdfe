//! The metrics of the database.

use causeway_domain::alerts::Severity;

use super::section::Section;
use crate::monitoring::alert_rule::{AlertRule, InputSeries};
use crate::monitoring::metric::Metric;

pub(super) const SECTION: Section = Section { title: "Database", metrics: METRICS };

const METRICS: &[Metric] = &[
    Metric {
        rules: &[AlertRule {
            name: "CausewayNotMeasured",
            severity: Severity::Page,
            measure: "min by (instance, part) (METRIC)",
            bound: "< 1",
            minutes: 5,
            summary: "A process cannot count its database: the metrics of the database are missing.",
            page: "monitoring.md",
            fires: &[
                InputSeries::new(r#"METRIC{part="work",instance="a"}"#, "0x180"),
                InputSeries::new(r#"METRIC{part="waits",instance="a"}"#, "1x180"),
            ],
            labels: &[("instance", "a"), ("part", "work")],
            is_quiet: &[InputSeries::new(r#"METRIC{part="work",instance="a"}"#, "1x180")],
        }],
        ..Metric::of_process(
            "causeway_measured",
            "Success of the last counts",
            &["part"],
            "1 if the last counts of the database, for a part of these metrics, succeeded; otherwise 0.",
        )
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewayDatabaseDamaged",
            severity: Severity::Page,
            measure: "max by (instance) (METRIC)",
            bound: "> 0",
            minutes: 0,
            summary: "The database is damaged: nothing is written any more.",
            page: "forgery-and-damage.md",
            fires: &[InputSeries::new(r#"METRIC{instance="a"}"#, "1x180")],
            labels: &[("instance", "a")],
            is_quiet: &[InputSeries::new(r#"METRIC{instance="a"}"#, "0x180")],
        }],
        ..Metric::of_process(
            "causeway_store_damaged",
            "Damage of the database",
            &[],
            "1 after damaged or missing database files were found, otherwise 0.",
        )
    },
    Metric::of_process(
        "causeway_store_connections",
        "Connections to the database",
        &["use"],
        "Connections to the database: `read` or `write`.",
    ),
    Metric::of_process(
        "causeway_store_connections_busy",
        "Busy connections",
        &["use"],
        "Connections at work.",
    ),
    Metric {
        rules: &[AlertRule {
            name: "CausewayDatabaseBusy",
            severity: Severity::Page,
            measure: "min_over_time(METRIC[5m])",
            bound: "> 100",
            minutes: 5,
            summary: "More than 100 reads and writes have waited for the database for minutes.",
            page: "monitoring.md",
            fires: &[InputSeries::new(r#"METRIC{instance="a"}"#, "101x180")],
            labels: &[("instance", "a")],
            is_quiet: &[InputSeries::new(r#"METRIC{instance="a"}"#, "500 0 500 0x180")],
        }],
        ..Metric::of_process(
            "causeway_store_queue_depth",
            "Waiting reads and writes",
            &[],
            "Reads and writes that wait for a connection.",
        )
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewayCommitsSlow",
            severity: Severity::Day,
            measure: "histogram_quantile(0.99, sum by (instance, le) (rate(METRIC_bucket[5m])))",
            bound: "> 0.5",
            minutes: 10,
            summary: "One commit in a hundred takes more than half a second.",
            page: "monitoring.md",
            fires: &[
                InputSeries::new(r#"METRIC_bucket{instance="a",le="0.5"}"#, "0+90x180"),
                InputSeries::new(r#"METRIC_bucket{instance="a",le="1.0"}"#, "0+100x180"),
                InputSeries::new(r#"METRIC_bucket{instance="a",le="+Inf"}"#, "0+100x180"),
            ],
            labels: &[("instance", "a")],
            is_quiet: &[
                InputSeries::new(r#"METRIC_bucket{instance="a",le="0.1"}"#, "0+100x180"),
                InputSeries::new(r#"METRIC_bucket{instance="a",le="0.5"}"#, "0+100x180"),
                InputSeries::new(r#"METRIC_bucket{instance="a",le="+Inf"}"#, "0+100x180"),
            ],
        }],
        ..Metric::seconds("causeway_store_commit_seconds", "Time of a commit", &[], "Time of one commit.")
    },
    Metric::counts(
        "causeway_store_batch_size",
        "Writes per transaction",
        &[],
        "Writes that shared one transaction.",
    ),
    Metric::counter(
        "causeway_store_reruns_total",
        "Repeated writes",
        &[],
        "Writes that were repeated after a conflict.",
    ),
];
