//! Tokens for the operator API on a network address (conventions 2.1).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{Id, OperatorTokenId, PlatformId};
use causeway_store::operators::{self, OperatorTokenRecord};
use causeway_store::{ChangeEffect, Tx, collect_change};

use super::operator_grants::{check_name, hash_of_token, platform, scope};
use super::permission::names;
use super::secret_text::SecretText;
use super::{
    Answer, Call, Kind, NoArguments, OperatorError, Role, arguments, default_number, noun, number,
    positional, several, view,
};

/// Maximum lifetime of a token.
const MAX_DAYS: u32 = 3_650;

const SECONDS_PER_DAY: u64 = 86_400;

noun! {
    /// Tokens for the operator API on the admin address
    "operator-token" {
        /// Create a token, for everything or for one platform with --platform; it is shown once
        "create": Administer => change_either(create).or_platform().with_secret(),
        /// List the tokens with their roles and expiry
        "list": Administer => read_deployment(list).or_platform(),
        /// Revoke a token: it stops working at once
        "revoke": Administer => change_either(revoke).irreversible().or_platform(),
    }
}

arguments! {
    struct CreateRequest {
        name: String = positional("Name of the token, for the audit trail"),
        roles: Vec<Role> =
            several("Roles, comma-separated: viewer, support, operator, compliance, admin").required(),
        #[serde(default = "default_number::<90>")]
        days: u32 = number("Lifetime in days [default: 90]"),
    }

    struct RevokeRequest {
        name: String = positional("Name of the token"),
    }
}

view! {
    struct TokenView of token: OperatorTokenRecord {
        token: OperatorTokenId = token.id,
        name: String = token.name,
        roles: String = token.roles,
        /// `None` for the deployment and all platforms.
        platform: Option<PlatformId> = platform(token.scope),
        created_at: Time = token.created_at,
        expires_at: Time = token.expires_at,
    }

    struct CreatedTokenView of (token, text): (OperatorTokenRecord, SecretText) {
        token: OperatorTokenId = token.id,
        name: String = token.name,
        roles: String = token.roles,
        platform: Option<PlatformId> = platform(token.scope),
        expires_at: Time = token.expires_at,
        /// The token itself, shown once.
        operator_token: String = text.expose(),
    }
}

fn create(
    tx: &mut Tx<'_>,
    call: &Call,
    CreateRequest { name, roles, days }: &CreateRequest,
) -> Answer<(Option<PlatformId>, CreatedTokenView)> {
    check_name(name)?;
    if roles.is_empty() {
        return Err(OperatorError::invalid("name at least one role"));
    }
    if !(1..=MAX_DAYS).contains(days) {
        return Err(OperatorError::invalid(format!("argument days: 1 to {MAX_DAYS}")));
    }
    if operators::is_token_name_taken(tx, name)? {
        let message = format!("there is or was an operator token {name}, which the audit trail names");
        return Err(OperatorError::refused(message).remedy("choose another name"));
    }
    let on = call.chosen_platform(tx)?;
    let now = tx.wall();
    let text = SecretText::generate(&call.app, call.app.ids.uuid(now));
    let mut token = OperatorTokenRecord {
        id: OperatorTokenId::from_uuid(text.id),
        scope: scope(on),
        name: name.clone(),
        roles: names(roles),
        created_at: now,
        expires_at: now.plus(Duration::from_secs(SECONDS_PER_DAY * u64::from(*days))),
        secret_hash: Vec::new(),
    };
    let name = format!("the operator token {name}");
    collect_change(tx, ChangeEffect { name, from: None, to: Some(token.roles.clone()) });
    token.secret_hash = hash_of_token(&call.app.keys(), &text, &token);
    operators::insert_token(tx, &token)?;
    Ok((on, (token, text).into()))
}

fn list(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<Vec<TokenView>> {
    let on = call.chosen_platform(tx)?;
    let tokens = operators::list_tokens(tx)?.into_iter();
    Ok(tokens.filter(|token| on.is_none() || platform(token.scope) == on).map(TokenView::from).collect())
}

fn revoke(
    tx: &mut Tx<'_>,
    call: &Call,
    RevokeRequest { name }: &RevokeRequest,
) -> Answer<(Option<PlatformId>, TokenView)> {
    let on = call.chosen_platform(tx)?;
    let mut tokens = operators::list_tokens(tx)?.into_iter();
    let found = tokens.find(|token| token.name == *name && (on.is_none() || platform(token.scope) == on));
    let token = found.ok_or_else(|| {
        OperatorError::new(Kind::NotFound, format!("there is no operator token {name}"))
            .remedy("see them all: causeway operator-token list")
    })?;
    let name = format!("the operator token {name}");
    collect_change(tx, ChangeEffect { name, from: Some(token.roles.clone()), to: None });
    operators::revoke_token(tx, token.id)?;
    Ok((platform(token.scope), token.into()))
}
