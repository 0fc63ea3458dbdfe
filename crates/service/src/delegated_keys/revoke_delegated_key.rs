//! `DELETE /auth/delegated-keys/{id}` (wallet 9).

use causeway_domain::cards::DelegatedKeyStatus;
use causeway_domain::ids::{DelegatedKeyId, Id};
use causeway_store::{Tx, cards, delegated_keys as rows};
use causeway_wire::Empty;
use causeway_wire::table::RevokeDelegatedKey;

use super::errors;
use crate::cards::revoke_key;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::wallets::record_revocations;

/// Revokes a key and deletes its private half permanently. No signature of the wallet is required.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for a key that is not active.
pub async fn handler(call: Call<RevokeDelegatedKey>) -> Result<Answer, ApiError> {
    let id: DelegatedKeyId = call.id()?;
    let answer = call.write(&[], move |tx, context| apply(tx, context, id)).await;
    if answer.status().is_success() {
        record_revocations(&call.app, vec![id.uuid()]).await?;
    }
    Ok(answer)
}

fn apply(tx: &mut Tx<'_>, context: &Context, id: DelegatedKeyId) -> Result<Empty, ApiError> {
    let not_found = ApiError::not_found::<DelegatedKeyId>;
    let found = rows::find(tx, context.platform, id)?.ok_or_else(not_found)?;
    cards::lock(tx, context.platform, found.card)?;
    // The key may have changed while this call waited for the card's lock.
    let key = rows::find(tx, context.platform, id)?.ok_or_else(not_found)?;
    if key.status != DelegatedKeyStatus::Active {
        return Err(errors::not_active(key.status));
    }
    revoke_key(tx, context, key)?;
    Ok(Empty)
}
