//! `GET /auth/credentials` (wallet 4.2).

use causeway_store::Tx;
use causeway_store::wallets::credentials;
use causeway_wire::List;
use causeway_wire::wallets::{AuthMethod, WalletFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Lists the credentials of a wallet, oldest first; an empty list for an account that is not a wallet of the
/// platform.
pub fn apply(tx: &mut Tx<'_>, context: &Context, query: &WalletFilter) -> Result<List<AuthMethod>, ApiError> {
    let found = credentials::of_wallet(tx, context.platform, query.account_id)?;
    Ok(List { data: found.iter().map(render::credential).collect() })
}
