//! `setting get`.

use std::fmt;
use std::sync::Arc;

use causeway_store::Tx;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::{lookup, shown::Shown};
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report, text};
use crate::runtime::app::App;
use crate::runtime::settings::Scope;

/// Shows one setting, what it decides and how it is written
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Get {
    /// The setting's name
    name: String,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// One setting.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct One(pub(super) Shown);

impl Action for Get {
    const NOUN: &'static str = "setting";
    const VERB: &'static str = "get";
    type Output = One;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<One, OperatorError> {
        let (setting, shared) = (lookup::by_name(&self.name)?, Arc::clone(app));
        let read = move |tx: &mut Tx<'_>| -> Result<One, OperatorError> {
            let (_, settings) = lookup::read(tx, &shared, &self.platform)?;
            Ok(One(Shown::new(setting, &settings)?))
        };
        app.store.read(read).await
    }
}

impl fmt::Display for One {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setting = &self.0;
        let scope = match setting.scope {
            Scope::Deployment => "the deployment",
            Scope::Platform => "the deployment or one platform",
        };
        text::facts(
            f,
            &[
                (setting.name, setting.value_text()),
                ("said by", setting.origin_text().to_owned()),
                ("about", setting.about.to_owned()),
                ("written as", setting.form.to_owned()),
                ("set for", scope.to_owned()),
                ("variable", setting.variable.clone()),
            ],
        )
    }
}

impl Report for One {}
