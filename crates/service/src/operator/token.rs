//! API tokens, for a platform that has lost its own (customers 10).

use causeway_domain::ids::TokenId;
use causeway_domain::letters::check_showable;
use causeway_domain::tokens::{Permissions, TokenPermission};
use causeway_store::Tx;
use serde::{Deserialize, Serialize};

use super::argument::{Form, option};
use super::{Noun, OperatorError};
use crate::runtime::context::Context;
use crate::tokens::{NewToken, issue};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Create {
    #[serde(default = "default_name")]
    name: String,
    #[serde(default)]
    permissions: Vec<TokenPermission>,
}

fn default_name() -> String {
    "operator".to_owned()
}

#[derive(Debug, Clone, Serialize)]
struct Made {
    token: TokenId,
    permissions: Permissions,
    client_id: String,
    client_secret: String,
}

pub(super) fn noun() -> Noun {
    let arguments = [
        option("name", "What the token is called [default: operator]"),
        option("permissions", "What it may do: VIEW, TRANSACT, MANAGE, with commas [default: all]")
            .form(Form::List),
    ];
    Noun::new("token", "API tokens").change(
        "create",
        "Issues a further token; its secret is shown once",
        &arguments,
        create,
    )
}

fn create(tx: &mut Tx<'_>, context: &Context, create: &Create) -> Result<Made, OperatorError> {
    let Create { name, permissions } = create;
    if !(1..=255).contains(&name.chars().count()) {
        return Err(OperatorError::invalid("a token's name has 1 to 255 characters"));
    }
    if let Err(why) = check_showable(name) {
        return Err(OperatorError::invalid(format!("a token's name {}", why.message())));
    }
    let permissions = Permissions::try_new(permissions.iter().copied()).unwrap_or(Permissions::ALL);
    let issued = issue(tx, context, &NewToken { name: name.clone(), permissions, credentials: None })?;
    Ok(Made {
        token: issued.token.id,
        permissions: issued.token.permissions,
        client_id: issued.token.client_id,
        client_secret: issued.secret.expose().to_owned(),
    })
}
