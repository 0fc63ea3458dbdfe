//! `alert close`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::ids::AlertId;
use causeway_store::alerts;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::{Action, Operator, OperatorError, Report};
use crate::runtime::app::App;

/// Closes an alert that was dealt with
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Close {
    /// The alert's id
    alert: AlertId,
}

/// An alert that was just closed.
#[derive(Debug, Clone, Serialize)]
pub struct Closed {
    /// Its id.
    alert: AlertId,
}

impl Action for Close {
    const NOUN: &'static str = "alert";
    const VERB: &'static str = "close";
    type Output = Closed;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Closed, OperatorError> {
        let (alert, actor) = (self.alert, operator.actor.clone());
        operator
            .change_deployment(app, &self, move |tx| {
                if alerts::close(tx, alert, &actor)? {
                    return Ok(Closed { alert });
                }
                Err(OperatorError::no_such(alert).remedy("see the open ones: causeway alert list"))
            })
            .await
    }
}

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is closed", self.alert)
    }
}

impl Report for Closed {}
