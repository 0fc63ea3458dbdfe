//! `terms publish`.

use std::fmt;
use std::sync::Arc;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::customers::terms;
use crate::operator::{Action, Operator, OperatorError, Report};
use crate::runtime::app::App;

/// Publishes the next version of the End User Terms; consents to earlier ones stay valid
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Publish {
    /// Where the text can be read, an http or https address
    #[arg(long)]
    url: String,
}

/// A version that was just published.
#[derive(Debug, Clone, Serialize)]
pub struct Published {
    /// Its version.
    version: String,
    /// Where it can be read.
    url: String,
}

impl Action for Publish {
    const NOUN: &'static str = "terms";
    const VERB: &'static str = "publish";
    type Output = Published;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Published, OperatorError> {
        let is_web = self.url.starts_with("https://") || self.url.starts_with("http://");
        if !is_web || self.url.len() > 2048 || self.url.contains(char::is_whitespace) {
            return Err(OperatorError::invalid("the address must begin with http:// or https://"));
        }
        let url = self.url.clone();
        operator
            .change_deployment(app, &self, move |tx| {
                let version = terms::publish(tx, &url)?;
                Ok(Published { version: version.to_string(), url: url.clone() })
            })
            .await
    }
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is at {}", self.version, self.url)
    }
}

impl Report for Published {}
