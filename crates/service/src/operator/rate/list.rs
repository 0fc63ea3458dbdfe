//! `rate list`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::money::Currency;
use causeway_domain::rates::Rate;
use causeway_store::rates;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::text::Table;
use crate::operator::{Action, Operator, OperatorError, Report};
use crate::runtime::app::App;

/// Lists the exchange rates that production platforms get
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct List {}

/// Pairs and their rates.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Listed(Vec<Shown>);

#[derive(Debug, Clone, Serialize)]
struct Shown {
    sending: Currency,
    receiving: Currency,
    rate: Rate,
    updated_at: Time,
}

impl Action for List {
    const NOUN: &'static str = "rate";
    const VERB: &'static str = "list";
    type Output = Listed;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Listed, OperatorError> {
        let all = app.store.read::<_, OperatorError, _>(|tx| Ok(rates::list(tx)?)).await?;
        let shown = all.into_iter().map(|row| Shown {
            sending: row.sending,
            receiving: row.receiving,
            rate: row.rate,
            updated_at: row.updated_at,
        });
        Ok(Listed(shown.collect()))
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["from", "to", "rate", "set"], "no rates");
        for row in &self.0 {
            table.row([
                row.sending.to_string(),
                row.receiving.to_string(),
                row.rate.to_string(),
                row.updated_at.to_string(),
            ]);
        }
        table.fmt(f)
    }
}

impl Report for Listed {}
