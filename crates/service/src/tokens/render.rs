//! Tokens as the interface shows them.

use causeway_store::tokens::TokenRecord;
use causeway_wire::tokens::ApiToken;

use super::Issued;
use crate::money::{instant, same_name};
use crate::refusal::Refusal;

/// A token, without its secret.
pub(super) fn token(record: TokenRecord) -> Result<ApiToken, Refusal> {
    let permissions = record.permissions.iter().map(|permission| same_name(permission.as_str()));
    Ok(ApiToken {
        id: record.id.to_string().into(),
        name: record.name.into(),
        permissions: permissions.collect::<Result<_, _>>()?,
        client_id: record.client_id.into(),
        client_secret: None,
        created_at: instant(record.created_at),
        updated_at: instant(record.created_at),
    })
}

/// A token in the one answer that shows its secret.
pub(super) fn issued(issued: Issued) -> Result<ApiToken, Refusal> {
    Ok(ApiToken { client_secret: Some(issued.secret.expose().into()), ..token(issued.token)? })
}
