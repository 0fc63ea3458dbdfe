//! `DELETE /tokens/{tokenId}` (customers 10).

use causeway_domain::ids::TokenId;
use causeway_domain::tokens::{TokenPermission, check_deletable};
use causeway_store::{Tx, platforms, tokens};
use causeway_wire::{Code, Empty};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Deletes a token; it stops working at once. A token may delete itself.
///
/// The platform's row is locked, not only its tokens: otherwise a token that another transaction is deleting
/// would still be counted.
///
/// # Errors
/// `TOKEN_NOT_FOUND`; `INVALID_INPUT` with reason `LAST_MANAGE_TOKEN` for the last token that can manage the
/// platform.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: TokenId) -> Result<Empty, ApiError> {
    let platform = platforms::lock(tx, context.platform)?.id;
    let all = tokens::lock_all(tx, platform)?;
    let token = all.iter().find(|token| token.id == id).ok_or_else(ApiError::not_found::<TokenId>)?;
    let managing = all.iter().filter(|token| token.permissions.contains(TokenPermission::Manage)).count();
    if !check_deletable(token.permissions, u64::try_from(managing).unwrap_or(u64::MAX)) {
        let message = "The last token with MANAGE cannot be deleted; issue another one first.";
        return Err(ApiError::new(Code::InvalidInput, message).reason("LAST_MANAGE_TOKEN"));
    }
    tokens::delete(tx, platform, id, context.now)?;
    Ok(Empty)
}
