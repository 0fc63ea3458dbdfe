//! `platform create`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::country::Country;
use causeway_domain::ids::TokenId;
use causeway_domain::money::Currency;
use causeway_store::platforms::Environment;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::summary::Summary;
use super::transport::check_transport;
use crate::operator::{Action, Operator, OperatorError, Report, text};
use crate::platform::{self, Created, NewPlatform};
use crate::runtime::app::App;

/// Makes a platform, with its accounts, its webhook key and a first token whose secret is shown once
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Create {
    /// sandbox or production, for good
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// What you call it
    #[arg(long)]
    name: String,
    /// Whether it verifies its customers itself [default: the deployment's setting]
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    #[serde(default)]
    regulated: Option<bool>,
    /// The region of customers whose region cannot be derived, as US
    #[arg(long, value_name = "COUNTRY")]
    #[serde(default)]
    default_region: Option<Country>,
    /// The host name of its UMA addresses
    #[arg(long, value_name = "HOST")]
    #[serde(default)]
    uma_domain: Option<String>,
    /// The currencies it works with, with commas [default: USD,USDC,USDB]
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    #[serde(default)]
    currencies: Vec<Currency>,
}

/// A platform that was just made; the secret is shown this once.
#[derive(Debug, Clone, Serialize)]
pub struct Made {
    /// The platform.
    #[serde(flatten)]
    pub summary: Summary,
    /// Its first token.
    pub token: TokenId,
    /// The user name of its credentials.
    pub client_id: String,
    /// The password of its credentials.
    pub client_secret: String,
    /// The public half of the key that signs its webhooks, as PEM.
    pub webhook_public_key: String,
}

impl Action for Create {
    const NOUN: &'static str = "platform";
    const VERB: &'static str = "create";
    type Output = Made;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Made, OperatorError> {
        check_transport(app, self.environment)?;
        let new = NewPlatform {
            environment: self.environment,
            name: self.name.clone(),
            regulated: self.regulated,
            default_region: self.default_region,
            uma_domain: self.uma_domain.clone(),
            currencies: self.currencies.clone(),
            credentials: None,
        };
        let (audit_entry, shared) = (operator.audit_entry(&self)?, Arc::clone(app));
        let make = move |tx: &mut causeway_store::Tx<'_>| -> Result<Created, OperatorError> {
            let created = platform::create(tx, &shared, &new)?;
            audit_entry.record(tx, Some(created.platform.id))?;
            Ok(created)
        };
        let created = app.store.write(&[], make).await?;
        Ok(Made {
            summary: created.platform.into(),
            token: created.token.token.id,
            client_id: created.token.token.client_id,
            client_secret: created.token.secret.expose().to_owned(),
            webhook_public_key: created.webhook_public_pem,
        })
    }
}

/// Reads an environment in upper or lower case.
fn environment(text: &str) -> Result<Environment, String> {
    text.to_ascii_uppercase().parse().map_err(|_| "say sandbox or production".to_owned())
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = [
            ("platform", self.summary.platform.to_string()),
            ("configuration", self.summary.config.to_string()),
            ("environment", self.summary.environment.to_string()),
            ("currencies", self.summary.currencies.join(", ")),
            ("token", self.token.to_string()),
            ("client id", self.client_id.clone()),
            ("client secret", format!("{}   (not shown again)", self.client_secret)),
        ];
        text::facts(f, &facts)?;
        write!(f, "\n\nwebhook public key\n{}", self.webhook_public_key.trim_end())
    }
}

impl Report for Made {}
