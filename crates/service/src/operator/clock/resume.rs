//! `clock resume`.

use std::sync::Arc;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::shown::Shown;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::runtime::clock;

/// Lets a sandbox platform's clock run on from where it stands
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Resume {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

impl Action for Resume {
    const NOUN: &'static str = "clock";
    const VERB: &'static str = "resume";
    type Output = Shown;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Shown, OperatorError> {
        operator
            .change(app, &self, &self.platform, |tx, context| {
                let clock = clock::resume(tx, context.platform)?;
                Ok(Shown::new(context.platform, clock, tx.wall()))
            })
            .await
    }
}
