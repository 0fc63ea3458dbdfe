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
        "templating": { "list": [{
            "name": "datasource",
            "label": "Data source",
            "type": "datasource",
            "query": "prometheus",
        }] },
        "panels": layout.panels,
    });
    format!("{board:#}\n")
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
            "type": "timeseries",
            "title": metric.name,
            "description": metric.help,
            "datasource": { "type": "prometheus", "uid": "${datasource}" },
            "gridPos": {
                "h": SIZE,
                "w": SIZE,
                "x": SIZE * (at % COLUMNS),
                "y": self.top + SIZE * (at / COLUMNS),
            },
            "fieldConfig": { "defaults": { "unit": unit(metric), "min": 0 }, "overrides": [] },
            "targets": targets(metric),
        })
    }
}

fn targets(metric: &Metric) -> Vec<Value> {
    let curves = ["A", "B", "C"].into_iter().zip(curves(metric));
    let targets = curves.map(|(id, Curve { expression, legend })| {
        json!({ "refId": id, "expr": expression, "legendFormat": legend })
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
