//! Tokens as the interface shows them.

use causeway_store::tokens::TokenRecord;
use causeway_wire::tokens::ApiToken;

use super::Issued;
use crate::runtime::api_error::ApiError;
use crate::runtime::money::instant;

/// A token, without its secret.
pub(super) fn token(record: TokenRecord) -> Result<ApiToken, ApiError> {
    Ok(ApiToken {
        id: record.id,
        name: record.name.into(),
        permissions: record.permissions.iter().collect(),
        client_id: record.client_id.into(),
        client_secret: None,
        created_at: instant(record.created_at),
        updated_at: instant(record.created_at),
    })
}

/// A token in the one answer that shows its secret.
pub(super) fn issued(issued: Issued) -> Result<ApiToken, ApiError> {
    Ok(ApiToken { client_secret: Some(issued.secret.expose().into()), ..token(issued.token)? })
}
