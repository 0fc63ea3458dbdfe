//! The key service's certificates of a wallet, and the revocations recorded with it.

use std::fmt::Display;

use causeway_store::wallets::WalletRecord;
use causeway_store::{Tx, wallets};
use uuid::Uuid;

use super::errors;
use crate::ports::wallet_keys::{WalletClaims, read};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Returns the claims of a wallet's certificate; `None` if it has none, or one of another wallet, platform,
/// environment or deployment.
#[must_use]
pub fn claims(context: &Context, wallet: &WalletRecord) -> Option<WalletClaims> {
    let keys = context.app.wallet_keys.public_keys(context.environment)?;
    let claims: WalletClaims = read(wallet.certificate.as_deref()?, &keys.certificates)?;
    let is_its_own = claims.environment == context.environment
        && claims.platform == context.platform
        && claims.customer == wallet.customer
        && claims.account == wallet.account
        && claims.organization_id == wallet.organization_id
        && claims.user_id == wallet.user_id
        && claims.wallet_id == wallet.wallet_id;
    is_its_own.then_some(claims)
}

/// Returns `true` if this was permanently revoked, whatever its row says, as far as this process has read.
#[must_use]
pub fn is_revoked(context: &Context, id: Uuid) -> bool {
    context.app.tombstones.has(id)
}

/// Schedules the permanent record of revocations, or of a wallet's provisioning, with the key service. Has no
/// effect if no wallet has keys and this deployment has no key service: then a revoked credential could sign
/// no payload, and the job would wait for a service that does not come.
pub fn schedule_revocation(
    tx: &mut Tx<'_>,
    context: &Context,
    revoked: Vec<Uuid>,
    resource: &impl Display,
) -> Result<(), ApiError> {
    let has_service = context.app.wallet_keys.public_keys(context.environment).is_some();
    if revoked.is_empty() || !has_service && !wallets::is_any_certified(tx)? {
        return Ok(());
    }
    jobs::schedule(tx, context, &Work::RevokeWalletKeys { revoked }, resource, context.now)
}

/// Records revocations, or a wallet's provisioning, permanently with the key service: after the commit and
/// before the answer. A job repeats it.
///
/// # Errors
/// `INTERNAL_ERROR` if it cannot be recorded.
pub async fn record_revocations(app: &App, revoked: Vec<Uuid>) -> Result<(), ApiError> {
    if revoked.is_empty() {
        return Ok(());
    }
    app.wallet_keys.revoke(revoked).await.map_err(errors::keys_error)
}
