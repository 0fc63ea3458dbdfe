//! What the keeper of the keys says about a wallet, and what it is given for good.

use causeway_store::wallets::WalletRecord;
use causeway_store::{Defect, Tx};
use uuid::Uuid;

use super::errors;
use crate::ports::wallet_keys::{WalletClaims, read};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// What the certificate of a wallet says; none where it has none, or one of another wallet, platform, environment or
/// deployment.
#[must_use]
pub fn claims(tx: &Tx<'_>, context: &Context, wallet: &WalletRecord) -> Option<WalletClaims> {
    if tx.has_defect(Defect::BelieveWallets) {
        return Some(as_the_row_says(context, wallet));
    }
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
pub fn is_buried(tx: &Tx<'_>, context: &Context, id: Uuid) -> bool {
    context.app.tombstones.has(id) && !tx.has_defect(Defect::ForgetRevocations)
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

/// The planted omission: nobody has certified it.
fn as_the_row_says(context: &Context, wallet: &WalletRecord) -> WalletClaims {
    WalletClaims {
        environment: context.environment,
        platform: context.platform,
        customer: wallet.customer,
        account: wallet.account,
        organization_id: wallet.organization_id,
        user_id: wallet.user_id,
        wallet_id: wallet.wallet_id,
        sealed_words: String::new(),
    }
}
