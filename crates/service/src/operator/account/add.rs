//! `account add`.

use std::sync::Arc;

use causeway_domain::ids::CustomerId;
use causeway_domain::internal_accounts::Owner;
use causeway_domain::money::Currency;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::shown::Shown;
use crate::internal_accounts;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice};
use crate::runtime::app::App;

/// Adds a further internal account in a currency that the owner already has
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Add {
    /// The currency
    #[arg(long)]
    currency: Currency,
    /// The customer who gets it [default: the platform itself]
    #[arg(long)]
    #[serde(default)]
    customer: Option<CustomerId>,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

impl Action for Add {
    const NOUN: &'static str = "account";
    const VERB: &'static str = "add";
    type Output = Shown;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Shown, OperatorError> {
        let (customer, currency) = (self.customer, self.currency);
        operator
            .change(app, &self, &self.platform, move |tx, context| {
                let owner = customer.map_or(Owner::Platform(context.platform), Owner::Customer);
                Ok(internal_accounts::add(tx, context, owner, currency)?.into())
            })
            .await
    }
}
