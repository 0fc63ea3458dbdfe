//! The board of Grafana: one panel for each metric.

use serde_json::{Value, json};

use super::expression::{Curve, curves};
use super::metric::{Metric, MetricKind};
use super::table::{SECTIONS, Section};

/// Panels beside each other.
const COLUMNS: usize = 3;
/// Width and height of a panel; the board is 24 wide.
const SIZE: usize = 8;

/// Panels, placed from the top.
#[derive(Default)]
struct Layout {
    panels: Vec<Value>,
    /// Height of the panels so far.
    top: usize,
}

/// Returns the board as JSON.
#[must_use]
pub fn board() -> String {
    let mut layout = Layout::default();
    SECTIONS.iter().for_each(|section| layout.add(section));
    let board = json!({
        "uid": "causeway",
        "title": "Causeway",
        "tags": ["causeway"],
        "timezone": "utc",
        "schemaVersion": 38,
        "version": 1,
        "editable": true,
        "refresh": "30s",
        "time": { "from": "now-6h", "to": "now" },
        "templating": { "list": variables() },
        "panels": layout.panels,
    });
    format!("{board:#}\n")
}

/// Returns the choices at the top of the board: the data source, and the processes.
fn variables() -> Value {
    const INSTANCES: &str = "label_values(causeway_build_info, instance)";
    json!([
        { "name": "datasource", "label": "Data source", "type": "datasource", "query": "prometheus" },
        {
            "name": "instance",
            "label": "Process",
            "type": "query",
            "datasource": data_source(),
            "definition": INSTANCES,
            "query": { "query": INSTANCES, "refId": "instance" },
            "refresh": 2,
            "sort": 1,
            "multi": true,
            "includeAll": true,
            "allValue": ".*",
            "current": { "text": ["All"], "value": ["$__all"] },
        },
    ])
}

fn data_source() -> Value {
    json!({ "type": "prometheus", "uid": "${datasource}" })
}

impl Layout {
    fn add(&mut self, section: &Section) {
        let row = json!({
            "id": self.next_id(),
            "type": "row",
            "title": section.title,
            "collapsed": false,
            "gridPos": { "h": 1, "w": SIZE * COLUMNS, "x": 0, "y": self.top },
            "panels": [],
        });
        self.panels.push(row);
        self.top += 1;
        for (at, metric) in section.metrics.iter().enumerate() {
            let panel = self.panel(metric, at);
            self.panels.push(panel);
        }
        self.top += SIZE * section.metrics.len().div_ceil(COLUMNS);
    }

    fn next_id(&self) -> usize {
        self.panels.len() + 1
    }

    fn panel(&self, metric: &Metric, at: usize) -> Value {
        json!({
            "id": self.next_id(),
            "type": if is_stat(metric) { "stat" } else { "timeseries" },
            "title": metric.title,
            "description": format!("`{}`: {}", metric.name, metric.help),
            "datasource": data_source(),
            "gridPos": {
                "h": SIZE,
                "w": SIZE,
                "x": SIZE * (at % COLUMNS),
                "y": self.top + SIZE * (at / COLUMNS),
            },
            "fieldConfig": { "defaults": { "unit": unit(metric), "min": 0 }, "overrides": [] },
            "options": options(metric),
            "targets": targets(metric),
        })
    }
}

/// Returns `true` for information and ages, of which only the current value says something.
fn is_stat(metric: &Metric) -> bool {
    is_information(metric) || metric.name.ends_with("_age_seconds")
}

/// Returns `true` if the labels have the information, and the value has none.
fn is_information(metric: &Metric) -> bool {
    metric.name.ends_with("_info")
}

fn options(metric: &Metric) -> Value {
    match is_stat(metric) {
        true => json!({
            "reduceOptions": { "calcs": ["lastNotNull"] },
            "textMode": if is_information(metric) { "name" } else { "auto" },
            "colorMode": "none",
            "graphMode": "none",
        }),
        false => json!({}),
    }
}

fn targets(metric: &Metric) -> Vec<Value> {
    let curves = ["A", "B", "C"].into_iter().zip(curves(metric));
    let targets = curves.map(|(id, Curve { expression, legend })| {
        json!({ "refId": id, "expr": expression, "legendFormat": legend, "instant": is_stat(metric) })
    });
    targets.collect()
}

/// Returns the unit of a panel in the notation of Grafana.
fn unit(metric: &Metric) -> &'static str {
    match metric.kind {
        MetricKind::Counter => "ops",
        MetricKind::Gauge | MetricKind::Histogram(_) if metric.name.ends_with("_seconds") => "s",
        MetricKind::Gauge | MetricKind::Histogram(_) => "short",
    }
}
