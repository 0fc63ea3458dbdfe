//! `GET /tokens/{tokenId}` (customers 10).

use causeway_domain::ids::{Id, TokenId};
use causeway_store::{Tx, tokens};
use causeway_wire::Code;
use causeway_wire::table::GetTokenById;
use causeway_wire::tokens::ApiToken;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{PathValues, ReadCall};

/// Shows a token, without its secret.
///
/// # Errors
/// `TOKEN_NOT_FOUND`.
pub fn handler(tx: &mut Tx<'_>, call: &ReadCall<GetTokenById>) -> Result<ApiToken, ApiError> {
    let id: TokenId = call.path_id(Code::TokenNotFound)?;
    let found = tokens::find(tx, call.platform(), id)?;
    render::token(found.ok_or_else(|| PathValues::not_found(TokenId::TYPE_NAME, Code::TokenNotFound))?)
}
