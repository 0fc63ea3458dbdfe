//! The metrics of jobs and webhooks.

use causeway_domain::alerts::Severity;

use super::section::Section;
use crate::monitoring::alert_rule::{AlertRule, InputSeries};
use crate::monitoring::metric::Metric;

pub(super) const SECTION: Section = Section { title: "Jobs and webhooks", metrics: METRICS };

const METRICS: &[Metric] = &[
    Metric {
        drawn_by: &["outcome"],
        ..Metric::counter("causeway_jobs_total", "Runs of jobs", &["kind", "outcome"], "Runs of jobs.")
    },
    Metric::of_database(
        "causeway_jobs_due",
        "Due jobs",
        &["kind"],
        "Jobs that are due and wait for a worker.",
    ),
    Metric::of_database("causeway_jobs_later", "Later jobs", &["kind"], "Jobs that become due later."),
    Metric::of_database(
        "causeway_jobs_leased",
        "Jobs under way",
        &["kind"],
        "Jobs under way, in all processes.",
    ),
    Metric {
        rules: &[AlertRule {
            name: "CausewayJobsFailed",
            severity: Severity::Day,
            measure: "max by (kind) (METRIC)",
            bound: "> 0",
            minutes: 15,
            summary: "A job has failed too often and is stopped until it is retried.",
            page: "stuck-payments.md",
            fires: &[
                InputSeries::new(r#"METRIC{kind="SUBMIT_PAYOUT",instance="a"}"#, "1x180"),
                InputSeries::new(r#"METRIC{kind="ASK_PAYOUT",instance="a"}"#, "0x180"),
            ],
            labels: &[("kind", "SUBMIT_PAYOUT")],
            is_quiet: &[InputSeries::new(r#"METRIC{kind="SUBMIT_PAYOUT",instance="a"}"#, "0x180")],
        }],
        ..Metric::of_database(
            "causeway_jobs_failed",
            "Stopped jobs",
            &["kind"],
            "Jobs that failed too often (`JOB_POISONED`).",
        )
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewayJobsLate",
            severity: Severity::Page,
            measure: "max(METRIC)",
            bound: "> 60",
            minutes: 5,
            summary: "Due jobs are not run: the oldest has been due for more than a minute.",
            page: "several-processes.md",
            fires: &[InputSeries::new(r#"METRIC{instance="a"}"#, "61x180")],
            labels: &[],
            is_quiet: &[InputSeries::new(r#"METRIC{instance="a"}"#, "61x110 2x70")],
        }],
        ..Metric::of_database(
            "causeway_job_lag_seconds",
            "Lateness of jobs",
            &[],
            "Time since the oldest due job became due.",
        )
    },
    Metric::counter(
        "causeway_webhook_attempts_total",
        "Attempts to deliver webhooks",
        &["outcome"],
        "Attempts to deliver webhooks: `2xx`, `5xx`, or the reason of the failure.",
    ),
    Metric::seconds(
        "causeway_webhook_exchange_seconds",
        "Time of an attempt to deliver",
        &[],
        "Time of one attempt.",
    ),
    Metric::of_database(
        "causeway_deliveries_due",
        "Due webhooks",
        &["platform"],
        "Webhooks whose next attempt is due.",
    ),
    Metric::of_database(
        "causeway_deliveries_later",
        "Webhooks between attempts",
        &["platform"],
        "Webhooks that wait for their next attempt.",
    ),
    Metric {
        rules: &[AlertRule {
            name: "CausewayDeliveriesGivenUp",
            severity: Severity::Day,
            measure: "max by (platform) (METRIC)",
            bound: "> 0",
            minutes: 15,
            summary: "Webhooks of a platform were given up.",
            page: "webhooks.md",
            fires: &[InputSeries::new(r#"METRIC{platform="Platform:1"}"#, "3x180")],
            labels: &[("platform", "Platform:1")],
            is_quiet: &[InputSeries::new(r#"METRIC{platform="Platform:1"}"#, "0x180")],
        }],
        ..Metric::of_database(
            "causeway_deliveries_given_up",
            "Webhooks given up",
            &["platform"],
            "Webhooks that were given up.",
        )
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewayDeliveriesLate",
            severity: Severity::Day,
            measure: "max by (platform) (METRIC)",
            bound: "> 3600",
            minutes: 15,
            summary: "A platform has not accepted a webhook for more than an hour.",
            page: "webhooks.md",
            fires: &[InputSeries::new(r#"METRIC{platform="Platform:1"}"#, "3601x180")],
            labels: &[("platform", "Platform:1")],
            is_quiet: &[InputSeries::new(r#"METRIC{platform="Platform:1"}"#, "60x180")],
        }],
        ..Metric::of_database(
            "causeway_delivery_age_seconds",
            "Age of the oldest undelivered webhook",
            &["platform"],
            "Age of the oldest webhook that is overdue or was tried without success.",
        )
    },
];
