//! `alert list`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{AlertId, PlatformId};
use causeway_store::alerts::{self, AlertRecord};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::operator::text::Table;
use crate::operator::{Action, Operator, OperatorError, Report};
use crate::runtime::app::App;

/// Lists the open alerts, the oldest first
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct List {
    /// Shows closed ones too
    #[arg(long)]
    #[serde(default)]
    closed: bool,
    /// How many at most
    #[arg(long, default_value_t = LIMIT)]
    #[serde(default = "limit")]
    limit: u32,
}

const LIMIT: u32 = 1000;

const fn limit() -> u32 {
    LIMIT
}

/// Alerts.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Listed(Vec<Shown>);

#[derive(Debug, Clone, Serialize)]
struct Shown {
    alert: AlertId,
    platform: Option<PlatformId>,
    kind: String,
    subject: String,
    detail: Value,
    raised_at: Time,
    closed_at: Option<Time>,
    closed_by: Option<String>,
}

impl Action for List {
    const NOUN: &'static str = "alert";
    const VERB: &'static str = "list";
    type Output = Listed;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Listed, OperatorError> {
        let List { closed, limit } = self;
        let all = app
            .store
            .read::<_, OperatorError, _>(move |tx| Ok(alerts::list(tx, closed, i64::from(limit))?))
            .await?;
        Ok(Listed(all.into_iter().map(Shown::from).collect()))
    }
}

impl From<AlertRecord> for Shown {
    fn from(alert: AlertRecord) -> Self {
        let (closed_at, closed_by) = alert.closed.unzip();
        Self {
            alert: alert.id,
            platform: alert.platform,
            kind: alert.kind,
            subject: alert.subject,
            detail: alert.detail,
            raised_at: alert.raised_at,
            closed_at,
            closed_by,
        }
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["alert", "kind", "about", "raised", "detail"], "nothing to look at");
        for alert in &self.0 {
            table.row([
                alert.alert.to_string(),
                alert.kind.clone(),
                alert.subject.clone(),
                alert.raised_at.to_string(),
                alert.detail.to_string(),
            ]);
        }
        table.fmt(f)
    }
}

impl Report for Listed {}
