//! `rate set`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::currency;
use causeway_domain::money::Currency;
use causeway_domain::rates::{Decimal, Rate};
use causeway_store::rates::{self, RateRecord};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::{Action, Operator, OperatorError, Report};
use crate::runtime::app::App;

/// Sets the exchange rate of a pair of currencies; it holds in this direction only
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Set {
    /// The sending currency
    sending: Currency,
    /// The receiving currency
    receiving: Currency,
    /// Receiving units per sending unit, in major units: 0.92
    #[arg(required_unless_present = "remove", conflicts_with = "remove")]
    #[serde(default)]
    rate: Option<Decimal>,
    /// Quotes this pair no more
    #[arg(long)]
    #[serde(default)]
    remove: bool,
}

/// A pair and its rate.
#[derive(Debug, Clone, Serialize)]
pub struct Changed {
    sending: Currency,
    receiving: Currency,
    /// None: the pair is not quoted.
    rate: Option<Rate>,
}

impl Action for Set {
    const NOUN: &'static str = "rate";
    const VERB: &'static str = "set";
    type Output = Changed;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Changed, OperatorError> {
        let Self { sending, receiving, .. } = self;
        if let Some(unknown) = [sending, receiving].into_iter().find(|code| currency::find(*code).is_none()) {
            return Err(OperatorError::invalid(format!("{unknown} is no currency that the service knows")));
        }
        if sending == receiving {
            return Err(OperatorError::invalid("within one currency the rate is always 1"));
        }
        let rate =
            match (self.rate, self.remove) {
                (Some(number), false) => Some(Rate::try_new(number).map_err(|fault| {
                    OperatorError::invalid(format!("{number} is no exchange rate: {fault}"))
                })?),
                (None, true) => None,
                (None, false) | (Some(_), true) => {
                    return Err(OperatorError::invalid("say either a rate or --remove"));
                }
            };
        operator
            .change_deployment(app, &self, move |tx| {
                match rate {
                    Some(rate) => {
                        rates::set(tx, &RateRecord { sending, receiving, rate, updated_at: tx.wall() })?
                    }
                    None => rates::remove(tx, sending, receiving)?,
                }
                Ok(Changed { sending, receiving, rate })
            })
            .await
    }
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rate {
            Some(rate) => write!(f, "1 {} is {rate} {}", self.sending, self.receiving),
            None => write!(f, "{} to {} is not quoted", self.sending, self.receiving),
        }
    }
}

impl Report for Changed {}
