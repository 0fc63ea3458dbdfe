//! `uma-key rotate`.

use std::sync::Arc;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::public_keys::Shown;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::uma;

/// Gives a platform new UMA keys; the old ones still open what was encrypted for them
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Rotate {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

impl Action for Rotate {
    const NOUN: &'static str = "uma-key";
    const VERB: &'static str = "rotate";
    type Output = Shown;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Shown, OperatorError> {
        operator
            .change(app, &self, &self.platform, |tx, context| {
                let keys = uma::keys::rotate(tx, &context.app, context.platform)?;
                Ok(Shown { platform: context.platform, keys })
            })
            .await
    }
}
