//! `external-account enable`, `disable` and `review` (money 4.1).

use std::sync::Arc;

use causeway_domain::ids::ExternalAccountId;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::shown::Shown;
use crate::external_accounts;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;

/// Declares an action that moves one account by one function.
macro_rules! moves {
    ($($(#[doc = $about:literal])+ $name:ident $verb:literal by $function:ident;)+) => {$(
        $(#[doc = $about])+
        #[derive(Debug, Clone, Args, Serialize, Deserialize)]
        pub struct $name {
            /// The external account's id
            account: ExternalAccountId,
            #[command(flatten)]
            #[serde(flatten)]
            platform: PlatformChoice,
        }

        impl Action for $name {
            const NOUN: &'static str = "external-account";
            const VERB: &'static str = $verb;
            type Output = Shown;

            async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Shown, OperatorError> {
                let account = self.account;
                operator
                    .change(app, &self, &self.platform, move |tx, context| {
                        Ok(external_accounts::$function(tx, context, account)?.into())
                    })
                    .await
            }
        }
    )+};
}

moves! {
    /// Makes an external account usable that waits for its screening, is under review or disabled
    Enable "enable" by enable;
    /// Makes an external account unusable
    Disable "disable" by disable;
    /// Has an external account looked at, unusable until it is enabled or disabled
    Review "review" by review;
}
