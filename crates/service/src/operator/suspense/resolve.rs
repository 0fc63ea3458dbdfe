//! `suspense resolve`.

use std::sync::Arc;

use causeway_domain::ids::{InternalAccountId, TransactionId};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::payment::Shown;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::quotes::operate;
use crate::runtime::app::App;

/// Makes a refund that had failed, out of suspense
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Resolve {
    /// The payment's id
    transaction: TransactionId,
    /// The internal account that gets it [default: the one that had paid]
    #[arg(long)]
    #[serde(default)]
    account: Option<InternalAccountId>,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

impl Action for Resolve {
    const NOUN: &'static str = "suspense";
    const VERB: &'static str = "resolve";
    type Output = Shown;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Shown, OperatorError> {
        let (id, account) = (self.transaction, self.account);
        operator
            .change(app, &self, &self.platform, move |tx, context| {
                Ok(operate::resolve(tx, context, id, account)?.into())
            })
            .await
    }
}
