//! `webhook-key show`.

use std::sync::Arc;

use causeway_store::Tx;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::public_key::PublicKey;
use crate::operator::{Action, Kind, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::webhooks;

/// Shows the public key with which a platform checks its webhooks, as PEM
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Show {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

impl Action for Show {
    const NOUN: &'static str = "webhook-key";
    const VERB: &'static str = "show";
    type Output = PublicKey;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<PublicKey, OperatorError> {
        let read = move |tx: &mut Tx<'_>| -> Result<PublicKey, OperatorError> {
            let platform = self.platform.find(tx)?.id;
            let public_key = webhooks::keys::find_public_pem(tx, platform)?.ok_or_else(|| {
                OperatorError::new(Kind::NotFound, format!("{platform} has no webhook key"))
                    .remedy("make one: causeway webhook-key rotate")
            })?;
            Ok(PublicKey { config: platform.config(), public_key })
        };
        app.store.read(read).await
    }
}
