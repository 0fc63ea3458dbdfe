//! `webhook replay`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::ids::WebhookId;
use causeway_store::outbox;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;

/// Sends an event again: the stored bytes under the same id, to the present endpoint
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Replay {
    /// The event's id
    webhook: WebhookId,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// An event that is due again.
#[derive(Debug, Clone, Serialize)]
pub struct Due {
    /// Its id.
    webhook: WebhookId,
}

impl Action for Replay {
    const NOUN: &'static str = "webhook";
    const VERB: &'static str = "replay";
    type Output = Due;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Due, OperatorError> {
        let webhook = self.webhook;
        operator
            .change(app, &self, &self.platform, move |tx, context| {
                if !context.has_endpoint {
                    return Err(OperatorError::refused("the platform has no webhook endpoint")
                        .remedy("it sets one with PATCH /config"));
                }
                if outbox::replay(tx, context.platform, webhook, context.now)? {
                    return Ok(Due { webhook });
                }
                Err(OperatorError::no_such(webhook).remedy("see them: causeway webhook list"))
            })
            .await
    }
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is sent again", self.webhook)
    }
}

impl Report for Due {}
