//! API tokens, for a platform that has lost its own (customers 10).

use causeway_domain::ids::TokenId;
use causeway_domain::letters::check_showable;
use causeway_domain::tokens::{Permissions, TokenPermission};
use causeway_store::Tx;

use super::{Answer, OperatorError, arguments, noun, option, several, shown};
use crate::runtime::context::Context;
use crate::tokens::{Issued, NewToken, issue};

noun! {
    /// API tokens
    "token" {
        /// Issues a further token; its secret is shown once
        "create" => change(create),
    }
}

arguments! {
    struct Create {
        #[serde(default = "default_name")]
        name: String = option("What the token is called [default: operator]"),
        #[serde(default)]
        permissions: Vec<TokenPermission> =
            several("What it may do: VIEW, TRANSACT, MANAGE, with commas [default: all]"),
    }
}

fn default_name() -> String {
    "operator".to_owned()
}

shown! {
    struct Made of issued: Issued {
        token: TokenId = issued.token.id,
        permissions: Permissions = issued.token.permissions,
        client_id: String = issued.token.client_id,
        client_secret: String = issued.secret.expose().to_owned(),
    }
}

fn create(tx: &mut Tx<'_>, context: &Context, create: &Create) -> Answer<Made> {
    let Create { name, permissions } = create;
    if !(1..=255).contains(&name.chars().count()) {
        return Err(OperatorError::invalid("a token's name has 1 to 255 characters"));
    }
    if let Err(why) = check_showable(name) {
        return Err(OperatorError::invalid(format!("a token's name {}", why.message())));
    }
    let permissions = Permissions::try_new(permissions.iter().copied()).unwrap_or(Permissions::ALL);
    Ok(issue(tx, context, &NewToken { name: name.clone(), permissions, credentials: None })?.into())
}
