//! `account freeze`, `release`, `close` and `retry` (money 3.2).

use std::sync::Arc;

use causeway_domain::ids::InternalAccountId;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::shown::Shown;
use crate::internal_accounts;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;

/// Declares an action that moves one account by one function.
macro_rules! moves {
    ($($(#[doc = $about:literal])+ $name:ident $verb:literal by $function:ident;)+) => {$(
        $(#[doc = $about])+
        #[derive(Debug, Clone, Args, Serialize, Deserialize)]
        pub struct $name {
            /// The internal account's id
            account: InternalAccountId,
            #[command(flatten)]
            #[serde(flatten)]
            platform: PlatformChoice,
        }

        impl Action for $name {
            const NOUN: &'static str = "account";
            const VERB: &'static str = $verb;
            type Output = Shown;

            async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Shown, OperatorError> {
                let account = self.account;
                operator
                    .change(app, &self, &self.platform, move |tx, context| {
                        Ok(internal_accounts::$function(tx, context, account)?.into())
                    })
                    .await
            }
        }
    )+};
}

moves! {
    /// Stops all debits and credits of an internal account
    Freeze "freeze" by freeze;
    /// Lets a frozen internal account return to its earlier status
    Release "release" by release;
    /// Closes an empty internal account for good
    Close "close" by close;
    /// Tries again to provision an internal account that has failed
    Retry "retry" by retry;
}
