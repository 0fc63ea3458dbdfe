//! `platform list`.

use std::fmt;
use std::sync::Arc;

use causeway_store::platforms;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::summary::Summary;
use crate::operator::text::Table;
use crate::operator::{Action, Operator, OperatorError, Report};
use crate::runtime::app::App;

/// Lists the platforms, the oldest first
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct List {}

/// All platforms.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Listed(Vec<Summary>);

impl Action for List {
    const NOUN: &'static str = "platform";
    const VERB: &'static str = "list";
    type Output = Listed;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Listed, OperatorError> {
        let all = app.store.read::<_, OperatorError, _>(|tx| Ok(platforms::list(tx)?)).await?;
        Ok(Listed(all.into_iter().map(Summary::from).collect()))
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["platform", "name", "environment", "state"], "there is no platform yet");
        for platform in &self.0 {
            table.row([
                platform.platform.to_string(),
                platform.name.clone(),
                platform.environment.to_string(),
                platform.state().to_owned(),
            ]);
        }
        table.fmt(f)
    }
}

impl Report for Listed {}
