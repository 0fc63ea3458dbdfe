//! Tokens as API objects.

use causeway_store::tokens::TokenRecord;
use causeway_wire::tokens::ApiToken;

use super::IssuedToken;
use crate::runtime::api_error::ApiError;
use crate::runtime::money::instant;

/// Renders a token, without its secret.
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

/// Renders a token with its secret, for the one response that shows it.
pub(super) fn issued(issued: IssuedToken) -> Result<ApiToken, ApiError> {
    Ok(ApiToken { client_secret: Some(issued.secret.expose().into()), ..token(issued.token)? })
}
