//! API tokens, for a platform that has lost its own (customers 10).

use causeway_domain::ids::TokenId;
use causeway_domain::letters::check_showable;
use causeway_domain::search::ResourceKind;
use causeway_domain::tokens::{Permissions, TokenPermission};
use causeway_domain::{RangeStart, Time};
use causeway_store::platforms::PlatformRecord;
use causeway_store::tokens::{self, Filter, TokenRecord};
use causeway_store::{ChangeEffect, Tx, collect_change};

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page, whole};
use super::resource::{FoundResource, find_resource};
use super::{
    Answer, Argument, Call, IdArgument, OperatorError, Subject, arguments, default_number, noun, option,
    positional, several, view,
};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::tokens::{IssuedToken, NewToken, delete_token_by_id, issue};

noun! {
    /// API tokens
    "token" {
        /// Issue an API token; its secret is shown once
        "create": Administer => change(create).with_secret(),
        /// List the API tokens of a platform, newest first
        "list": Look => read(list),
        /// Show an API token with its permissions
        "show": Look => read_deployment(show).with_platform(),
        /// Delete an API token: it stops working at once
        "delete": Administer => change_one(remove, IdArgument).irreversible(),
    }
}

impl Subject for TokenId {
    const ARGUMENT: Argument = positional("Token id").id_of(&[ResourceKind::Token]).named("token");
}

arguments! {
    struct ListRequest {
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }

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
    struct TokenRow of token: TokenRecord {
        token: TokenId = token.id,
        name: String = token.name,
        permissions: Permissions = token.permissions,
        client_id: String = token.client_id,
        created_at: Time = token.created_at,
    }

    struct CreatedTokenView of issued: IssuedToken {
        token: TokenId = issued.token.id,
        permissions: Permissions = issued.token.permissions,
        client_id: String = issued.token.client_id,
        client_secret: String = issued.secret.expose().to_owned(),
    }
}

/// A token as operators see it.
#[derive(serde::Serialize)]
struct TokenView {
    platform: String,
    #[serde(flatten)]
    token: TokenRow,
    /// The next commands, complete.
    commands: Vec<String>,
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
    let issued = issue(tx, context, &NewToken { name: name.clone(), permissions, credentials: None })?;
    let name = format!("the API token {name}");
    collect_change(tx, ChangeEffect { name, from: None, to: Some(permissions_in_words(permissions)) });
    Ok(issued.into())
}

fn list(tx: &mut Tx<'_>, platform: PlatformRecord, list: &ListRequest) -> Answer<ListPage<TokenRow>> {
    let page = page(list.limit, list.before.as_deref())?;
    let filter = Filter {
        name: None,
        created_after: list.since.map(|RangeStart(first)| first),
        created_before: list.until,
    };
    let found = tokens::list(tx, platform.id, &filter, &page)?;
    Ok(list_page(whole(found), list.limit, TokenRecord::position, TokenRow::from))
}

fn show(tx: &mut Tx<'_>, call: &Call, &IdArgument(id): &IdArgument<TokenId>) -> Answer<TokenView> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| tokens::find(tx, platform.id, id);
    let FoundResource { viewer, resource: token } = find_resource(tx, call, id, find)?;
    Ok(TokenView {
        commands: vec![format!("causeway token delete {} --reason TEXT", token.id)],
        platform: viewer.platform.name,
        token: token.into(),
    })
}

/// Returns the names of permissions, for the report of a dry run.
fn permissions_in_words(permissions: Permissions) -> String {
    permissions.iter().map(TokenPermission::as_str).collect::<Vec<_>>().join(",")
}

fn remove(tx: &mut Tx<'_>, context: &Context, token: TokenId) -> Result<TokenId, ApiError> {
    if let Some(found) = tokens::find(tx, context.platform, token)? {
        let name = format!("the API token {}", found.name);
        collect_change(
            tx,
            ChangeEffect { name, from: Some(permissions_in_words(found.permissions)), to: None },
        );
    }
    delete_token_by_id::apply(tx, context, token)?;
    Ok(token)
}
