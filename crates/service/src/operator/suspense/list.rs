//! `suspense list`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::ids::TransactionId;
use causeway_domain::money::Currency;
use causeway_store::ledger;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::text::Table;
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;

/// Lists the money in suspense, by the payment that it belongs to
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct List {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// What is in suspense.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Listed(Vec<Shown>);

#[derive(Debug, Clone, Serialize)]
struct Shown {
    transaction: TransactionId,
    amount: i64,
    currency: Currency,
}

impl Action for List {
    const NOUN: &'static str = "suspense";
    const VERB: &'static str = "list";
    type Output = Listed;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Listed, OperatorError> {
        let choice = self.platform;
        let read = move |tx: &mut causeway_store::Tx<'_>| {
            let platform = choice.find(tx)?.id;
            Ok::<_, OperatorError>(ledger::in_suspense(tx, platform)?)
        };
        let found = app.store.read(read).await?;
        let shown = |(transaction, amount): (_, causeway_domain::Amount)| Shown {
            transaction,
            amount: amount.minor,
            currency: amount.currency,
        };
        Ok(Listed(found.into_iter().map(shown).collect()))
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["payment", "amount", "currency"], "nothing is in suspense");
        for item in &self.0 {
            table.row([item.transaction.to_string(), item.amount.to_string(), item.currency.to_string()]);
        }
        table.fmt(f)
    }
}

impl Report for Listed {}
