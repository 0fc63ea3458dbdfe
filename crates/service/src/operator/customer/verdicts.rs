//! `customer approve`, `reject`, `hold` and `release`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::customers::CustomerStatus;
use causeway_domain::ids::CustomerId;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::customers::{Verdict, decide};
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;

/// A customer as it is now.
#[derive(Debug, Clone, Serialize)]
pub struct Decided {
    /// The customer.
    customer: CustomerId,
    /// `kycStatus` of a person, `kybStatus` of a company.
    status: CustomerStatus,
}

/// Declares an action that gives a verdict on one customer.
macro_rules! verdicts {
    ($($(#[doc = $about:literal])+ $name:ident $verb:literal;)+) => {$(
        $(#[doc = $about])+
        #[derive(Debug, Clone, Args, Serialize, Deserialize)]
        pub struct $name {
            /// The customer's id
            customer: CustomerId,
            #[command(flatten)]
            #[serde(flatten)]
            platform: PlatformChoice,
        }

        impl Action for $name {
            const NOUN: &'static str = "customer";
            const VERB: &'static str = $verb;
            type Output = Decided;

            async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Decided, OperatorError> {
                let customer = self.customer;
                operator
                    .change(app, &self, &self.platform, move |tx, context| {
                        let decided = decide(tx, context, customer, Verdict::$name)?;
                        Ok(Decided { customer, status: decided.doc.verification.status() })
                    })
                    .await
            }
        }
    )+};
}

verdicts! {
    /// Approves a customer whose verification waits
    Approve "approve";
    /// Rejects a customer whose verification waits, or revokes an approval and freezes the accounts
    Reject "reject";
    /// Stops a customer's money until the release
    Hold "hold";
    /// Lets a customer return from a hold to what it was
    Release "release";
}

impl fmt::Display for Decided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}", self.customer, self.status)
    }
}

impl Report for Decided {}
