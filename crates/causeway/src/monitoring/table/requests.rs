//! The metrics of requests.

use causeway_domain::alerts::Severity;

use super::section::Section;
use crate::monitoring::alert_rule::{AlertRule, InputSeries};
use crate::monitoring::metric::Metric;

pub(super) const SECTION: Section = Section { title: "Requests", metrics: METRICS };

const METRICS: &[Metric] = &[
    Metric {
        drawn_by: &["class"],
        rules: &[AlertRule {
            name: "CausewayRequestsFail",
            severity: Severity::Page,
            measure: r#"1 - (sum(rate(METRIC{class!="5xx",operation!~"Health|Readiness"}[5m])) or vector(0)) / sum(rate(METRIC{operation!~"Health|Readiness"}[5m]))"#,
            bound: "> 0.02",
            minutes: 5,
            summary: "More than 2 % of the requests end with a status of 500 or more.",
            page: "monitoring.md",
            fires: &[
                InputSeries::new(r#"METRIC{operation="CreateQuote",class="2xx"}"#, "0+60x180"),
                InputSeries::new(r#"METRIC{operation="CreateQuote",class="5xx"}"#, "0+3x180"),
                InputSeries::new(r#"METRIC{operation="Readiness",class="2xx"}"#, "0+900x180"),
            ],
            labels: &[],
            is_quiet: &[
                InputSeries::new(r#"METRIC{operation="CreateQuote",class="2xx"}"#, "0+60x180"),
                InputSeries::new(r#"METRIC{operation="CreateQuote",class="5xx"}"#, "0+1x180"),
            ],
        }],
        ..Metric::counter(
            "causeway_http_requests_total",
            "Requests",
            &["operation", "class"],
            "Answered requests.",
        )
    },
    Metric {
        drawn_by: &[],
        rules: &[AlertRule {
            name: "CausewayRequestsSlow",
            severity: Severity::Day,
            measure: r#"histogram_quantile(0.99, sum by (le) (rate(METRIC_bucket{class="2xx",operation!~"Uma.*|Health|Readiness"}[5m])))"#,
            bound: "> 1",
            minutes: 10,
            summary: "One successful request in a hundred takes more than a second.",
            page: "monitoring.md",
            fires: &[
                InputSeries::new(
                    r#"METRIC_bucket{operation="CreateQuote",class="2xx",le="1.0"}"#,
                    "0+90x180",
                ),
                InputSeries::new(
                    r#"METRIC_bucket{operation="CreateQuote",class="2xx",le="5.0"}"#,
                    "0+100x180",
                ),
                InputSeries::new(
                    r#"METRIC_bucket{operation="CreateQuote",class="2xx",le="+Inf"}"#,
                    "0+100x180",
                ),
            ],
            labels: &[],
            is_quiet: &[
                InputSeries::new(
                    r#"METRIC_bucket{operation="CreateQuote",class="2xx",le="1.0"}"#,
                    "0+100x180",
                ),
                InputSeries::new(
                    r#"METRIC_bucket{operation="CreateQuote",class="2xx",le="5.0"}"#,
                    "0+100x180",
                ),
                InputSeries::new(
                    r#"METRIC_bucket{operation="CreateQuote",class="2xx",le="+Inf"}"#,
                    "0+100x180",
                ),
            ],
        }],
        ..Metric::seconds(
            "causeway_http_request_seconds",
            "Time of a request",
            &["operation", "class"],
            "Time to answer a request.",
        )
    },
    Metric::counter(
        "causeway_refusals_total",
        "Refused requests",
        &["code"],
        "Refused requests, by error code.",
    ),
];
