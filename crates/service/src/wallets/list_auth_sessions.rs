//! `GET /auth/sessions` (wallet 5).

use causeway_store::Tx;
use causeway_store::wallets::sessions;
use causeway_wire::List;
use causeway_wire::wallets::{AuthSession, WalletFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Lists the active sessions of a wallet, newest first; an empty list for an account that is not a wallet of
/// the platform.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &WalletFilter,
) -> Result<List<AuthSession>, ApiError> {
    let found = sessions::active(tx, context.platform, query.account_id, context.now)?;
    Ok(List { data: found.iter().map(|session| render::session(session, None)).collect() })
}
