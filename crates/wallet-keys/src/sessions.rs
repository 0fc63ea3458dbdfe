//! Opening of sessions.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_domain::Time;
use causeway_domain::ids::{Id, SessionId};
use causeway_service::ports::wallet_keys::{
    CredentialClaims, Identity, KeysError, OpenedSession, Proof, SandboxWallet, SessionClaims,
    SessionRefreshRequest, SessionRequest, WalletClaims,
};
use causeway_service::runtime::settings::WalletTimes;
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::oidc::{Clock, IdToken, OidcError, SignatureRule};
use causeway_wallet_crypto::payload::{Action, Payload, passkey_challenge};
use causeway_wallet_crypto::webauthn::{Assertion, CoseKey, RegisteredPasskey, RelyingParty};
use causeway_wallet_crypto::{ClientPublicKey, Failure, KeyForm, SessionKey, Stamp, VerificationToken};
use sha2::{Digest, Sha256};
use uuid::Builder;

use crate::LocalWalletKeys;
use crate::authority::is_recent;
use crate::environment::{EnvironmentKeys, key_failure};

/// The keys of a new session, and the encrypted private half of the one that was made here.
struct SessionKeys {
    keys: Vec<String>,
    encrypted_key: Option<String>,
}

impl LocalWalletKeys {
    /// Opens a session for a user who proves to own the credential.
    pub(crate) async fn open_proven_session(
        &self,
        wanted: SessionRequest,
    ) -> Result<OpenedSession, KeysError> {
        let (wallet, keys) = self.wallet(&wanted.wallet)?;
        let credential = self.credential(&wallet, keys, &wanted.credential)?;
        let now = self.now(keys, wanted.now);
        let mut sign_count = None;
        let (proof, made) = match &wanted.proof {
            Proof::Otp { token, stamp } => {
                let token = self.check_stamped_token(&wallet, &credential, token, stamp, now)?;
                let key = token.public_key.to_compressed_hex();
                (token.id.to_string(), SessionKeys { keys: vec![key], encrypted_key: None })
            }
            Proof::Oauth { token, client_public_key } => {
                let client = client_key(client_public_key)?;
                self.check_login(keys, &credential.identity, token, &client, now).await?;
                (format!("{token} {client_public_key}"), self.session_keys(&client)?)
            }
            Proof::Passkey { payload, client_public_key, .. } => {
                let client = client_key(client_public_key)?;
                sign_count = Some(self.check_passkey(&wallet, &credential.identity, &wanted.proof, now)?);
                (payload.clone(), self.session_keys(&client)?)
            }
        };
        let opened = self.open(keys, &credential, &proof, made, now)?;
        Ok(OpenedSession { sign_count, ..opened })
    }

    /// Opens a session on the authority of another one (refresh).
    pub(crate) fn open_following_session(
        &self,
        wanted: &SessionRefreshRequest,
    ) -> Result<OpenedSession, KeysError> {
        let (wallet, keys) = self.wallet(&wanted.wallet)?;
        let credential = self.credential(&wallet, keys, &wanted.credential)?;
        let client = client_key(&wanted.client_public_key)?;
        let action = Action::CreateSession { target_public_key: client.as_str() };
        let signed = self.authorize(keys, &wallet, &[&wallet], &wanted.authority, &action)?;
        let is_its_own = signed.is_none_or(|session| {
            session.session == wanted.session && session.credential == credential.credential
        });
        if !is_its_own {
            return Err(KeysError::NotAuthorized);
        }
        let made = match credential.identity {
            // The device has generated the key, as it did for the first session.
            Identity::EmailOtp { .. } | Identity::SmsOtp { .. } => {
                SessionKeys { keys: vec![client.key().to_compressed_hex()], encrypted_key: None }
            }
            Identity::Oauth { .. } | Identity::Passkey { .. } => self.session_keys(&client)?,
        };
        let now = self.now(keys, wanted.authority.now);
        self.open(keys, &credential, &wanted.authority.payload, made, now)
    }

    fn open(
        &self,
        keys: &EnvironmentKeys,
        credential: &CredentialClaims,
        proof: &str,
        made: SessionKeys,
        now: Time,
    ) -> Result<OpenedSession, KeysError> {
        let session = session_of(credential, proof);
        if self.is_revoked(session.uuid())? {
            return Err(KeysError::NotCertified);
        }
        let expires_at = now.plus(Duration::from_secs(self.times.session.into()));
        let claims = SessionClaims {
            account: credential.account,
            credential: credential.credential,
            session,
            keys: made.keys.clone(),
            expires_at,
        };
        let certificate = keys.certify(&claims)?;
        Ok(OpenedSession {
            session,
            certificate,
            keys: made.keys,
            expires_at,
            encrypted_key: made.encrypted_key,
            sign_count: None,
        })
    }

    /// Returns the verification token of a correct code, which the token's key must have stamped.
    fn check_stamped_token(
        &self,
        wallet: &WalletClaims,
        credential: &CredentialClaims,
        token: &str,
        stamp: &str,
        now: Time,
    ) -> Result<VerificationToken, KeysError> {
        let read = self.token(wallet, &credential.identity, token, now)?;
        if !SandboxWallet::of(wallet).is_some_and(|sandbox| sandbox.accepts_stamp(stamp)) {
            let stamp = Stamp::parse(stamp).map_err(|_| KeysError::NotAuthorized)?;
            stamp.authorise(&[read.public_key], token).map_err(|_| KeysError::NotAuthorized)?;
        }
        Ok(read)
    }

    /// Generates a session key, encrypted to the device. The device's own key is added in the client-held
    /// flow (wallet 1).
    fn session_keys(&self, client: &ClientPublicKey) -> Result<SessionKeys, KeysError> {
        let fresh = SessionKey::derive(self.ids.bytes::<32>()).map_err(|_| key_failure())?;
        let encrypted_key = fresh.seal(client.key(), self.ids.bytes::<32>()).map_err(|_| key_failure())?;
        let mut keys = vec![fresh.public_key().to_compressed_hex()];
        if client.form() == KeyForm::Compressed {
            keys.push(client.key().to_compressed_hex());
        }
        Ok(SessionKeys { keys, encrypted_key: Some(encrypted_key) })
    }

    async fn check_login(
        &self,
        keys: &EnvironmentKeys,
        identity: &Identity,
        token: &str,
        client: &ClientPublicKey,
        now: Time,
    ) -> Result<(), KeysError> {
        let Identity::Oauth { issuer, audience, subject } = identity else {
            return Err(KeysError::NotCertified);
        };
        let read = IdToken::parse(token).map_err(KeysError::Token)?;
        let own = causeway_wallet_crypto::oidc::Identity {
            issuer: issuer.clone(),
            audience: audience.clone(),
            subject: subject.clone(),
        };
        let check = |rule: SignatureRule<'_>, clock: &Clock| read.check_login(rule, clock, &own, client);
        self.check_by(keys, issuer, now, &check).await
    }

    /// Checks signature and times of an identity token.
    pub(crate) async fn check_token_times(
        &self,
        keys: &EnvironmentKeys,
        token: &IdToken,
        now: Time,
    ) -> Result<(), KeysError> {
        let check = |rule: SignatureRule<'_>, clock: &Clock| token.check(rule, clock);
        self.check_by(keys, &token.identity().issuer, now, &check).await
    }

    /// Runs a check with the signature rule and the clock of the environment. If the key is unknown, the
    /// issuer's keys are fetched once more, because it may just have published it.
    async fn check_by(
        &self,
        keys: &EnvironmentKeys,
        issuer: &str,
        now: Time,
        check: &(dyn Fn(SignatureRule<'_>, &Clock) -> Result<(), OidcError> + Sync),
    ) -> Result<(), KeysError> {
        let clock = token_clock(self.times, keys.environment, now);
        if keys.environment == Environment::Sandbox {
            return check(SignatureRule::Ignored, &clock).map_err(KeysError::Token);
        }
        let unavailable = |error: causeway_service::ports::KeySetError| KeysError::Unavailable(error.0);
        let known = self.key_sets.of(issuer, false).await.map_err(unavailable)?;
        match check(SignatureRule::By(&known), &clock) {
            Err(OidcError::UnknownKey) => {
                let fresh = self.key_sets.of(issuer, true).await.map_err(unavailable)?;
                check(SignatureRule::By(&fresh), &clock).map_err(KeysError::Token)
            }
            checked => checked.map_err(KeysError::Token),
        }
    }

    /// Checks that a passkey answered the challenge of a session for this key, and returns its new counter.
    fn check_passkey(
        &self,
        wallet: &WalletClaims,
        identity: &Identity,
        proof: &Proof,
        now: Time,
    ) -> Result<u32, KeysError> {
        let Proof::Passkey {
            payload,
            client_public_key,
            credential_id,
            client_data_json,
            authenticator_data,
            signature,
            sign_count,
        } = proof
        else {
            return Err(KeysError::NotAuthorized);
        };
        let action = Action::CreateSession { target_public_key: client_public_key };
        let organization = wallet.organization_id.to_string();
        let issued = Payload::issued_at(payload, &organization, &action).ok_or(KeysError::NotAuthorized)?;
        if !is_recent(issued, now) {
            return Err(KeysError::NotAuthorized);
        }
        if SandboxWallet::of(wallet).is_some_and(|sandbox| sandbox.accepts_passkey_signature(signature)) {
            return Ok(*sign_count);
        }
        let Identity::Passkey { credential_id: own_id, key, rp_id_hash, rp_id, origin } = identity else {
            return Err(KeysError::NotCertified);
        };
        let own_id = bytes(own_id)?;
        let key = CoseKey::parse(&bytes(key)?).ok_or(KeysError::NotCertified)?;
        let id_hash = <[u8; 32]>::try_from(bytes(rp_id_hash)?).map_err(|_| KeysError::NotCertified)?;
        let relying_party = RelyingParty { id_hash, id: rp_id.clone() };
        let passkey = RegisteredPasskey {
            credential_id: &own_id,
            key: &key,
            sign_count: *sign_count,
            relying_party: &relying_party,
            origin,
        };
        let assertion = Assertion { credential_id, client_data_json, authenticator_data, signature };
        assertion.check(&passkey, passkey_challenge(payload)).map_err(|error| match error.failure() {
            Failure::Unauthorized(reason) => KeysError::NotProven(reason),
            _ => KeysError::Malformed("assertion"),
        })
    }
}

/// Returns the clock for checking identity tokens (wallet 4.6). An issuer's clock may be ahead by the skew.
/// In the sandbox a token may also be older by the skew.
fn token_clock(times: WalletTimes, environment: Environment, now: Time) -> Clock {
    let behind = match environment {
        Environment::Sandbox => times.token_skew,
        Environment::Production => 0,
    };
    Clock {
        now_ms: now.millis(),
        oldest_seconds: times.token_age.saturating_add(behind),
        ahead_seconds: times.token_skew,
    }
}

fn client_key(text: &str) -> Result<ClientPublicKey, KeysError> {
    ClientPublicKey::parse(text).map_err(|_| KeysError::Malformed("clientPublicKey"))
}

fn bytes(text: &str) -> Result<Vec<u8>, KeysError> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| KeysError::NotCertified)
}

/// Returns the session opened by a proof. The same proof always gives the same session.
fn session_of(credential: &CredentialClaims, proof: &str) -> SessionId {
    let digest =
        Sha256::new().chain_update(credential.credential.uuid().as_bytes()).chain_update(proof).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    SessionId::from_uuid(Builder::from_custom_bytes(bytes).into_uuid())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_775_681_700;

    /// Checks a token with these times, in seconds since 1970.
    fn check(skew: u32, environment: Environment, issued_at: i64, expires_at: i64) -> Result<(), OidcError> {
        let claims = format!(
            r#"{{"iss":"https://accounts.google.com","aud":"app","sub":"me","iat":{issued_at},"exp":{expires_at}}}"#
        );
        let token = format!("{}.{}.x", URL_SAFE_NO_PAD.encode("{}"), URL_SAFE_NO_PAD.encode(claims));
        let times = WalletTimes { token_skew: skew, ..WalletTimes::default() };
        let clock = token_clock(times, environment, Time::from_millis(NOW * 1000));
        IdToken::parse(&token)?.check(SignatureRule::Ignored, &clock)
    }

    #[test]
    fn the_skew_is_how_far_ahead_a_token_may_be_and_in_the_sandbox_how_much_older() {
        for skew in [0, 5, 17, 60] {
            let ahead = NOW + i64::from(skew);
            for environment in [Environment::Sandbox, Environment::Production] {
                let behind = if environment == Environment::Sandbox { i64::from(skew) } else { 0 };
                let oldest = NOW - 60 - behind;
                let check = |issued_at, expires_at| check(skew, environment, issued_at, expires_at);
                assert_eq!(check(ahead, NOW + 600), Ok(()), "{skew} {environment:?}");
                assert_eq!(
                    check(ahead + 1, NOW + 600),
                    Err(OidcError::IssuedInFuture),
                    "{skew} {environment:?}"
                );
                assert_eq!(check(oldest, NOW + 600), Ok(()), "{skew} {environment:?}");
                assert_eq!(check(oldest - 1, NOW + 600), Err(OidcError::TooOld), "{skew} {environment:?}");
                assert_eq!(check(NOW, NOW + 1), Ok(()), "{skew} {environment:?}");
                assert_eq!(
                    check(NOW, NOW),
                    Err(OidcError::Expired),
                    "{skew} {environment:?}: no skew for the expiry"
                );
            }
        }
    }
}
