//! The requests to the key service of the wallets.

use std::fmt;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{
    AuthMethodId, CustomerId, DelegatedKeyId, InternalAccountId, PlatformId, SessionId,
};
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::PublicKey;
use causeway_wallet_crypto::oidc::OidcError;
use causeway_wallet_crypto::otp::CodeFormat;
use futures_util::future::BoxFuture;
use uuid::Uuid;

use super::{Identity, NewDelegatedKey, StoredWalletKeys, WalletCertificates};
use crate::ports::MessageError;

/// The key service of the wallets. It trusts no database row: each call brings the certificates, and proof of
/// the caller's authorization.
pub trait WalletKeys: Send + Sync {
    /// Returns the public signing keys, or `None` if no key service is configured.
    fn public_keys(&self, environment: Environment) -> Option<&PublicKeys>;

    /// Creates a wallet together with its first credential.
    fn make_wallet(&self, request: NewWallet) -> BoxFuture<'_, Result<WalletCertificates, KeysError>>;

    /// Checks the signature and the validity period of an identity token.
    fn check_token(
        &self,
        environment: Environment,
        token: String,
        now: Time,
    ) -> BoxFuture<'_, Result<(), KeysError>>;

    /// Certifies a further credential, authorized by a session.
    fn certify_credential(&self, request: CertificationRequest) -> BoxFuture<'_, Result<String, KeysError>>;

    /// Certifies credentials with another contact, authorized by a session; returns the certificates in the
    /// order of the old ones.
    fn change_contact(&self, request: ContactChangeRequest) -> BoxFuture<'_, Result<Vec<String>, KeysError>>;

    /// Creates a one-time code and sends it.
    fn begin_otp(&self, request: OtpRequest) -> BoxFuture<'_, Result<SentOtp, KeysError>>;

    /// Decrypts a device's answer to a one-time code and checks the code.
    fn open_otp(&self, request: OtpAttempt) -> BoxFuture<'_, Result<OtpOutcome, KeysError>>;

    /// Opens a session, authorized by a proof of its credential.
    fn open_session(&self, request: SessionRequest) -> BoxFuture<'_, Result<OpenedSession, KeysError>>;

    /// Opens a session that follows another one, authorized by that one.
    fn refresh(&self, request: SessionRefreshRequest) -> BoxFuture<'_, Result<OpenedSession, KeysError>>;

    /// Encrypts the recovery phrase of a wallet to a device, authorized by a session.
    fn export(&self, request: WalletExportRequest) -> BoxFuture<'_, Result<String, KeysError>>;

    /// Creates the delegated key with this id for the wallet of a certificate (wallet 9). The key service
    /// requires no signature of the wallet; the caller that stores the key must obtain it before the key
    /// counts.
    fn make_delegated_key(
        &self,
        wallet: String,
        key: DelegatedKeyId,
    ) -> BoxFuture<'_, Result<NewDelegatedKey, KeysError>>;

    /// Signs for a pull with a delegated key; returns the signature in DER, as hexadecimal digits (cards
    /// 8.4).
    fn sign_pull(&self, request: PullSignatureRequest) -> BoxFuture<'_, Result<String, KeysError>>;

    /// Certifies and encrypts again, under the newest master key, all permanent data of a wallet.
    fn reencrypt(&self, stored_keys: StoredWalletKeys) -> BoxFuture<'_, Result<StoredWalletKeys, KeysError>>;

    /// Records permanently which certificates are revoked, and which wallets have their keys. Idempotent.
    fn revoke(&self, revoked: Vec<Uuid>) -> BoxFuture<'_, Result<(), KeysError>>;
}

/// The public signing keys of one environment, one for each of its master keys.
#[derive(Debug, Clone)]
pub struct PublicKeys {
    /// Keys that verify certificates, newest first.
    pub certificates: Vec<PublicKey>,
    /// Keys that verify bundles and verification tokens, oldest first: the first one signs, because
    /// integrators have configured it in the client libraries (wallet 2.4).
    pub bundles: Vec<PublicKey>,
}

/// A request to create a wallet.
#[derive(Debug, Clone)]
pub struct NewWallet {
    /// The environment, which determines the master key.
    pub environment: Environment,
    pub platform: PlatformId,
    pub customer: CustomerId,
    pub account: InternalAccountId,
    /// The organization id in signed payloads.
    pub organization_id: Uuid,
    /// The user id in signed payloads.
    pub user_id: Uuid,
    /// The wallet id in signed payloads.
    pub wallet_id: Uuid,
    /// The id of the first credential.
    pub credential: AuthMethodId,
    /// The identity of the first credential.
    pub identity: Identity,
}

/// A request to sign a pull.
#[derive(Debug, Clone)]
pub struct PullSignatureRequest {
    /// The wallet's certificate.
    pub wallet: String,
    pub key: DelegatedKeyId,
    /// The private key, as encrypted by the key service.
    pub encrypted: Vec<u8>,
    /// The message to sign.
    pub message: String,
}

/// The authorization of a request.
#[derive(Debug, Clone)]
pub struct Authority {
    /// The certificate of the session that has signed; `None` if the sandbox's fixed value replaces a stamp.
    pub session: Option<String>,
    /// The signed payload.
    pub payload: String,
    /// The signature, as it was sent.
    pub stamp: String,
    /// The current time on the platform's clock. In production, the key service uses its own clock.
    pub now: Time,
}

/// A request to certify a credential.
#[derive(Debug, Clone)]
pub struct CertificationRequest {
    /// The wallet's certificate.
    pub wallet: String,
    /// The id of the new credential.
    pub credential: AuthMethodId,
    /// The credential's identity, as requested.
    pub terms: CredentialTerms,
    pub authority: Authority,
}

/// The requested identity of a new credential, with all data in the payload of the request.
#[derive(Debug, Clone)]
pub enum CredentialTerms {
    /// An e-mail address or telephone number.
    Contact(Identity),
    /// An identity token, with the name of the login.
    Oauth {
        /// As it was sent.
        token: String,
        /// The display name of the login.
        name: String,
    },
    /// A passkey registration; all members as they were sent.
    Passkey {
        /// The display name of the passkey.
        name: String,
        /// The platform's challenge.
        challenge: String,
        credential_id: String,
        /// From the browser.
        client_data_json: String,
        /// From the authenticator.
        attestation_object: String,
        /// The transports that reach the authenticator.
        transports: Vec<String>,
    },
}

/// A request to change a contact.
#[derive(Debug, Clone)]
pub struct ContactChangeRequest {
    /// The certificate of the wallet whose payload was signed: the customer's oldest.
    pub wallet: String,
    /// Pairs of a wallet's certificate and the current certificate of its credential, for each credential
    /// that gets the new contact.
    pub credentials: Vec<(String, String)>,
    /// The new contact.
    pub identity: Identity,
    pub authority: Authority,
}

/// A request to create and send a one-time code.
#[derive(Debug, Clone)]
pub struct OtpRequest {
    /// The wallet's certificate.
    pub wallet: String,
    /// The credential's certificate, which names the recipient of the code.
    pub credential: String,
    pub format: CodeFormat,
    pub lifetime: Duration,
    /// The platform's name for itself in the message.
    pub app_name: Option<String>,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// A one-time code that was sent.
#[derive(Debug, Clone)]
pub struct SentOtp {
    /// Code and key, encrypted for the key service.
    pub encrypted: Vec<u8>,
    /// The key that the device encrypts to: `otpEncryptionTargetBundle` (wallet 2.4).
    pub bundle: String,
    /// The code is not valid from this instant on.
    pub expires_at: Time,
}

/// An attempt to use a one-time code.
#[derive(Debug, Clone)]
pub struct OtpAttempt {
    /// The wallet's certificate.
    pub wallet: String,
    /// The credential's certificate.
    pub credential: String,
    /// Code and key, as encrypted by the key service.
    pub encrypted: Vec<u8>,
    /// The device's answer: `encryptedOtpBundle` (wallet 2.5).
    pub bundle: String,
    /// The expiry of the token that is issued for a right code.
    pub token_expires_at: Time,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// The outcome of an attempt.
#[derive(Debug, Clone)]
pub enum OtpOutcome {
    /// The code was right: the token to be stamped (wallet 2.6), and the key that stamps it.
    Right {
        token: String,
        /// Compressed, in hexadecimal digits.
        key: String,
    },
    /// The code was wrong.
    Wrong,
    /// The code was right, but was already used for another key.
    Used,
    /// The bundle was encrypted for another code's key, or altered.
    Unopened,
    /// The bundle is malformed, or contains no code and key.
    Malformed,
}

/// A request to open a session.
#[derive(Debug, Clone)]
pub struct SessionRequest {
    /// The wallet's certificate.
    pub wallet: String,
    /// The credential's certificate.
    pub credential: String,
    pub proof: Proof,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// A proof that the user of a credential is present.
#[derive(Debug, Clone)]
pub enum Proof {
    /// A right one-time code: its token, stamped by the key in it, whose private half is on the device.
    Otp { token: String, stamp: String },
    /// An issuer's token about its user, for this key.
    Oauth {
        token: String,
        /// `clientPublicKey` as it was sent.
        client_public_key: String,
    },
    /// A passkey's answer to the challenge of a session for this key.
    Passkey {
        /// The preimage of the challenge.
        payload: String,
        /// `clientPublicKey` as it was sent with the challenge.
        client_public_key: String,
        credential_id: String,
        /// From the browser.
        client_data_json: String,
        /// From the authenticator.
        authenticator_data: String,
        /// By the passkey.
        signature: String,
        /// The counter after the passkey's last use.
        sign_count: u32,
    },
}

/// An opened session.
#[derive(Debug, Clone)]
pub struct OpenedSession {
    /// A hash of the proof, so that a replayed proof opens no other session.
    pub session: SessionId,
    pub certificate: String,
    /// The signing keys: compressed, in hexadecimal digits.
    pub keys: Vec<String>,
    /// The keys are not valid from this instant on.
    pub expires_at: Time,
    /// The key that was created here, encrypted to the device: `encryptedSessionSigningKey` (wallet 2.7).
    pub encrypted_key: Option<String>,
    /// The passkey's counter after this use.
    pub sign_count: Option<u32>,
}

/// A request for a session that follows another one.
#[derive(Debug, Clone)]
pub struct SessionRefreshRequest {
    /// The wallet's certificate.
    pub wallet: String,
    /// The certificate of the credential that opened the first session.
    pub credential: String,
    /// The preceding session.
    pub session: SessionId,
    /// `clientPublicKey` as it was sent.
    pub client_public_key: String,
    pub authority: Authority,
}

/// A request to export a recovery phrase.
#[derive(Debug, Clone)]
pub struct WalletExportRequest {
    /// The wallet's certificate.
    pub wallet: String,
    /// `clientPublicKey` as it was sent.
    pub client_public_key: String,
    /// `true` if the bundle is signed in the sandbox too.
    pub is_signed_in_sandbox: bool,
    pub authority: Authority,
}

/// The reason why the key service refuses a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeysError {
    /// A certificate is not the key service's own, or is revoked, or does not belong to the others.
    NotCertified,
    /// The signature does not cover the request, or is not by an authorized key.
    NotAuthorized,
    /// The user of the credential has not proven to be present; the reason, in the API's words.
    NotProven(&'static str),
    /// An identity token is refused.
    Token(OidcError),
    /// A field cannot be parsed.
    Malformed(&'static str),
    /// The code was not sent.
    NotSent(MessageError),
    /// This deployment has no key service.
    NotAvailable,
    /// The key service is temporarily unavailable.
    Unavailable(String),
}

impl fmt::Display for KeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCertified => f.write_str("a certificate of the wallet does not hold"),
            Self::NotAuthorized => f.write_str("the signature does not authorize this"),
            Self::NotProven(reason) => f.write_str(reason),
            Self::Token(error) => write!(f, "oidcToken: {error}"),
            Self::Malformed(field) => write!(f, "{field} cannot be read"),
            Self::NotSent(error) => write!(f, "{error}"),
            Self::NotAvailable => f.write_str("no wallet keys are configured"),
            Self::Unavailable(reason) => write!(f, "the key service of the wallets is unavailable: {reason}"),
        }
    }
}

impl std::error::Error for KeysError {}
