//! A wallet gets its keys with the first use of its first credential (wallet 1.1).

use std::sync::Arc;

use causeway_domain::ids::InternalAccountId;
use causeway_domain::wallets::AuthMethodType;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::wallets::{self, WalletRecord};
use causeway_store::{Error, Tx};

use super::errors;
use crate::ports::wallet_keys::{Identity, NewWallet, WalletCertificates};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::{Caller, Context};

/// The wallet of an account that was found; every account of that kind has one.
///
/// # Errors
/// `INTERNAL_ERROR` where it is missing.
pub fn wallet_of(
    tx: &mut Tx<'_>,
    context: &Context,
    account: InternalAccountId,
) -> Result<WalletRecord, ApiError> {
    Ok(wallets::lock(tx, context.platform, account)?.ok_or(Error::Missing)?)
}

/// Has the keeper make the keys of a wallet, if it has a credential and no keys yet.
///
/// # Errors
/// `INTERNAL_ERROR` when the keeper cannot work.
pub async fn provisioned(
    app: &Arc<App>,
    caller: &Caller,
    account: InternalAccountId,
) -> Result<(), ApiError> {
    let platform = caller.platform;
    let find = move |tx: &mut Tx<'_>| {
        let wallet = wallets::find(tx, platform, account)?.filter(|wallet| wallet.certificate.is_none());
        let Some(wallet) = wallet else { return Ok(None) };
        let first = credentials::of_wallet(tx, platform, account)?.into_iter().next();
        Ok::<_, ApiError>(first.map(|first| (wallet, first)))
    };
    let Some((wallet, first)) = app.store.read(find).await? else { return Ok(()) };
    let identity = identity(&first).ok_or(Error::Missing)?;
    let wanted = NewWallet {
        environment: caller.environment,
        platform,
        customer: wallet.customer,
        account,
        organization_id: wallet.organization_id,
        user_id: wallet.user_id,
        wallet_id: wallet.wallet_id,
        credential: first.id,
        identity,
    };
    let made = app.wallet_keys.make_wallet(wanted).await.map_err(errors::keys_error)?;
    let write = move |tx: &mut Tx<'_>| {
        keep(tx, &Kept { platform, account, first: first.clone(), made: made.clone() })
    };
    app.store.write(&[], write).await
}

struct Kept {
    platform: causeway_domain::ids::PlatformId,
    account: InternalAccountId,
    first: CredentialRecord,
    made: WalletCertificates,
}

/// Keeps the certificates, unless somebody else was first or the credential has changed meanwhile.
fn keep(tx: &mut Tx<'_>, kept: &Kept) -> Result<(), ApiError> {
    let wallet = wallets::lock(tx, kept.platform, kept.account)?.ok_or(Error::Missing)?;
    let first = credentials::find(tx, kept.platform, kept.first.id)?;
    if let Some(first) = first.filter(|first| wallet.certificate.is_none() && *first == kept.first) {
        wallets::certify(tx, kept.platform, kept.account, &kept.made.wallet)?;
        let certificate = Some(kept.made.credential.clone());
        credentials::update(tx, kept.platform, &CredentialRecord { certificate, ..first })?;
    }
    Ok(())
}

/// Who a credential by code is. The first credential of another kind brings its certificate with it.
fn identity(credential: &CredentialRecord) -> Option<Identity> {
    let contact = credential.doc.nickname.clone();
    match credential.method {
        AuthMethodType::EmailOtp => Some(Identity::EmailOtp { address: contact }),
        AuthMethodType::SmsOtp => Some(Identity::SmsOtp { number: contact }),
        AuthMethodType::Oauth | AuthMethodType::Passkey => None,
    }
}
