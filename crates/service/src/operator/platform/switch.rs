//! `platform disable` and `platform enable` (conventions 3.2).

use std::fmt;
use std::sync::Arc;

use causeway_store::platforms;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::summary::Summary;
use super::transport::check_transport;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;

/// Refuses a platform's credentials from now on
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Disable {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// Accepts a platform's credentials again
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Enable {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// The platform as it is now.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Switched(Summary);

impl Action for Disable {
    const NOUN: &'static str = "platform";
    const VERB: &'static str = "disable";
    type Output = Switched;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Switched, OperatorError> {
        switch(app, operator, &self, &self.platform, true).await
    }
}

impl Action for Enable {
    const NOUN: &'static str = "platform";
    const VERB: &'static str = "enable";
    type Output = Switched;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Switched, OperatorError> {
        switch(app, operator, &self, &self.platform, false).await
    }
}

async fn switch<A: Action>(
    app: &Arc<App>,
    operator: &Operator,
    action: &A,
    choice: &PlatformChoice,
    is_disabled: bool,
) -> Result<Switched, OperatorError> {
    let shared = Arc::clone(app);
    operator
        .change(app, action, choice, move |tx, context| {
            if !is_disabled {
                check_transport(&shared, context.environment)?;
            }
            let mut platform = platforms::lock(tx, context.platform)?;
            platform.is_disabled = is_disabled;
            platforms::update(tx, &platform)?;
            Ok(Switched(platform.into()))
        })
        .await
}

impl fmt::Display for Switched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}) is {}", self.0.platform, self.0.name, self.0.state())
    }
}

impl Report for Switched {}
