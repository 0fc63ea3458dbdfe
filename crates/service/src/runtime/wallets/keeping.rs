//! What the keeper of the keys says about a wallet, and what it is given for good.

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

/// What the certificate of a wallet says; none where it has none, or one of another wallet, platform, environment or
/// deployment.
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

/// Whether this was revoked for good, whatever its row says, as far as this process has read.
#[must_use]
pub fn is_buried(context: &Context, id: Uuid) -> bool {
    context.app.tombstones.has(id)
}

/// Schedules that the key service takes in for good what was revoked, or that a wallet has its keys. Nothing is scheduled
/// if no wallet has keys and this deployment has no key service: then nothing could be signed with what was revoked, and
/// the job would wait for a service that does not come.
///
/// # Errors
/// Those of the database.
pub fn schedule_burial(
    tx: &mut Tx<'_>,
    context: &Context,
    revoked: Vec<Uuid>,
    resource: &impl Display,
) -> Result<(), ApiError> {
    let has_service = context.app.wallet_keys.public_keys(context.environment).is_some();
    if revoked.is_empty() || !has_service && !wallets::is_any_certified(tx)? {
        return Ok(());
    }
    jobs::schedule(tx, context, &Work::BuryWalletKeys { revoked }, resource, context.now)
}

/// Has the keeper of the keys take in for good what was revoked, or that a wallet has its keys: after the commit and before
/// the answer. A job repeats it.
///
/// # Errors
/// `INTERNAL_ERROR` when it cannot be kept.
pub async fn bury(app: &App, revoked: Vec<Uuid>) -> Result<(), ApiError> {
    if revoked.is_empty() {
        return Ok(());
    }
    app.wallet_keys.revoke(revoked).await.map_err(errors::keys_error)
}
