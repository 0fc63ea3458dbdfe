//! The adapter of a deployment without a key service: wallets can only receive.

use causeway_domain::Time;
use causeway_domain::ids::DelegatedKeyId;
use causeway_store::platforms::Environment;
use futures_util::future::{BoxFuture, ready};
use uuid::Uuid;

use super::{
    CertificationRequest, ContactChangeRequest, KeysError, NewDelegatedKey, NewWallet, OpenedSession,
    OtpAttempt, OtpOutcome, OtpRequest, PublicKeys, PullSignatureRequest, SentOtp, SessionRefreshRequest,
    SessionRequest, StoredWalletKeys, WalletCertificates, WalletExportRequest, WalletKeys,
};

/// The absent key service: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoWalletKeys;

fn not_available<T: Send + 'static>() -> BoxFuture<'static, Result<T, KeysError>> {
    Box::pin(ready(Err(KeysError::NotAvailable)))
}

impl WalletKeys for NoWalletKeys {
    fn public_keys(&self, _: Environment) -> Option<&PublicKeys> {
        None
    }

    fn make_wallet(&self, _: NewWallet) -> BoxFuture<'_, Result<WalletCertificates, KeysError>> {
        not_available()
    }

    fn check_token(&self, _: Environment, _: String, _: Time) -> BoxFuture<'_, Result<(), KeysError>> {
        not_available()
    }

    fn certify_credential(&self, _: CertificationRequest) -> BoxFuture<'_, Result<String, KeysError>> {
        not_available()
    }

    fn change_contact(&self, _: ContactChangeRequest) -> BoxFuture<'_, Result<Vec<String>, KeysError>> {
        not_available()
    }

    fn begin_otp(&self, _: OtpRequest) -> BoxFuture<'_, Result<SentOtp, KeysError>> {
        not_available()
    }

    fn open_otp(&self, _: OtpAttempt) -> BoxFuture<'_, Result<OtpOutcome, KeysError>> {
        not_available()
    }

    fn open_session(&self, _: SessionRequest) -> BoxFuture<'_, Result<OpenedSession, KeysError>> {
        not_available()
    }

    fn refresh(&self, _: SessionRefreshRequest) -> BoxFuture<'_, Result<OpenedSession, KeysError>> {
        not_available()
    }

    fn export(&self, _: WalletExportRequest) -> BoxFuture<'_, Result<String, KeysError>> {
        not_available()
    }

    fn make_delegated_key(
        &self,
        _: String,
        _: DelegatedKeyId,
    ) -> BoxFuture<'_, Result<NewDelegatedKey, KeysError>> {
        not_available()
    }

    fn sign_pull(&self, _: PullSignatureRequest) -> BoxFuture<'_, Result<String, KeysError>> {
        not_available()
    }

    fn reencrypt(&self, _: StoredWalletKeys) -> BoxFuture<'_, Result<StoredWalletKeys, KeysError>> {
        not_available()
    }

    fn revoke(&self, _: Vec<Uuid>) -> BoxFuture<'_, Result<(), KeysError>> {
        not_available()
    }
}
