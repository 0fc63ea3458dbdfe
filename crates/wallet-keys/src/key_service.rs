//! Key service of the wallets: its state and its calls.

use std::fmt;
use std::sync::Arc;

use causeway_domain::ids::{DelegatedKeyId, Id};
use causeway_domain::{Clock, Ids, Time};
use causeway_service::ports::wallet_keys::{
    CertificationRequest, ContactChangeRequest, CredentialClaims, KeysError, NewDelegatedKey, NewWallet,
    OpenedSession, OtpAttempt, OtpOutcome, OtpRequest, PublicKeys, PullSignatureRequest, SentOtp,
    SessionRefreshRequest, SessionRequest, StoredWalletKeys, WalletCertificates, WalletClaims,
    WalletExportRequest, WalletKeys, certificate_id,
};
use causeway_service::ports::{KeySets, Messages};
use causeway_service::runtime::settings::WalletTimes;
use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::platforms::Environment;
use futures_util::future::{BoxFuture, FutureExt, ready};
use uuid::Uuid;

use crate::environment::EnvironmentKeys;
use crate::{CodeMarks, MasterKeys};

/// The key service of the wallets, within the process.
pub struct LocalWalletKeys {
    sandbox: EnvironmentKeys,
    production: EnvironmentKeys,
    tombstones: Arc<Tombstones>,
    /// Marks of used codes and of wrong attempts.
    pub(crate) codes: CodeMarks,
    pub(crate) clock: Clock,
    /// Sends codes in production. Nothing is sent in the sandbox.
    pub(crate) messages: Arc<dyn Messages>,
    /// Public keys of the issuers of identity tokens.
    pub(crate) key_sets: Arc<dyn KeySets>,
    pub(crate) ids: Ids,
    pub(crate) times: WalletTimes,
}

/// The parts of a key service.
pub struct KeyServiceParts {
    pub keys: MasterKeys,
    /// Log of revoked ids.
    pub tombstones: Arc<Tombstones>,
    /// Marks of used codes and of wrong attempts.
    pub codes: CodeMarks,
    /// Sends codes in production.
    pub messages: Arc<dyn Messages>,
    /// Public keys of the issuers of identity tokens.
    pub key_sets: Arc<dyn KeySets>,
    /// Wall clock.
    pub clock: Clock,
    /// Source of random bytes.
    pub ids: Ids,
    /// Lifetime of sessions and tolerances for identity tokens.
    pub times: WalletTimes,
}

impl LocalWalletKeys {
    /// Builds a key service from its parts.
    ///
    /// # Errors
    /// [`KeysError::Unavailable`] if a master key yields no key, which does not happen.
    pub fn new(parts: KeyServiceParts) -> Result<Self, KeysError> {
        Ok(Self {
            sandbox: EnvironmentKeys::of(Environment::Sandbox, &parts.keys)?,
            production: EnvironmentKeys::of(Environment::Production, &parts.keys)?,
            tombstones: parts.tombstones,
            codes: parts.codes,
            clock: parts.clock,
            messages: parts.messages,
            key_sets: parts.key_sets,
            ids: parts.ids,
            times: parts.times,
        })
    }

    pub(crate) const fn keys(&self, environment: Environment) -> &EnvironmentKeys {
        match environment {
            Environment::Sandbox => &self.sandbox,
            Environment::Production => &self.production,
        }
    }

    /// Returns the current time: `given` in the sandbox, where platforms set their clock by hand, and the
    /// wall clock in production.
    pub(crate) fn now(&self, keys: &EnvironmentKeys, given: Time) -> Time {
        match keys.environment {
            Environment::Sandbox => given,
            Environment::Production => self.clock.now(),
        }
    }

    /// Returns the wallet of a certificate, and the keys of its environment.
    pub(crate) fn wallet(&self, certificate: &str) -> Result<(WalletClaims, &EnvironmentKeys), KeysError> {
        let found = [&self.sandbox, &self.production].into_iter().find_map(|keys| {
            let wallet: WalletClaims = keys.read(certificate)?;
            (wallet.environment == keys.environment).then_some((wallet, keys))
        });
        found.ok_or(KeysError::NotCertified)
    }

    /// Returns the credential of a certificate. It must belong to this wallet and not be revoked.
    pub(crate) fn credential(
        &self,
        wallet: &WalletClaims,
        keys: &EnvironmentKeys,
        certificate: &str,
    ) -> Result<CredentialClaims, KeysError> {
        let found: CredentialClaims = keys.read(certificate).ok_or(KeysError::NotCertified)?;
        let is_revoked =
            self.is_revoked(found.credential.uuid())? || self.is_revoked(certificate_id(certificate))?;
        if is_revoked || found.account != wallet.account {
            return Err(KeysError::NotCertified);
        }
        Ok(found)
    }

    /// Returns `true` if any process has revoked this id.
    pub(crate) fn is_revoked(&self, id: Uuid) -> Result<bool, KeysError> {
        self.is_recorded(id)
    }

    /// Returns `true` if any process has recorded this id in the tombstone log.
    pub(crate) fn is_recorded(&self, id: Uuid) -> Result<bool, KeysError> {
        self.tombstones.refresh().map_err(|error| KeysError::Unavailable(error.to_string()))?;
        Ok(self.tombstones.has(id))
    }
}

impl WalletKeys for LocalWalletKeys {
    fn public_keys(&self, environment: Environment) -> Option<&PublicKeys> {
        Some(&self.keys(environment).public)
    }

    fn make_wallet(&self, wanted: NewWallet) -> BoxFuture<'_, Result<WalletCertificates, KeysError>> {
        ready(self.create_wallet(&wanted)).boxed()
    }

    fn check_token(
        &self,
        environment: Environment,
        token: String,
        now: Time,
    ) -> BoxFuture<'_, Result<(), KeysError>> {
        self.check_new_token(environment, token, now).boxed()
    }

    fn certify_credential(&self, wanted: CertificationRequest) -> BoxFuture<'_, Result<String, KeysError>> {
        self.add_credential(wanted).boxed()
    }

    fn change_contact(&self, wanted: ContactChangeRequest) -> BoxFuture<'_, Result<Vec<String>, KeysError>> {
        ready(self.replace_contact(&wanted)).boxed()
    }

    fn begin_otp(&self, wanted: OtpRequest) -> BoxFuture<'_, Result<SentOtp, KeysError>> {
        self.send_otp(wanted).boxed()
    }

    fn open_otp(&self, wanted: OtpAttempt) -> BoxFuture<'_, Result<OtpOutcome, KeysError>> {
        ready(self.try_otp(&wanted)).boxed()
    }

    fn open_session(&self, wanted: SessionRequest) -> BoxFuture<'_, Result<OpenedSession, KeysError>> {
        self.open_proven_session(wanted).boxed()
    }

    fn refresh(&self, wanted: SessionRefreshRequest) -> BoxFuture<'_, Result<OpenedSession, KeysError>> {
        ready(self.open_following_session(&wanted)).boxed()
    }

    fn export(&self, wanted: WalletExportRequest) -> BoxFuture<'_, Result<String, KeysError>> {
        ready(self.export_mnemonic(&wanted)).boxed()
    }

    fn make_delegated_key(
        &self,
        wallet: String,
        key: DelegatedKeyId,
    ) -> BoxFuture<'_, Result<NewDelegatedKey, KeysError>> {
        ready(self.generate_delegated_key(&wallet, key)).boxed()
    }

    fn sign_pull(&self, wanted: PullSignatureRequest) -> BoxFuture<'_, Result<String, KeysError>> {
        ready(self.sign_pull_message(&wanted)).boxed()
    }

    fn reencrypt(&self, kept: StoredWalletKeys) -> BoxFuture<'_, Result<StoredWalletKeys, KeysError>> {
        ready(self.reencrypt_wallet(&kept)).boxed()
    }

    fn revoke(&self, revoked: Vec<Uuid>) -> BoxFuture<'_, Result<(), KeysError>> {
        let added = self.tombstones.add(&revoked);
        ready(added.map_err(|error| KeysError::Unavailable(error.to_string()))).boxed()
    }
}

impl fmt::Debug for LocalWalletKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LocalWalletKeys(…)")
    }
}
