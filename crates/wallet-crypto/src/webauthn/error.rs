//! Why a passkey is refused.

use std::fmt;

use crate::Failure;

/// Why a new passkey is refused: the first check that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationError {
    /// The browser's data cannot be decoded, or is not about a new passkey.
    ClientData,
    /// It was made for another challenge.
    Challenge,
    /// The authenticator's answer cannot be decoded.
    AttestationObject,
    /// Nobody was present, or no key came with it.
    Flags,
    /// The id is not the one in the authenticator's answer.
    CredentialId,
    /// The key is of no algorithm that is spoken, or is no key.
    Key,
    /// The origin is none that may have passkeys, or not of the relying party.
    Origin,
}

/// Why a login by passkey is refused: the first check that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssertionError {
    /// A field cannot be decoded.
    Malformed,
    /// By another passkey.
    Credential,
    /// For another challenge.
    Challenge,
    /// From another origin.
    Origin,
    /// For another relying party.
    RelyingParty,
    /// Nobody was present.
    UserPresence,
    /// The signature is not by the passkey's key over this data.
    Signature,
    /// The counter did not increase: the passkey was copied, or the answer is an old one.
    Counter,
}

impl RegistrationError {
    /// What the interface answers.
    #[must_use]
    pub const fn failure(self) -> Failure {
        match self {
            Self::ClientData
            | Self::Challenge
            | Self::AttestationObject
            | Self::Flags
            | Self::CredentialId
            | Self::Key
            | Self::Origin => Failure::InvalidInput,
        }
    }
}

impl AssertionError {
    /// What the interface answers.
    #[must_use]
    pub const fn failure(self) -> Failure {
        match self {
            Self::Malformed => Failure::InvalidInput,
            Self::Credential => Failure::Unauthorized("Passkey credential mismatch"),
            Self::Challenge => Failure::Unauthorized("Passkey challenge mismatch"),
            Self::Origin => Failure::Unauthorized("Passkey origin mismatch"),
            Self::RelyingParty => Failure::Unauthorized("Passkey RP ID mismatch"),
            Self::UserPresence => Failure::Unauthorized("Passkey user presence missing"),
            Self::Signature => Failure::Unauthorized("Passkey signature invalid"),
            Self::Counter => Failure::Unauthorized("Passkey signature counter did not increase"),
        }
    }
}

impl fmt::Display for RegistrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ClientData => "clientDataJson is not that of a new passkey",
            Self::Challenge => "clientDataJson is for another challenge",
            Self::AttestationObject => "attestationObject cannot be decoded",
            Self::Flags => "the authenticator saw no user, or sent no key",
            Self::CredentialId => "credentialId is not that of the attestation",
            Self::Key => "the passkey's key is none of ES256, RS256 and EdDSA",
            Self::Origin => "the origin may not have this passkey",
        })
    }
}

impl fmt::Display for AssertionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.failure() {
            Failure::Unauthorized(reason) => reason,
            _ => "a field of the assertion cannot be decoded",
        })
    }
}

impl std::error::Error for RegistrationError {}
impl std::error::Error for AssertionError {}
