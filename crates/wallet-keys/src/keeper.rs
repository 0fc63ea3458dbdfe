//! The keeper: what it holds, and what it is asked.

use std::fmt;
use std::sync::Arc;

use causeway_domain::ids::{DelegatedKeyId, Id};
use causeway_domain::{Clock, Ids, Time};
use causeway_service::ports::wallet_keys::{
    BeginOtp, CertifyCredential, ChangeContact, CredentialClaims, DelegatedKeyMade, Export, Kept, KeysError,
    NewWallet, OpenOtp, OpenSession, OpenedOtp, OpenedSession, OtpBegun, PublicKeys, Refresh, SignPull,
    WalletCertificates, WalletClaims, WalletKeys, certificate_id,
};
use causeway_service::ports::{KeySets, Messages};
use causeway_service::runtime::settings::WalletTimes;
use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::platforms::Environment;
use futures_util::future::{BoxFuture, FutureExt, ready};
use uuid::Uuid;

use crate::environment::EnvironmentKeys;
use crate::{CodeMarks, MasterKeys};

/// The keeper of the wallets' keys, within the process.
pub struct LocalWalletKeys {
    sandbox: EnvironmentKeys,
    production: EnvironmentKeys,
    tombstones: Arc<Tombstones>,
    /// Which codes were used, and how often codes were wrong.
    pub(crate) codes: CodeMarks,
    pub(crate) clock: Clock,
    /// Who sends codes in production; in the sandbox nothing is sent.
    pub(crate) messages: Arc<dyn Messages>,
    /// The keys of issuers of identity tokens.
    pub(crate) key_sets: Arc<dyn KeySets>,
    pub(crate) ids: Ids,
    pub(crate) times: WalletTimes,
}

/// What the keeper is made of.
pub struct Parts {
    /// Its master keys.
    pub keys: MasterKeys,
    /// What was revoked.
    pub tombstones: Arc<Tombstones>,
    /// Which one-time codes were used, and how often codes were wrong.
    pub codes: CodeMarks,
    /// Who sends codes in production.
    pub messages: Arc<dyn Messages>,
    /// The keys of issuers of identity tokens.
    pub key_sets: Arc<dyn KeySets>,
    /// The wall clock.
    pub clock: Clock,
    /// The source of random bytes.
    pub ids: Ids,
    /// How long it believes who signs in.
    pub times: WalletTimes,
}

impl LocalWalletKeys {
    /// Puts the keeper together.
    ///
    /// # Errors
    /// [`KeysError::Unavailable`] for a master key that yields no key, which none does.
    pub fn new(parts: Parts) -> Result<Self, KeysError> {
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

    /// Now: the clocks of sandbox platforms are moved by hand, so their word is taken; in production it is not.
    pub(crate) fn now(&self, keys: &EnvironmentKeys, given: Time) -> Time {
        match keys.environment {
            Environment::Sandbox => given,
            Environment::Production => self.clock.now(),
        }
    }

    /// The wallet of a certificate, and the keys that it is under.
    pub(crate) fn wallet(&self, certificate: &str) -> Result<(WalletClaims, &EnvironmentKeys), KeysError> {
        let found = [&self.sandbox, &self.production].into_iter().find_map(|keys| {
            let wallet: WalletClaims = keys.read(certificate)?;
            (wallet.environment == keys.environment).then_some((wallet, keys))
        });
        found.ok_or(KeysError::NotCertified)
    }

    /// The credential of a certificate, which must be one of this wallet that is not revoked.
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

    /// Whether this was revoked, by whichever process.
    pub(crate) fn is_revoked(&self, id: Uuid) -> Result<bool, KeysError> {
        self.is_known(id)
    }

    /// Whether this was taken in for good, by whichever process.
    pub(crate) fn is_known(&self, id: Uuid) -> Result<bool, KeysError> {
        self.tombstones.refresh().map_err(|fault| KeysError::Unavailable(fault.to_string()))?;
        Ok(self.tombstones.has(id))
    }
}

impl WalletKeys for LocalWalletKeys {
    fn public_keys(&self, environment: Environment) -> Option<&PublicKeys> {
        Some(&self.keys(environment).public)
    }

    fn make_wallet(&self, wanted: NewWallet) -> BoxFuture<'_, Result<WalletCertificates, KeysError>> {
        ready(self.make(&wanted)).boxed()
    }

    fn check_token(
        &self,
        environment: Environment,
        token: String,
        now: Time,
    ) -> BoxFuture<'_, Result<(), KeysError>> {
        self.check_new_token(environment, token, now).boxed()
    }

    fn certify_credential(&self, wanted: CertifyCredential) -> BoxFuture<'_, Result<String, KeysError>> {
        self.add_credential(wanted).boxed()
    }

    fn change_contact(&self, wanted: ChangeContact) -> BoxFuture<'_, Result<Vec<String>, KeysError>> {
        ready(self.replace_contact(&wanted)).boxed()
    }

    fn begin_otp(&self, wanted: BeginOtp) -> BoxFuture<'_, Result<OtpBegun, KeysError>> {
        self.send_otp(wanted).boxed()
    }

    fn open_otp(&self, wanted: OpenOtp) -> BoxFuture<'_, Result<OpenedOtp, KeysError>> {
        ready(self.try_otp(&wanted)).boxed()
    }

    fn open_session(&self, wanted: OpenSession) -> BoxFuture<'_, Result<OpenedSession, KeysError>> {
        self.prove(wanted).boxed()
    }

    fn refresh(&self, wanted: Refresh) -> BoxFuture<'_, Result<OpenedSession, KeysError>> {
        ready(self.follow(&wanted)).boxed()
    }

    fn export(&self, wanted: Export) -> BoxFuture<'_, Result<String, KeysError>> {
        ready(self.seal_words(&wanted)).boxed()
    }

    fn make_delegated_key(
        &self,
        wallet: String,
        key: DelegatedKeyId,
    ) -> BoxFuture<'_, Result<DelegatedKeyMade, KeysError>> {
        ready(self.draw_delegated_key(&wallet, key)).boxed()
    }

    fn sign_pull(&self, wanted: SignPull) -> BoxFuture<'_, Result<String, KeysError>> {
        ready(self.sign_for_pull(&wanted)).boxed()
    }

    fn reseal(&self, kept: Kept) -> BoxFuture<'_, Result<Kept, KeysError>> {
        ready(self.seal_anew(&kept)).boxed()
    }

    fn revoke(&self, revoked: Vec<Uuid>) -> BoxFuture<'_, Result<(), KeysError>> {
        let added = self.tombstones.add(&revoked);
        ready(added.map_err(|fault| KeysError::Unavailable(fault.to_string()))).boxed()
    }
}

impl fmt::Debug for LocalWalletKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LocalWalletKeys(…)")
    }
}
