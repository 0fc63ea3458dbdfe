//! The account behind a wallet, and its credentials as they are asked for.

use causeway_domain::ids::{AuthMethodId, InternalAccountId};
use causeway_domain::internal_accounts::{InternalAccountStatus, InternalAccountType};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::wallets::WalletRecord;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::{Error, Tx, wallets};

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The account, whatever it is.
pub(super) fn find(
    tx: &mut Tx<'_>,
    context: &Context,
    id: InternalAccountId,
) -> Result<LockedAccount, ApiError> {
    internal_accounts::find(tx, context.platform, id)?.ok_or_else(errors::no_account)
}

/// Refuses an account that is no wallet.
pub(super) fn check_wallet(held: &LockedAccount, field: &str) -> Result<(), ApiError> {
    match held.account.account_type {
        InternalAccountType::EmbeddedWallet => Ok(()),
        InternalAccountType::Fiat | InternalAccountType::Crypto => Err(errors::no_wallet(field)),
    }
}

/// Refuses an account that is no wallet, or closed.
pub(super) fn check_open(held: &LockedAccount, field: &str) -> Result<(), ApiError> {
    check_wallet(held, field)?;
    let is_closed = held.account.doc.state.status() == InternalAccountStatus::Closed;
    if is_closed { Err(errors::no_wallet(field)) } else { Ok(()) }
}

/// A credential that is there, with its wallet.
pub(super) fn credential(
    tx: &mut Tx<'_>,
    context: &Context,
    id: AuthMethodId,
) -> Result<(CredentialRecord, WalletRecord), ApiError> {
    let found = credentials::find(tx, context.platform, id)?.ok_or_else(errors::no_credential)?;
    let wallet = wallets::lock(tx, context.platform, found.account)?.ok_or(Error::Missing)?;
    // It may have gone while the wallet was waited for.
    let found = credentials::find(tx, context.platform, id)?.ok_or_else(errors::no_credential)?;
    Ok((found, wallet))
}

/// What the keeper of the keys says of a credential and its wallet.
pub(super) fn certificates(
    credential: &CredentialRecord,
    wallet: &WalletRecord,
) -> Result<(String, String), ApiError> {
    let both = wallet.certificate.clone().zip(credential.certificate.clone());
    Ok(both.ok_or(Error::Missing)?)
}
