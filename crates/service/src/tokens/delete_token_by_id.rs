//! `DELETE /tokens/{tokenId}` (customers 10).

use causeway_domain::ids::{Id, TokenId};
use causeway_domain::tokens::{Permission, check_deletable};
use causeway_store::{Tx, platforms, tokens};
use causeway_wire::table::DeleteTokenById;
use causeway_wire::{Code, Empty};

use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call, Context, PathValues};

/// Deletes a token; it stops working at once. A token may delete itself.
///
/// # Errors
/// `TOKEN_NOT_FOUND`; `INVALID_INPUT` with reason `LAST_MANAGE_TOKEN` for the last token that can manage the
/// platform.
pub async fn handler(call: Call<DeleteTokenById>) -> Result<Answer, ApiError> {
    let id: TokenId = call.path_id(Code::TokenNotFound)?;
    Ok(call.write(&[], move |tx, context| delete(tx, context, id)).await)
}

/// The platform's row is locked, not only its tokens: a token that another transaction is just deleting would
/// still be counted otherwise.
fn delete(tx: &mut Tx<'_>, context: &Context, id: TokenId) -> Result<Empty, ApiError> {
    let platform = platforms::lock(tx, context.platform)?.id;
    let all = tokens::lock_all(tx, platform)?;
    let token = all
        .iter()
        .find(|token| token.id == id)
        .ok_or_else(|| PathValues::not_found(TokenId::TYPE_NAME, Code::TokenNotFound))?;
    let managing = all.iter().filter(|token| token.permissions.contains(Permission::Manage)).count();
    if !check_deletable(token.permissions, u64::try_from(managing).unwrap_or(u64::MAX)) {
        let message = "The last token with MANAGE cannot be deleted; issue another one first.";
        return Err(ApiError::new(Code::InvalidInput, message).reason("LAST_MANAGE_TOKEN"));
    }
    tokens::delete(tx, platform, id, context.now)?;
    Ok(Empty)
}
