//! The metrics of payments.

use causeway_domain::alerts::Severity;

use super::section::Section;
use crate::monitoring::alert_rule::{AlertRule, InputSeries};
use crate::monitoring::metric::Metric;

pub(super) const SECTION: Section = Section { title: "Payments", metrics: METRICS };

const METRICS: &[Metric] = &[
    Metric {
        drawn_by: &["outcome", "environment"],
        rules: &[AlertRule {
            name: "CausewayPaymentsFail",
            severity: Severity::Day,
            measure: r#"1 - sum(rate(METRIC{environment="PRODUCTION",outcome="COMPLETED"}[1h])) / sum(rate(METRIC{environment="PRODUCTION",outcome=~"COMPLETED|FAILED"}[1h]))"#,
            bound: r#"> 0.2 and sum(increase(METRIC{environment="PRODUCTION",outcome=~"COMPLETED|FAILED"}[1h])) > 20"#,
            minutes: 15,
            summary: "More than a fifth of the payments of the last hour have failed.",
            page: "find-a-payment.md",
            fires: &[
                InputSeries::new(
                    r#"METRIC{rail="SEPA",kind="OUTGOING",outcome="COMPLETED",environment="PRODUCTION"}"#,
                    "0+10x180",
                ),
                InputSeries::new(
                    r#"METRIC{rail="SEPA",kind="OUTGOING",outcome="FAILED",environment="PRODUCTION"}"#,
                    "0+5x180",
                ),
            ],
            labels: &[],
            is_quiet: &[
                InputSeries::new(
                    r#"METRIC{rail="SEPA",kind="OUTGOING",outcome="COMPLETED",environment="PRODUCTION"}"#,
                    "0+10x180",
                ),
                InputSeries::new(
                    r#"METRIC{rail="SEPA",kind="OUTGOING",outcome="FAILED",environment="PRODUCTION"}"#,
                    "0+1x180",
                ),
                InputSeries::new(
                    r#"METRIC{rail="SEPA",kind="OUTGOING",outcome="FAILED",environment="SANDBOX"}"#,
                    "0+99x180",
                ),
            ],
        }],
        ..Metric::counter(
            "causeway_payments_total",
            "Ended payments",
            &["rail", "kind", "outcome", "environment"],
            "Payments that reached their first final status, counted by the process that ended them; rail `NONE` if no rail carries the payment.",
        )
    },
    Metric {
        rules: &[
            AlertRule {
                name: "CausewayPaymentsNotProcessed",
                severity: Severity::Page,
                measure: r#"max(METRIC{party="SERVICE",environment="PRODUCTION"})"#,
                bound: "> 900",
                minutes: 5,
                summary: "A payment has waited for a job of this service for more than 15 minutes.",
                page: "stuck-payments.md",
                fires: &[InputSeries::new(r#"METRIC{party="SERVICE",environment="PRODUCTION"}"#, "901x180")],
                labels: &[],
                is_quiet: &[
                    InputSeries::new(r#"METRIC{party="SERVICE",environment="PRODUCTION"}"#, "60x180"),
                    InputSeries::new(r#"METRIC{party="SERVICE",environment="SANDBOX"}"#, "901x180"),
                    InputSeries::new(r#"METRIC{party="PLATFORM",environment="PRODUCTION"}"#, "901x180"),
                ],
            },
            AlertRule {
                name: "CausewayPaymentsWaitForRail",
                severity: Severity::Day,
                measure: r#"max(METRIC{party="RAIL",environment="PRODUCTION"})"#,
                bound: "> 86400",
                minutes: 15,
                summary: "A payment has waited for its rail for more than a day.",
                page: "stuck-payments.md",
                fires: &[InputSeries::new(r#"METRIC{party="RAIL",environment="PRODUCTION"}"#, "86401x180")],
                labels: &[],
                is_quiet: &[InputSeries::new(r#"METRIC{party="RAIL",environment="PRODUCTION"}"#, "3600x180")],
            },
            AlertRule {
                name: "CausewayPaymentsWaitForOperator",
                severity: Severity::Day,
                measure: r#"max(METRIC{party=~"OPERATOR|COMPLIANCE",environment="PRODUCTION"})"#,
                bound: "> 14400",
                minutes: 15,
                summary: "A payment has waited for a decision of an operator for more than four hours.",
                page: "find-a-payment.md",
                fires: &[InputSeries::new(
                    r#"METRIC{party="COMPLIANCE",environment="PRODUCTION"}"#,
                    "14401x180",
                )],
                labels: &[],
                is_quiet: &[
                    InputSeries::new(r#"METRIC{party="COMPLIANCE",environment="PRODUCTION"}"#, "3600x180"),
                    InputSeries::new(r#"METRIC{party="OPERATOR",environment="PRODUCTION"}"#, "0x180"),
                ],
            },
        ],
        ..Metric::of_database(
            "causeway_oldest_payment_age_seconds",
            "Age of the oldest unfinished payment",
            &["party", "environment"],
            "Age of the oldest unfinished payment, by the party that it waits for; of a pending refund, the time since its beginning. 0 if no payment waits.",
        )
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewaySuspense",
            severity: Severity::Day,
            measure: "max by (currency) (METRIC)",
            bound: "> 0",
            minutes: 240,
            summary: "Money has been in suspense for four hours.",
            page: "deposits-and-suspense.md",
            fires: &[
                InputSeries::new(r#"METRIC{currency="USD",instance="a"}"#, "1x300"),
                InputSeries::new(r#"METRIC{currency="USD",instance="b"}"#, "1x300"),
            ],
            labels: &[("currency", "USD")],
            is_quiet: &[InputSeries::new(r#"METRIC{currency="USD",instance="a"}"#, "1x200 0x100")],
        }],
        ..Metric::of_database(
            "causeway_suspense_transactions",
            "Transactions in suspense",
            &["currency"],
            "Transactions with money in suspense.",
        )
    },
    Metric::of_database(
        "causeway_suspense_minor_units",
        "Money in suspense",
        &["currency"],
        "Money in suspense, in the smallest unit of its currency.",
    ),
];
