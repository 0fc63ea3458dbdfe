//! Reasons to refuse a passkey.

use std::fmt;

use crate::Failure;

/// A reason to refuse a new passkey: the first check that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationError {
    /// The client data cannot be decoded, or are not about a new passkey.
    ClientData,
    /// For another challenge.
    Challenge,
    /// The attestation object cannot be decoded.
    AttestationObject,
    /// No user was present, or no key was sent.
    Flags,
    /// The id is not that of the attestation object.
    CredentialId,
    /// The key is malformed, or its algorithm is not supported.
    Key,
    /// The origin is not allowed to use passkeys, or does not belong to the relying party.
    Origin,
}

/// A reason to refuse a login with a passkey: the first check that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssertionError {
    /// A field cannot be decoded.
    Malformed,
    /// Made with another passkey.
    Credential,
    /// For another challenge.
    Challenge,
    /// From another origin.
    Origin,
    /// For another relying party.
    RelyingParty,
    /// No user was present.
    UserPresence,
    /// The signature is not by the passkey's key over this data.
    Signature,
    /// The counter did not increase: the passkey was copied, or the assertion is a replay.
    Counter,
}

impl RegistrationError {
    /// Returns the interface's answer.
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
    /// Returns the interface's answer.
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
