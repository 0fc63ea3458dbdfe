//! Nobody keeps keys of wallets: they receive, and nothing else.

use causeway_domain::Time;
use causeway_domain::ids::DelegatedKeyId;
use causeway_store::platforms::Environment;
use futures_util::future::{BoxFuture, ready};
use uuid::Uuid;

use super::{
    BeginOtp, CertifyCredential, ChangeContact, DelegatedKeyMade, Export, Kept, KeysError, NewWallet,
    OpenOtp, OpenSession, OpenedOtp, OpenedSession, OtpBegun, PublicKeys, Refresh, SignPull,
    WalletCertificates, WalletKeys,
};

/// Nobody keeps keys of wallets: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoWalletKeys;

/// What is always answered.
fn nobody<T: Send + 'static>() -> BoxFuture<'static, Result<T, KeysError>> {
    Box::pin(ready(Err(KeysError::NotAvailable)))
}

impl WalletKeys for NoWalletKeys {
    fn public_keys(&self, _: Environment) -> Option<&PublicKeys> {
        None
    }

    fn make_wallet(&self, _: NewWallet) -> BoxFuture<'_, Result<WalletCertificates, KeysError>> {
        nobody()
    }

    fn check_token(&self, _: Environment, _: String, _: Time) -> BoxFuture<'_, Result<(), KeysError>> {
        nobody()
    }

    fn certify_credential(&self, _: CertifyCredential) -> BoxFuture<'_, Result<String, KeysError>> {
        nobody()
    }

    fn change_contact(&self, _: ChangeContact) -> BoxFuture<'_, Result<Vec<String>, KeysError>> {
        nobody()
    }

    fn begin_otp(&self, _: BeginOtp) -> BoxFuture<'_, Result<OtpBegun, KeysError>> {
        nobody()
    }

    fn open_otp(&self, _: OpenOtp) -> BoxFuture<'_, Result<OpenedOtp, KeysError>> {
        nobody()
    }

    fn open_session(&self, _: OpenSession) -> BoxFuture<'_, Result<OpenedSession, KeysError>> {
        nobody()
    }

    fn refresh(&self, _: Refresh) -> BoxFuture<'_, Result<OpenedSession, KeysError>> {
        nobody()
    }

    fn export(&self, _: Export) -> BoxFuture<'_, Result<String, KeysError>> {
        nobody()
    }

    fn make_delegated_key(
        &self,
        _: String,
        _: DelegatedKeyId,
    ) -> BoxFuture<'_, Result<DelegatedKeyMade, KeysError>> {
        nobody()
    }

    fn sign_pull(&self, _: SignPull) -> BoxFuture<'_, Result<String, KeysError>> {
        nobody()
    }

    fn reseal(&self, _: Kept) -> BoxFuture<'_, Result<Kept, KeysError>> {
        nobody()
    }

    fn revoke(&self, _: Vec<Uuid>) -> BoxFuture<'_, Result<(), KeysError>> {
        nobody()
    }
}
