//! The metrics of rails.

use causeway_domain::alerts::Severity;

use super::section::Section;
use crate::monitoring::alert_rule::{AlertRule, InputSeries};
use crate::monitoring::metric::Metric;

pub(super) const SECTION: Section = Section { title: "Rails", metrics: METRICS };

const METRICS: &[Metric] = &[
    Metric {
        drawn_by: &["rail", "outcome"],
        ..Metric::counter(
            "causeway_rail_exchanges_total",
            "Requests to adapters",
            &["rail", "operation", "outcome"],
            "Requests to adapters, by their outcome.",
        )
    },
    Metric {
        drawn_by: &["rail"],
        ..Metric::seconds(
            "causeway_rail_exchange_seconds",
            "Time of a request to an adapter",
            &["rail", "operation"],
            "Time of a request to an adapter, with the wait for its place.",
        )
    },
    Metric::counter(
        "causeway_rail_items_total",
        "Items read from feeds",
        &["rail"],
        "Items of feeds that were read.",
    ),
    Metric::counter(
        "causeway_rail_contradictions_total",
        "Contradictions of adapters",
        &["rail"],
        "Claims of an adapter that contradict an order or an earlier claim (`RAIL_CONTRADICTION`).",
    ),
    Metric::counter(
        "causeway_rail_outdated_total",
        "Outdated records of adapters",
        &["rail"],
        "Records of orders with a lower revision than the last one, which are ignored.",
    ),
    Metric::of_database(
        "causeway_rail_orders",
        "Orders without an end",
        &["rail", "state"],
        "Orders without an end, by the state of their last record.",
    ),
    Metric {
        rules: &[AlertRule {
            name: "CausewayRailOrdersLate",
            severity: Severity::Day,
            measure: "max by (rail) (METRIC)",
            bound: "> 432000",
            minutes: 15,
            summary: "An order of a rail has had no end for five days.",
            page: "rails.md",
            fires: &[InputSeries::new(r#"METRIC{rail="bank",instance="a"}"#, "432001x180")],
            labels: &[("rail", "bank")],
            is_quiet: &[InputSeries::new(r#"METRIC{rail="bank",instance="a"}"#, "3600x180")],
        }],
        ..Metric::of_database(
            "causeway_rail_oldest_open_seconds",
            "Age of the oldest order without an end",
            &["rail"],
            "Age of the oldest order without an end; 0 if there is none.",
        )
    },
    Metric {
        rules: &[AlertRule {
            name: "CausewayRailInDoubt",
            severity: Severity::Day,
            measure: "max by (rail) (METRIC)",
            bound: "> 3600",
            minutes: 15,
            summary: "An adapter has not been able to tell for an hour what became of an order.",
            page: "rails.md",
            fires: &[InputSeries::new(r#"METRIC{rail="bank",instance="a"}"#, "3601x180")],
            labels: &[("rail", "bank")],
            is_quiet: &[InputSeries::new(r#"METRIC{rail="bank",instance="a"}"#, "0x180")],
        }],
        ..Metric::of_database(
            "causeway_rail_oldest_in_doubt_seconds",
            "Age of the oldest order in doubt",
            &["rail"],
            "Age of the oldest order in doubt; 0 if there is none.",
        )
    },
    Metric::of_database(
        "causeway_rail_feed_lag_items",
        "Items not read yet",
        &["rail"],
        "Items that an adapter has told of and that were not read from its feed yet.",
    ),
];
