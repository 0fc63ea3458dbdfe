//! `payment settle`, `fail`, `return`, `refund`, `release` and `keep`.

use std::sync::Arc;

use causeway_domain::ids::TransactionId;
use causeway_domain::transactions::OutgoingFailure;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::Shown;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::quotes::operate;
use crate::runtime::app::App;

/// Declares an action that moves one payment by one function.
macro_rules! moves {
    ($($(#[doc = $about:literal])+ $name:ident $verb:literal by $function:ident;)+) => {$(
        $(#[doc = $about])+
        #[derive(Debug, Clone, Args, Serialize, Deserialize)]
        pub struct $name {
            /// The payment's id
            transaction: TransactionId,
            #[command(flatten)]
            #[serde(flatten)]
            platform: PlatformChoice,
        }

        impl Action for $name {
            const NOUN: &'static str = "payment";
            const VERB: &'static str = $verb;
            type Output = Shown;

            async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Shown, OperatorError> {
                let id = self.transaction;
                operator
                    .change(app, &self, &self.platform, move |tx, context| {
                        Ok(operate::$function(tx, context, id)?.into())
                    })
                    .await
            }
        }
    )+};
}

moves! {
    /// Records that a payout has arrived
    Settle "settle" by settle;
    /// Records that the receiving bank has sent a payout back, and refunds it
    Return "return" by send_back;
    /// Gives up a payout that is stuck on its way, and refunds it
    Refund "refund" by give_up;
    /// Records that a rail has released the money of a refund under way, and makes the refund
    Release "release" by release;
    /// Records that a rail keeps the money of a refund under way: what the payer is owed goes to suspense
    Keep "keep" by keep;
}

/// Records that a payout has failed, and refunds it
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Fail {
    /// The payment's id
    transaction: TransactionId,
    /// Why, as the platform is told: ACCOUNT_INVALID, ACCOUNT_CANNOT_RECEIVE, COMPLIANCE_REJECTED, …
    #[arg(long, default_value_t = FAILURE)]
    #[serde(default = "failure")]
    failure: OutgoingFailure,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

const FAILURE: OutgoingFailure = OutgoingFailure::QuoteExecutionFailed;

const fn failure() -> OutgoingFailure {
    FAILURE
}

impl Action for Fail {
    const NOUN: &'static str = "payment";
    const VERB: &'static str = "fail";
    type Output = Shown;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Shown, OperatorError> {
        let (id, failure) = (self.transaction, self.failure);
        operator
            .change(app, &self, &self.platform, move |tx, context| {
                Ok(operate::fail(tx, context, id, failure)?.into())
            })
            .await
    }
}
