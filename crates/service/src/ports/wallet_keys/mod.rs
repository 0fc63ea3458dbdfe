//! The key service of the wallets (wallet 1.1), and its certificates.
//!
//! All secrets of a wallet remain with the key service: its recovery phrase, the codes that were sent, the
//! keys that sign bundles and certificates. Its results are encrypted, or certified with its own signature,
//! so that an altered row is not accepted. Payments never go through it: the operation that executes one
//! checks certificate, row and stamp itself.

mod certificates;
mod key_service;
mod sandbox;
mod stored;
mod unavailable;

pub use certificates::{
    Claims, CredentialClaims, Identity, SessionClaims, WalletClaims, certificate_id, certify,
    first_credential_id, provision_id, read,
};
pub use key_service::{
    Authority, CertificationRequest, ContactChangeRequest, CredentialTerms, KeysError, NewWallet,
    OpenedSession, OtpAttempt, OtpOutcome, OtpRequest, Proof, PublicKeys, PullSignatureRequest, SentOtp,
    SessionRefreshRequest, SessionRequest, WalletExportRequest, WalletKeys,
};
pub use sandbox::SandboxWallet;
pub use stored::{NewDelegatedKey, StoredWalletKeys, WalletCertificates};
pub use unavailable::NoWalletKeys;
