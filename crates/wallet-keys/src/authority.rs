//! Authority for an action: a recent stamp by a session's key over a payload for exactly this action.

use causeway_domain::Time;
use causeway_domain::ids::Id;
use causeway_domain::wallets::{REQUEST_AHEAD, REQUEST_LIFETIME};
use causeway_service::ports::wallet_keys::{
    Authority, KeysError, SandboxWallet, SessionClaims, WalletClaims,
};
use causeway_wallet_crypto::payload::{Action, Payload};
use causeway_wallet_crypto::{PublicKey, Stamp};

use crate::LocalWalletKeys;
use crate::environment::EnvironmentKeys;

impl LocalWalletKeys {
    /// Checks that a session of one of these wallets has signed `action` on `wallet`. Returns the session, or
    /// `None` if the sandbox's literal was sent as the signature.
    pub(crate) fn authorize(
        &self,
        keys: &EnvironmentKeys,
        wallet: &WalletClaims,
        signers: &[&WalletClaims],
        authority: &Authority,
        action: &Action<'_>,
    ) -> Result<Option<SessionClaims>, KeysError> {
        let now = self.now(keys, authority.now);
        let organization = wallet.organization_id.to_string();
        let issued = Payload::issued_at(&authority.payload, &organization, action);
        let is_asked_for = issued.is_some_and(|at| is_recent(at, now));
        if !is_asked_for {
            return Err(KeysError::NotAuthorized);
        }
        if SandboxWallet::of(wallet).is_some_and(|sandbox| sandbox.accepts_stamp(&authority.stamp)) {
            return Ok(None);
        }
        let session = authority.session.as_deref().ok_or(KeysError::NotAuthorized)?;
        let session = self.session(keys, signers, session, now)?;
        let allowed: Vec<PublicKey> =
            session.keys.iter().filter_map(|key| PublicKey::from_hex(key).ok()).collect();
        let stamp = Stamp::parse(&authority.stamp).map_err(|_| KeysError::NotAuthorized)?;
        let is_signed = stamp.authorise(&allowed, &authority.payload).is_ok();
        if is_signed {
            return Ok(Some(session));
        }
        Err(KeysError::NotAuthorized)
    }

    /// Returns the session of a certificate. It must belong to one of these wallets and be active.
    fn session(
        &self,
        keys: &EnvironmentKeys,
        wallets: &[&WalletClaims],
        certificate: &str,
        now: Time,
    ) -> Result<SessionClaims, KeysError> {
        let found: SessionClaims = keys.read(certificate).ok_or(KeysError::NotCertified)?;
        let is_of_signers = wallets.iter().any(|wallet| wallet.account == found.account);
        let is_revoked =
            self.is_revoked(found.session.uuid())? || self.is_revoked(found.credential.uuid())?;
        let is_over = now >= found.expires_at;
        if !is_of_signers || is_revoked || is_over {
            return Err(KeysError::NotCertified);
        }
        Ok(found)
    }
}

/// Returns `true` if a payload issued at this time may still be signed and is not from the future.
pub(crate) fn is_recent(issued_ms: u64, now: Time) -> bool {
    let Ok(issued) = i64::try_from(issued_ms).map(Time::from_millis) else { return false };
    issued <= now.plus(REQUEST_AHEAD) && now < issued.plus(REQUEST_LIFETIME).plus(REQUEST_AHEAD)
}
