//! `clock show`.

use std::sync::Arc;

use causeway_store::Tx;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::shown::Shown;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;

/// Shows what a platform's clock shows
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Show {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

impl Action for Show {
    const NOUN: &'static str = "clock";
    const VERB: &'static str = "show";
    type Output = Shown;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Shown, OperatorError> {
        let read = move |tx: &mut Tx<'_>| -> Result<Shown, OperatorError> {
            let platform = self.platform.find(tx)?;
            Ok(Shown::new(platform.id, platform.clock, tx.wall()))
        };
        app.store.read(read).await
    }
}
