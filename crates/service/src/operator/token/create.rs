//! `token create`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::ids::TokenId;
use causeway_domain::tokens::{Permission, Permissions};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report, text};
use crate::runtime::app::App;
use crate::tokens::{NewToken, issue};

/// Issues a further token; its secret is shown once
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Create {
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
    /// What the token is called
    #[arg(long, default_value = "operator")]
    #[serde(default = "default_name")]
    name: String,
    /// What it may do: VIEW, TRANSACT, MANAGE, with commas [default: all]
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    permissions: Vec<Permission>,
}

fn default_name() -> String {
    "operator".to_owned()
}

/// A token that was just issued; the secret is shown this once.
#[derive(Debug, Clone, Serialize)]
pub struct Made {
    /// Its id.
    pub token: TokenId,
    /// What it may do.
    pub permissions: Permissions,
    /// The user name of the credentials.
    pub client_id: String,
    /// The password of the credentials.
    pub client_secret: String,
}

impl Action for Create {
    const NOUN: &'static str = "token";
    const VERB: &'static str = "create";
    type Output = Made;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Made, OperatorError> {
        if !(1..=255).contains(&self.name.chars().count()) || self.name.chars().any(char::is_control) {
            return Err(OperatorError::invalid("a token's name has 1 to 255 characters"));
        }
        let permissions = Permissions::try_new(self.permissions.iter().copied());
        let new = NewToken {
            name: self.name.clone(),
            permissions: permissions.unwrap_or(Permissions::ALL),
            credentials: None,
        };
        operator
            .change(app, &self, &self.platform, move |tx, context| {
                let issued = issue(tx, context, &new)?;
                Ok(Made {
                    token: issued.token.id,
                    permissions: issued.token.permissions,
                    client_id: issued.token.client_id,
                    client_secret: issued.secret.expose().to_owned(),
                })
            })
            .await
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let permissions: Vec<_> = self.permissions.iter().map(Permission::as_str).collect();
        text::facts(
            f,
            &[
                ("token", self.token.to_string()),
                ("permissions", permissions.join(", ")),
                ("client id", self.client_id.clone()),
                ("client secret", format!("{}   (not shown again)", self.client_secret)),
            ],
        )
    }
}

impl Report for Made {}
