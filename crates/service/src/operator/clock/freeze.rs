//! `clock freeze`.

use std::sync::Arc;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::shown::Shown;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::runtime::clock;

/// Stops a sandbox platform's clock where it stands
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Freeze {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

impl Action for Freeze {
    const NOUN: &'static str = "clock";
    const VERB: &'static str = "freeze";
    type Output = Shown;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Shown, OperatorError> {
        operator
            .change(app, &self, &self.platform, |tx, context| {
                let clock = clock::freeze(tx, context.platform)?;
                Ok(Shown::new(context.platform, clock, tx.wall()))
            })
            .await
    }
}
