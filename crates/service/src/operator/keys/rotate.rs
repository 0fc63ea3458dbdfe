//! `keys rotate`.

use std::fmt;
use std::sync::Arc;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::customers;
use crate::operator::{Action, Operator, OperatorError, Report};
use crate::runtime::app::App;
use crate::runtime::keys::stored;

/// Seals everything secret with a new root key. Older root keys stay: tokens and ledger blocks still need them
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Rotate {}

/// What was done.
#[derive(Debug, Clone, Serialize)]
pub struct Rotated {
    /// The number of the root key that makes new values now.
    root_key: u32,
    /// How many secrets were sealed anew.
    sealed: usize,
}

/// Customers whose numbers are sealed anew in one transaction: few enough that nobody waits for it for long.
const AT_ONCE: u32 = 500;

impl Action for Rotate {
    const NOUN: &'static str = "keys";
    const VERB: &'static str = "rotate";
    type Output = Rotated;

    /// The new key is on the disk before anything is sealed with it, so that a process that dies in between leaves
    /// nothing unreadable. Where several servers share a root key, none of them can give the others a new one: the
    /// operator adds it everywhere first, and this only seals anew.
    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Rotated, OperatorError> {
        let present = app.keys();
        if present.is_own() {
            let fresh = present.with_fresh_key(&app.ids).map_err(OperatorError::defect)?;
            app.replace_keys(fresh);
        } else if present.numbers().count() == 1 {
            let message =
                "this server's root key is shared with others, so it cannot make a new one by itself";
            return Err(OperatorError::refused(message).remedy(
                "add a line with the next number to the root key of every server: \
                 echo \"2:$(openssl rand -hex 32)\", start them again, then repeat this command",
            ));
        }
        let (keys, shared) = (app.keys(), Arc::clone(app));
        let root_key = keys.newest();
        let numbers = customers::reseal_all(app, AT_ONCE).await?;
        operator
            .change_deployment(app, &self, move |tx| {
                let sealed = stored::rewrap_all(tx, &keys, &shared.ids)?;
                Ok(Rotated { root_key, sealed: sealed + numbers })
            })
            .await
    }
}

impl fmt::Display for Rotated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "root key {} is in use; {} secrets were sealed with it", self.root_key, self.sealed)
    }
}

impl Report for Rotated {}
