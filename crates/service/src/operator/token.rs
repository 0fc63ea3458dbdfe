//! API tokens, for a platform that has lost its own (customers 10).

use causeway_domain::ids::TokenId;
use causeway_domain::letters::check_showable;
use causeway_domain::tokens::{Permissions, TokenPermission};
use causeway_store::Tx;

use super::{Answer, OperatorError, arguments, noun, option, several, view};
use crate::runtime::context::Context;
use crate::tokens::{IssuedToken, NewToken, issue};

noun! {
    /// API tokens
    "token" {
        /// Issue an API token; its secret is shown once
        "create" => change(create),
    }
}

arguments! {
    struct CreateRequest {
        #[serde(default = "default_name")]
        name: String = option("Token name [default: operator]"),
        #[serde(default)]
        permissions: Vec<TokenPermission> =
            several("Permissions, comma-separated: VIEW, TRANSACT, MANAGE [default: all]"),
    }
}

fn default_name() -> String {
    "operator".to_owned()
}

view! {
    struct CreatedTokenView of issued: IssuedToken {
        token: TokenId = issued.token.id,
        permissions: Permissions = issued.token.permissions,
        client_id: String = issued.token.client_id,
        client_secret: String = issued.secret.expose().to_owned(),
    }
}

fn create(tx: &mut Tx<'_>, context: &Context, create: &CreateRequest) -> Answer<CreatedTokenView> {
    let CreateRequest { name, permissions } = create;
    if !(1..=255).contains(&name.chars().count()) {
        return Err(OperatorError::invalid("a token's name has 1 to 255 characters"));
    }
    if let Err(error) = check_showable(name) {
        return Err(OperatorError::invalid(format!("a token's name {}", error.message())));
    }
    let permissions = Permissions::try_new(permissions.iter().copied()).unwrap_or(Permissions::ALL);
    Ok(issue(tx, context, &NewToken { name: name.clone(), permissions, credentials: None })?.into())
}
