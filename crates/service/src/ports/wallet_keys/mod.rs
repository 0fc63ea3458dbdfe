//! The keeper of the wallets' keys (wallet 1.1), and what it puts its name to.
//!
//! Everything that is secret about a wallet stays with the keeper: its words, the codes that were sent, the keys that sign
//! bundles and certificates. What it hands out is sealed, or certified with a signature of its own, so that a changed row
//! does not count. Payments never go through it: whoever carries one out checks certificate, row and stamp itself.

mod certificates;
mod keeper;
mod kept;
mod sandbox;
mod unavailable;

pub use certificates::{
    Claims, CredentialClaims, Identity, SessionClaims, WalletClaims, certificate_id, certify,
    first_credential_id, provision_id, read,
};
pub use keeper::{
    Authority, BeginOtp, CertifyCredential, ChangeContact, CredentialTerms, Export, KeysError, NewWallet,
    OpenOtp, OpenSession, OpenedOtp, OpenedSession, OtpBegun, Proof, PublicKeys, Refresh, SignPull,
    WalletKeys,
};
pub use kept::{DelegatedKeyMade, Kept, WalletCertificates};
pub use sandbox::SandboxWallet;
pub use unavailable::NoWalletKeys;
