//! Look-up of a wallet's account and its credentials.

use causeway_domain::ids::{AuthMethodId, InternalAccountId};
use causeway_domain::internal_accounts::{InternalAccountStatus, InternalAccountType};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::wallets::WalletRecord;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::{Error, Tx, wallets};

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns the account, of any type.
pub(super) fn find(
    tx: &mut Tx<'_>,
    context: &Context,
    id: InternalAccountId,
) -> Result<LockedAccount, ApiError> {
    internal_accounts::find(tx, context.platform, id)?.ok_or_else(errors::no_account)
}

/// Checks that the account is a wallet.
pub(super) fn check_wallet(account: &LockedAccount, field: &str) -> Result<(), ApiError> {
    match account.account.account_type {
        InternalAccountType::EmbeddedWallet => Ok(()),
        InternalAccountType::Fiat | InternalAccountType::Crypto => Err(errors::no_wallet(field)),
    }
}

/// Checks that the account is a wallet and not closed.
pub(super) fn check_open(account: &LockedAccount, field: &str) -> Result<(), ApiError> {
    check_wallet(account, field)?;
    let is_closed = account.account.doc.state.status() == InternalAccountStatus::Closed;
    if is_closed { Err(errors::no_wallet(field)) } else { Ok(()) }
}

/// Locks the wallet of an existing credential, and returns both.
pub(super) fn credential(
    tx: &mut Tx<'_>,
    context: &Context,
    id: AuthMethodId,
) -> Result<(CredentialRecord, WalletRecord), ApiError> {
    let found = credentials::find(tx, context.platform, id)?.ok_or_else(errors::no_credential)?;
    let wallet = wallets::lock(tx, context.platform, found.account)?.ok_or(Error::Missing)?;
    // The credential may have been removed while this call waited for the wallet's lock.
    let found = credentials::find(tx, context.platform, id)?.ok_or_else(errors::no_credential)?;
    Ok((found, wallet))
}

/// Returns the certificates of the wallet and of the credential.
pub(super) fn certificates(
    credential: &CredentialRecord,
    wallet: &WalletRecord,
) -> Result<(String, String), ApiError> {
    let both = wallet.certificate.clone().zip(credential.certificate.clone());
    Ok(both.ok_or(Error::Missing)?)
}
