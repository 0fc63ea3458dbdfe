//! `webhook-key rotate`.

use std::sync::Arc;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::public_key::PublicKey;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::webhooks;

/// Signs a platform's webhooks with a new key from now on, retries included
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Rotate {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

impl Action for Rotate {
    const NOUN: &'static str = "webhook-key";
    const VERB: &'static str = "rotate";
    type Output = PublicKey;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<PublicKey, OperatorError> {
        operator
            .change(app, &self, &self.platform, |tx, context| {
                let public_key = webhooks::keys::rotate(tx, &context.app, context.platform)?;
                Ok(PublicKey { config: context.platform.config(), public_key })
            })
            .await
    }
}
