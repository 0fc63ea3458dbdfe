//! `GET /tokens/{tokenId}` (customers 10).

use causeway_domain::ids::TokenId;
use causeway_store::{Tx, tokens};
use causeway_wire::tokens::ApiToken;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows a token, without its secret.
///
/// # Errors
/// `TOKEN_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: TokenId) -> Result<ApiToken, ApiError> {
    let found = tokens::find(tx, context.platform, id)?;
    render::token(found.ok_or_else(ApiError::not_found::<TokenId>)?)
}
