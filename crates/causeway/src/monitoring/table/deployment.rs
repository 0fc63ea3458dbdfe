//! The metrics of the deployment as a whole.

use causeway_domain::alerts::Severity;

use super::section::Section;
use crate::monitoring::alert_rule::{AlertRule, InputSeries};
use crate::monitoring::metric::Metric;

pub(super) const SECTION: Section = Section { title: "Deployment", metrics: METRICS };

const METRICS: &[Metric] = &[
    Metric {
        rules: &[
            AlertRule {
                name: "CausewayDown",
                severity: Severity::Page,
                measure: "absent(METRIC)",
                bound: "",
                minutes: 5,
                summary: "No process of Causeway is scraped.",
                page: "install-and-data-folder.md",
                fires: &[],
                labels: &[],
                is_quiet: &[InputSeries::new(
                    r#"METRIC{version="0.1.0",commit="unknown",instance="a"}"#,
                    "1x180",
                )],
            },
            AlertRule {
                name: "CausewayProcessDown",
                severity: Severity::Day,
                measure: "min by (instance) (up and on (instance, job) last_over_time(METRIC[7d]))",
                bound: "< 1",
                minutes: 10,
                summary: "A process of Causeway that has worked within the last week cannot be scraped.",
                page: "several-processes.md",
                fires: &[
                    InputSeries::new(r#"up{instance="a",job="causeway"}"#, "1x180"),
                    InputSeries::new(r#"METRIC{version="0.1.0",instance="a",job="causeway"}"#, "1x180"),
                    InputSeries::new(r#"up{instance="b",job="causeway"}"#, "1x60 0x120"),
                    InputSeries::new(r#"METRIC{version="0.1.0",instance="b",job="causeway"}"#, "1x60"),
                ],
                labels: &[("instance", "b")],
                is_quiet: &[
                    InputSeries::new(r#"up{instance="a",job="causeway"}"#, "1x180"),
                    InputSeries::new(r#"METRIC{version="0.1.0",instance="a",job="causeway"}"#, "1x180"),
                    InputSeries::new(r#"up{instance="b",job="causeway"}"#, "1x115 0x60"),
                    InputSeries::new(r#"METRIC{version="0.1.0",instance="b",job="causeway"}"#, "1x115"),
                    InputSeries::new(r#"up{instance="c",job="another"}"#, "0x180"),
                ],
            },
        ],
        ..Metric::of_process(
            "causeway_build_info",
            "Version",
            &["version", "commit"],
            "1, with the version and the commit of the program.",
        )
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewayVersionsDiffer",
            severity: Severity::Day,
            measure: "count(max by (version) (METRIC > 0))",
            bound: "> 1",
            minutes: 60,
            summary: "Processes of different versions have worked on one database for an hour.",
            page: "upgrade.md",
            fires: &[
                InputSeries::new(r#"METRIC{version="0.1.0",instance="a"}"#, "1x180"),
                InputSeries::new(r#"METRIC{version="0.1.1",instance="a"}"#, "1x180"),
            ],
            labels: &[],
            is_quiet: &[
                InputSeries::new(r#"METRIC{version="0.1.0",instance="a"}"#, "2x180"),
                InputSeries::new(r#"METRIC{version="0.1.0",instance="b"}"#, "2x180"),
            ],
        }],
        ..Metric::of_database(
            "causeway_processes",
            "Processes",
            &["version"],
            "Processes that work on the database.",
        )
    },
    Metric {
        drawn_by: &["severity"],
        rules: &[
            AlertRule {
                name: "CausewayAlertToPage",
                severity: Severity::Page,
                measure: r#"max by (kind) (METRIC{severity="page"})"#,
                bound: "> 0",
                minutes: 0,
                summary: "An alert is open that needs action at any hour.",
                page: "alerts.md",
                fires: &[InputSeries::new(
                    r#"METRIC{kind="CLOCK_WENT_BACK",severity="page",instance="a"}"#,
                    "1x180",
                )],
                labels: &[("kind", "CLOCK_WENT_BACK")],
                is_quiet: &[
                    InputSeries::new(
                        r#"METRIC{kind="CLOCK_WENT_BACK",severity="page",instance="a"}"#,
                        "0x180",
                    ),
                    InputSeries::new(
                        r#"METRIC{kind="CLOCK_WENT_BACK",severity="note",instance="a"}"#,
                        "1x180",
                    ),
                ],
            },
            AlertRule {
                name: "CausewayAlertForTheDay",
                severity: Severity::Day,
                measure: r#"max by (kind) (METRIC{severity="day"})"#,
                bound: "> 0",
                minutes: 60,
                summary: "An alert has been open for an hour that needs action within the day.",
                page: "alerts.md",
                fires: &[InputSeries::new(
                    r#"METRIC{kind="PAYOUT_STUCK",severity="day",instance="a"}"#,
                    "1x180",
                )],
                labels: &[("kind", "PAYOUT_STUCK")],
                is_quiet: &[InputSeries::new(
                    r#"METRIC{kind="PAYOUT_STUCK",severity="day",instance="a"}"#,
                    "1x100 0x80",
                )],
            },
        ],
        ..Metric::of_database("causeway_alerts_open", "Open alerts", &["kind", "severity"], "Open alerts.")
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewayAlertSinksFail",
            severity: Severity::Page,
            measure: "max(METRIC)",
            bound: "> 0",
            minutes: 15,
            summary: "A receiver of alerts does not accept notices.",
            page: "alerts.md",
            fires: &[InputSeries::new(r#"METRIC{instance="a"}"#, "1x180")],
            labels: &[],
            is_quiet: &[InputSeries::new(r#"METRIC{instance="a"}"#, "0x180")],
        }],
        ..Metric::of_database(
            "causeway_alert_sinks_failing",
            "Failing receivers of alerts",
            &[],
            "Receivers of alerts whose last notice was not accepted.",
        )
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewayBackupOld",
            severity: Severity::Day,
            measure: "max by (instance) (METRIC)",
            bound: "> 93600",
            minutes: 60,
            summary: "The last backup is older than 26 hours.",
            page: "backup-and-restore.md",
            fires: &[InputSeries::new(r#"METRIC{instance="a"}"#, "93601+60x180")],
            labels: &[("instance", "a")],
            is_quiet: &[InputSeries::new(r#"METRIC{instance="a"}"#, "3600+60x180")],
        }],
        ..Metric::of_process(
            "causeway_backup_age_seconds",
            "Age of the last backup",
            &[],
            "Time since the last `causeway backup` of the data folder, or since the database was created if there was none. SQLite only.",
        )
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewayVerificationOld",
            severity: Severity::Day,
            measure: "min(METRIC)",
            bound: "> 172800",
            minutes: 60,
            summary: "The database was not verified completely for two days.",
            page: "verify-the-ledger.md",
            fires: &[InputSeries::new(r#"METRIC{instance="a"}"#, "172801+60x180")],
            labels: &[],
            is_quiet: &[InputSeries::new(r#"METRIC{instance="a"}"#, "3600+60x180")],
        }],
        ..Metric::of_database(
            "causeway_verify_age_seconds",
            "Age of the last verification",
            &[],
            "Time since the last complete verification of the database ended, or since the database was created if there was none.",
        )
    },
];
