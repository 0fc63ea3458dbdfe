//! `setting list`.

use std::fmt;
use std::sync::Arc;

use causeway_store::Tx;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::{lookup, shown::Shown};
use crate::operator::text::Table;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;
use crate::runtime::settings::EVERY;

/// Lists every setting with its value: of the deployment, or with --platform of one platform
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct List {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// All settings.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Listed(Vec<Shown>);

impl Action for List {
    const NOUN: &'static str = "setting";
    const VERB: &'static str = "list";
    type Output = Listed;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Listed, OperatorError> {
        let shared = Arc::clone(app);
        let read = move |tx: &mut Tx<'_>| -> Result<Listed, OperatorError> {
            let (_, settings) = lookup::read(tx, &shared, &self.platform)?;
            let shown = EVERY.iter().map(|setting| Shown::new(*setting, &settings));
            Ok(Listed(shown.collect::<Result<_, _>>()?))
        };
        app.store.read(read).await
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["setting", "said by", "value"], "there are no settings");
        for setting in &self.0 {
            table.row([setting.name.to_owned(), setting.origin_text().to_owned(), setting.value_text()]);
        }
        table.fmt(f)
    }
}

impl Report for Listed {}
