//! What is asked of the keeper of the wallets' keys.

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

use super::{DelegatedKeyMade, Identity, Kept, WalletCertificates};
use crate::ports::MessageError;

/// The keeper of the wallets' keys. It believes no row: each call brings the certificates, and the proof that somebody may ask
/// for it.
pub trait WalletKeys: Send + Sync {
    /// The public halves of what it signs with; none where nobody keeps keys.
    fn public_keys(&self, environment: Environment) -> Option<&PublicKeys>;

    /// Makes a wallet together with its first credential.
    fn make_wallet(&self, wanted: NewWallet) -> BoxFuture<'_, Result<WalletCertificates, KeysError>>;

    /// Checks the signature and the times of an identity token.
    fn check_token(
        &self,
        environment: Environment,
        token: String,
        now: Time,
    ) -> BoxFuture<'_, Result<(), KeysError>>;

    /// Certifies a further credential, by the word of a session.
    fn certify_credential(&self, wanted: CertifyCredential) -> BoxFuture<'_, Result<String, KeysError>>;

    /// Certifies credentials with another contact, by the word of a session; in the order of their certificates.
    fn change_contact(&self, wanted: ChangeContact) -> BoxFuture<'_, Result<Vec<String>, KeysError>>;

    /// Makes a one-time code and sends it.
    fn begin_otp(&self, wanted: BeginOtp) -> BoxFuture<'_, Result<OtpBegun, KeysError>>;

    /// Opens what a device has sent for a one-time code.
    fn open_otp(&self, wanted: OpenOtp) -> BoxFuture<'_, Result<OpenedOtp, KeysError>>;

    /// Opens a session, by the proof of its credential.
    fn open_session(&self, wanted: OpenSession) -> BoxFuture<'_, Result<OpenedSession, KeysError>>;

    /// Opens a session after another one, by the word of that one.
    fn refresh(&self, wanted: Refresh) -> BoxFuture<'_, Result<OpenedSession, KeysError>>;

    /// Seals the words of a wallet to a device, by the word of a session.
    fn export(&self, wanted: Export) -> BoxFuture<'_, Result<String, KeysError>>;

    /// Draws the delegated key of this id for the wallet of a certificate (wallet 9). The wallet's word is asked for before the
    /// key counts, by whoever keeps it.
    fn make_delegated_key(
        &self,
        wallet: String,
        key: DelegatedKeyId,
    ) -> BoxFuture<'_, Result<DelegatedKeyMade, KeysError>>;

    /// Signs for a pull with a delegated key: the signature in DER, as hexadecimal digits (cards 8.4).
    fn sign_pull(&self, wanted: SignPull) -> BoxFuture<'_, Result<String, KeysError>>;

    /// Certifies and seals anew, with the newest master key, what it has certified and sealed for a wallet for good.
    fn reseal(&self, kept: Kept) -> BoxFuture<'_, Result<Kept, KeysError>>;

    /// Takes in for good what is revoked, and which wallets have their keys. Repeating it changes nothing.
    fn revoke(&self, revoked: Vec<Uuid>) -> BoxFuture<'_, Result<(), KeysError>>;
}

/// The public halves of the keeper's keys of one environment, one for each of its master keys.
#[derive(Debug, Clone)]
pub struct PublicKeys {
    /// What certificates are checked with, newest first.
    pub certificates: Vec<PublicKey>,
    /// What bundles and verification tokens are signed with, oldest first: the first one signs, for integrators have passed it
    /// to the client libraries (wallet 2.4).
    pub bundles: Vec<PublicKey>,
}

/// A wallet to be made.
#[derive(Debug, Clone)]
pub struct NewWallet {
    /// Under which master key.
    pub environment: Environment,
    /// The platform.
    pub platform: PlatformId,
    /// Whose it is.
    pub customer: CustomerId,
    /// Its account.
    pub account: InternalAccountId,
    /// What payloads call it.
    pub organization_id: Uuid,
    /// What payloads call its user.
    pub user_id: Uuid,
    /// What payloads call what signs.
    pub wallet_id: Uuid,
    /// Its first credential.
    pub credential: AuthMethodId,
    /// Who that is.
    pub identity: Identity,
}

/// A pull to be signed for.
#[derive(Debug, Clone)]
pub struct SignPull {
    /// The wallet's certificate.
    pub wallet: String,
    /// The delegated key.
    pub key: DelegatedKeyId,
    /// Its private half, as the keeper has sealed it.
    pub sealed: Vec<u8>,
    /// What is signed.
    pub message: String,
}

/// By whose word something is done.
#[derive(Debug, Clone)]
pub struct Authority {
    /// The certificate of the session that has signed; none where the sandbox's literal stands for a stamp.
    pub session: Option<String>,
    /// What was signed.
    pub payload: String,
    /// The signature, as it was sent.
    pub stamp: String,
    /// Now, on the platform's clock. In production the keeper looks at its own.
    pub now: Time,
}

/// A credential to be certified.
#[derive(Debug, Clone)]
pub struct CertifyCredential {
    /// The wallet's certificate.
    pub wallet: String,
    /// The new credential.
    pub credential: AuthMethodId,
    /// Who it is, as it was asked for.
    pub terms: CredentialTerms,
    /// By whose word.
    pub authority: Authority,
}

/// Who a new credential is to be, with everything that stands in the payload of the request for it.
#[derive(Debug, Clone)]
pub enum CredentialTerms {
    /// Whoever is reached so.
    Contact(Identity),
    /// The token and the login's name.
    Oauth {
        /// As it was sent.
        token: String,
        /// How the login is called.
        name: String,
    },
    /// The registration, all of it as it was sent.
    Passkey {
        /// How it is called.
        name: String,
        /// The platform's challenge.
        challenge: String,
        /// The id.
        credential_id: String,
        /// From the browser.
        client_data_json: String,
        /// From the authenticator.
        attestation_object: String,
        /// How it can be reached.
        transports: Vec<String>,
    },
}

/// A contact to be changed.
#[derive(Debug, Clone)]
pub struct ChangeContact {
    /// The certificate of the wallet whose payload was signed: the customer's oldest.
    pub wallet: String,
    /// The certificates of the credentials that are to have the new contact, as they are: each behind its wallet's.
    pub credentials: Vec<(String, String)>,
    /// The new contact.
    pub identity: Identity,
    /// By whose word.
    pub authority: Authority,
}

/// A one-time code to be made and sent.
#[derive(Debug, Clone)]
pub struct BeginOtp {
    /// The wallet's certificate.
    pub wallet: String,
    /// The credential's certificate, which says where the code is sent.
    pub credential: String,
    /// What the code looks like.
    pub format: CodeFormat,
    /// How long it can be used.
    pub lifetime: Duration,
    /// Who sends it, as the platform calls itself.
    pub app_name: Option<String>,
    /// Now, on the platform's clock.
    pub now: Time,
}

/// A one-time code that was sent.
#[derive(Debug, Clone)]
pub struct OtpBegun {
    /// Code and key, for the keeper alone.
    pub sealed: Vec<u8>,
    /// What the device encrypts to: `otpEncryptionTargetBundle` (wallet 2.4).
    pub bundle: String,
    /// From when on it cannot be used.
    pub expires_at: Time,
}

/// A try of a one-time code.
#[derive(Debug, Clone)]
pub struct OpenOtp {
    /// The wallet's certificate.
    pub wallet: String,
    /// The credential's certificate.
    pub credential: String,
    /// What the keeper has made.
    pub sealed: Vec<u8>,
    /// What the device has sent: `encryptedOtpBundle` (wallet 2.5).
    pub bundle: String,
    /// From when on the token that a right code gives cannot be used.
    pub token_expires_at: Time,
    /// Now, on the platform's clock.
    pub now: Time,
}

/// What came of a try.
#[derive(Debug, Clone)]
pub enum OpenedOtp {
    /// The code was right: the token to be stamped (wallet 2.6), and the key that stamps it.
    Right {
        /// The token.
        token: String,
        /// The key: compressed, in hexadecimal digits.
        key: String,
    },
    /// Another code.
    Wrong,
    /// The right code, which was used for another key before.
    Used,
    /// The bundle was made for another code's key, or changed.
    Unopened,
    /// It is no bundle, or holds no code and key.
    Malformed,
}

/// A session to be opened.
#[derive(Debug, Clone)]
pub struct OpenSession {
    /// The wallet's certificate.
    pub wallet: String,
    /// The credential's certificate.
    pub credential: String,
    /// What shows that its user is there.
    pub proof: Proof,
    /// Now, on the platform's clock.
    pub now: Time,
}

/// What shows that the user of a credential is there.
#[derive(Debug, Clone)]
pub enum Proof {
    /// A right code: its token, stamped by the key in it, whose private half the device has made.
    Otp {
        /// The token.
        token: String,
        /// The stamp.
        stamp: String,
    },
    /// The word of an issuer about its user, for this key.
    Oauth {
        /// The token.
        token: String,
        /// `clientPublicKey` as it was sent.
        client_public_key: String,
    },
    /// The answer of a passkey to the challenge of a session for this key.
    Passkey {
        /// What the challenge is the hash of.
        payload: String,
        /// `clientPublicKey` as it was sent with the challenge.
        client_public_key: String,
        /// The passkey's id.
        credential_id: String,
        /// From the browser.
        client_data_json: String,
        /// From the authenticator.
        authenticator_data: String,
        /// By the passkey.
        signature: String,
        /// Its counter after its last use.
        sign_count: u32,
    },
}

/// A session that was opened.
#[derive(Debug, Clone)]
pub struct OpenedSession {
    /// Its id: a hash of the proof, so that a proof that is shown again opens nothing else.
    pub session: SessionId,
    /// Its certificate.
    pub certificate: String,
    /// The keys that sign: compressed, in hexadecimal digits.
    pub keys: Vec<String>,
    /// From when on they do not.
    pub expires_at: Time,
    /// The key that was made here, sealed to the device: `encryptedSessionSigningKey` (wallet 2.7).
    pub sealed_key: Option<String>,
    /// The passkey's counter after this use.
    pub sign_count: Option<u32>,
}

/// A session to follow another one.
#[derive(Debug, Clone)]
pub struct Refresh {
    /// The wallet's certificate.
    pub wallet: String,
    /// The certificate of the credential that has opened the first one.
    pub credential: String,
    /// The session that is followed.
    pub session: SessionId,
    /// `clientPublicKey` as it was sent.
    pub client_public_key: String,
    /// By whose word.
    pub authority: Authority,
}

/// Words to be taken out.
#[derive(Debug, Clone)]
pub struct Export {
    /// The wallet's certificate.
    pub wallet: String,
    /// `clientPublicKey` as it was sent.
    pub client_public_key: String,
    /// Whether the bundle is signed in the sandbox too.
    pub is_signed_in_sandbox: bool,
    /// By whose word.
    pub authority: Authority,
}

/// Why the keeper does not do what it is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeysError {
    /// A certificate is not its own, or is revoked, or does not belong to the others.
    NotCertified,
    /// The signature is not over what is asked for, or not by who may ask.
    NotAuthorized,
    /// The user of the credential has not shown to be there; why, in the words of the interface.
    NotProven(&'static str),
    /// An identity token is refused.
    Token(OidcError),
    /// A field cannot be read.
    Malformed(&'static str),
    /// The code was not sent.
    NotSent(MessageError),
    /// Nobody keeps keys of wallets in this deployment.
    NotAvailable,
    /// It cannot work at the moment.
    Unavailable(String),
}

impl fmt::Display for KeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCertified => f.write_str("a certificate of the wallet does not hold"),
            Self::NotAuthorized => f.write_str("the signature does not authorize this"),
            Self::NotProven(reason) => f.write_str(reason),
            Self::Token(fault) => write!(f, "oidcToken: {fault}"),
            Self::Malformed(field) => write!(f, "{field} cannot be read"),
            Self::NotSent(fault) => write!(f, "{fault}"),
            Self::NotAvailable => f.write_str("no wallet keys are configured"),
            Self::Unavailable(why) => write!(f, "the keeper of the wallets' keys: {why}"),
        }
    }
}

impl std::error::Error for KeysError {}
