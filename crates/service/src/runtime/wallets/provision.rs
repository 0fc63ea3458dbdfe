//! Provisioning: a wallet gets its keys with the first use of its first credential (wallet 1.1).

use std::sync::Arc;

use causeway_domain::ids::InternalAccountId;
use causeway_domain::wallets::AuthMethodType;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::wallets::{self, WalletRecord};
use causeway_store::{Error, Tx};
use uuid::Uuid;

use super::errors;
use super::key_service::{record_revocations, schedule_revocation};
use crate::ports::wallet_keys::{Identity, KeysError, NewWallet, WalletCertificates};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::{Caller, Context};

/// Locks and returns the wallet of an existing account; every account of that kind has one.
///
/// # Errors
/// `INTERNAL_ERROR` if it is missing.
pub fn wallet_of(
    tx: &mut Tx<'_>,
    context: &Context,
    account: InternalAccountId,
) -> Result<WalletRecord, ApiError> {
    Ok(wallets::lock(tx, context.platform, account)?.ok_or(Error::Missing)?)
}

/// Requests the keys of a wallet from the key service, if it has a credential and no keys yet. The
/// provisioning is recorded permanently after the commit, like a revocation.
///
/// # Errors
/// `INTERNAL_ERROR` if the key service fails, and for a wallet that got its keys for another customer.
pub async fn provision(app: &Arc<App>, caller: &Caller, account: InternalAccountId) -> Result<(), ApiError> {
    let platform = caller.platform;
    let find = move |tx: &mut Tx<'_>| {
        let wallet = wallets::find(tx, platform, account)?.filter(|wallet| wallet.certificate.is_none());
        let Some(wallet) = wallet else { return Ok(None) };
        let first = credentials::of_wallet(tx, platform, account)?.into_iter().next();
        Ok::<_, ApiError>(first.map(|first| (wallet, first)))
    };
    let Some((wallet, first)) = app.store.read(find).await? else { return Ok(()) };
    let identity = identity(&first).ok_or(Error::Missing)?;
    let wallet = NewWallet {
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
    let certificates = match app.wallet_keys.make_wallet(wallet).await {
        Ok(certificates) => certificates,
        Err(KeysError::NotCertified) => return was_provisioned(app, caller, account).await,
        Err(error) => return Err(errors::keys_error(error)),
    };
    let shared_app = Arc::clone(app);
    let caller = caller.clone();
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::of(&shared_app, &caller, tx.wall());
        keep(tx, &context, &first, &certificates)
    };
    let marks = app.store.write(&[], write).await?;
    record_revocations(app, marks).await
}

/// Refuses a wallet that got its keys before, unless a concurrent request has provisioned it by now.
async fn was_provisioned(
    app: &Arc<App>,
    caller: &Caller,
    account: InternalAccountId,
) -> Result<(), ApiError> {
    let platform = caller.platform;
    let found = app.store.read(move |tx: &mut Tx<'_>| wallets::find(tx, platform, account)).await;
    let found = found.map_err(|error: Error| ApiError::from(error))?;
    let has_keys = found.is_some_and(|wallet| wallet.certificate.is_some());
    if has_keys { Ok(()) } else { Err(errors::keys_of_another_customer(account)) }
}

/// Saves the certificates, unless a concurrent request was first or the credential has changed meanwhile.
/// Returns the ids to record permanently.
fn keep(
    tx: &mut Tx<'_>,
    context: &Context,
    made_for: &CredentialRecord,
    certificates: &WalletCertificates,
) -> Result<Vec<Uuid>, ApiError> {
    let wallet = wallets::lock(tx, context.platform, made_for.account)?.ok_or(Error::Missing)?;
    let first = credentials::find(tx, context.platform, made_for.id)?;
    let Some(first) = first.filter(|first| wallet.certificate.is_none() && first == made_for) else {
        return Ok(Vec::new());
    };
    wallets::certify(tx, context.platform, wallet.account, &certificates.wallet)?;
    let certificate = Some(certificates.credential.clone());
    credentials::update(tx, context.platform, &CredentialRecord { certificate, ..first })?;
    schedule_revocation(tx, context, certificates.marks.clone(), &wallet.account)?;
    Ok(certificates.marks.clone())
}

/// Returns the identity of a credential by code. The first credential of another kind brings its certificate
/// with it.
fn identity(credential: &CredentialRecord) -> Option<Identity> {
    let contact = credential.doc.nickname.clone();
    match credential.method {
        AuthMethodType::EmailOtp => Some(Identity::EmailOtp { address: contact }),
        AuthMethodType::SmsOtp => Some(Identity::SmsOtp { number: contact }),
        AuthMethodType::Oauth | AuthMethodType::Passkey => None,
    }
}
