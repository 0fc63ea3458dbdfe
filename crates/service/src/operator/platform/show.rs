//! `platform show`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_store::listing::{Order, Page};
use causeway_store::tokens::{self, Filter};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::summary::Summary;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report, text};
use crate::runtime::app::App;

/// Shows one platform
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Show {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// A platform with its clock and tokens.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    #[serde(flatten)]
    summary: Summary,
    /// The platform's instant.
    now: Time,
    /// The names of its tokens, the newest first; no more than the newest hundred.
    tokens: Vec<String>,
}

const TOKENS_SHOWN: u32 = 100;

impl Action for Show {
    const NOUN: &'static str = "platform";
    const VERB: &'static str = "show";
    type Output = Shown;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Shown, OperatorError> {
        let read = move |tx: &mut causeway_store::Tx<'_>| -> Result<Shown, OperatorError> {
            let platform = self.platform.find(tx)?;
            let page = Page { after: None, limit: TOKENS_SHOWN, order: Order::Descending };
            let tokens = tokens::list(tx, platform.id, &Filter::default(), &page)?;
            let described = tokens.into_iter().map(|token| {
                let permissions: Vec<_> = token.permissions.iter().map(|one| one.as_str()).collect();
                format!("{} ({})  {}", token.id, permissions.join(", "), token.name)
            });
            Ok(Shown {
                tokens: described.collect(),
                now: platform.clock.at(tx.wall()),
                summary: platform.into(),
            })
        };
        app.store.read(read).await
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = &self.summary;
        let mut facts = vec![
            ("platform", summary.platform.to_string()),
            ("configuration", summary.config.to_string()),
            ("name", summary.name.clone()),
            ("environment", summary.environment.to_string()),
            ("state", summary.state().to_owned()),
            ("clock", self.now.to_string()),
            ("currencies", summary.currencies.join(", ")),
            ("UMA domain", text::or_dash(summary.uma_domain.as_ref())),
            ("webhooks to", text::or_dash(summary.webhook_endpoint.as_ref())),
            ("made", summary.created_at.to_string()),
        ];
        facts.extend(self.tokens.iter().map(|token| ("token", token.clone())));
        text::facts(f, &facts)
    }
}

impl Report for Shown {}
