//! `uma-key show`.

use std::sync::Arc;

use causeway_store::Tx;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::public_keys::Shown;
use crate::operator::{Action, Kind, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::uma;

/// Shows a platform's public UMA keys: points of secp256k1, uncompressed, in hexadecimal
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Show {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

impl Action for Show {
    const NOUN: &'static str = "uma-key";
    const VERB: &'static str = "show";
    type Output = Shown;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Shown, OperatorError> {
        let read = move |tx: &mut Tx<'_>| -> Result<Shown, OperatorError> {
            let platform = self.platform.find(tx)?.id;
            let keys = uma::keys::find_public(tx, platform)?.ok_or_else(|| {
                OperatorError::new(Kind::NotFound, format!("{platform} has no UMA keys"))
                    .remedy("make them: causeway uma-key rotate")
            })?;
            Ok(Shown { platform, keys })
        };
        app.store.read(read).await
    }
}
