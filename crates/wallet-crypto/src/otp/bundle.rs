//! Bundle in which a device sends the code typed by its user (wallet 2.5).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::OtpCode;
use crate::{Envelope, Failure, KeyError, PrivateKey, PublicKey, Secret, hex, json};

/// Maximum length of a bundle in bytes.
const MAX_LENGTH: usize = 4096;

/// An `encryptedOtpBundle`, decoded but not decrypted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtpBundle(Envelope);

/// The content of a bundle: the code, and the key for the session.
#[derive(Debug)]
pub struct OpenedOtp {
    pub code: OtpCode,
    /// The device's key. Its private half signs in the session.
    pub session_key: PublicKey,
}

/// A reason to refuse a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtpError {
    /// The text is not a bundle.
    Malformed,
    /// The bundle was not encrypted to this code's key, or was changed. Counts as a wrong attempt.
    Unopened,
    /// The decrypted content is not a code and a key.
    Content,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    encapped_public: String,
    ciphertext: String,
}

#[derive(Serialize, Deserialize)]
struct Content {
    otp_code: String,
    public_key: String,
}

impl OtpBundle {
    /// Decodes a bundle.
    ///
    /// # Errors
    /// [`OtpError::Malformed`]: longer than 4096 bytes, not JSON, not hexadecimal, not a point.
    pub fn parse(text: &str) -> Result<Self, OtpError> {
        if text.len() > MAX_LENGTH {
            return Err(OtpError::Malformed);
        }
        Self::decode(text).ok_or(OtpError::Malformed)
    }

    fn decode(text: &str) -> Option<Self> {
        let members: Members = json::object(text.as_bytes())?;
        let encapsulated = PublicKey::from_hex(&members.encapped_public).ok()?;
        Some(Self(Envelope { encapsulated, ciphertext: hex::decode(&members.ciphertext)? }))
    }

    /// Decrypts the bundle with the private half of the code's key.
    ///
    /// # Errors
    /// [`OtpError::Unopened`] and [`OtpError::Content`].
    pub fn open(&self, target: &PrivateKey) -> Result<OpenedOtp, OtpError> {
        let plaintext = self.0.open(target).ok_or(OtpError::Unopened)?;
        let content: Content = json::object(plaintext.expose()).ok_or(OtpError::Content)?;
        let code = OtpCode::new(content.otp_code);
        let session_key = PublicKey::from_hex(&content.public_key).map_err(|_| OtpError::Content)?;
        Ok(OpenedOtp { code, session_key })
    }

    /// Encrypts a code and a key, as a device does. `seed` is 32 random bytes.
    ///
    /// # Errors
    /// The same as [`Envelope::seal`].
    pub fn seal(
        target: &PublicKey,
        code: &OtpCode,
        session_key: &PublicKey,
        seed: impl Into<Secret<[u8; 32]>>,
    ) -> Result<Self, KeyError> {
        let code = serde_json::Value::from(code.expose());
        let key = session_key.to_compressed_hex();
        let content = Secret::new(format!(r#"{{"otp_code":{code},"public_key":"{key}"}}"#));
        Envelope::seal(target, content.expose().as_bytes(), seed).map(Self)
    }

    /// Returns the compact JSON that is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        let key = self.0.encapsulated.to_uncompressed_hex();
        let ciphertext = hex::encode(&self.0.ciphertext);
        format!(r#"{{"encappedPublic":"{key}","ciphertext":"{ciphertext}"}}"#)
    }
}

impl OtpError {
    /// Returns the interface's answer.
    #[must_use]
    pub const fn failure(self) -> Failure {
        match self {
            Self::Malformed | Self::Content => Failure::InvalidInput,
            Self::Unopened => Failure::Unauthorized("Invalid encrypted OTP bundle"),
        }
    }
}

impl fmt::Display for OtpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "not an encrypted OTP bundle",
            Self::Unopened => "the bundle was not encrypted to the key of this code",
            Self::Content => "the bundle does not hold a code and a key",
        })
    }
}

impl std::error::Error for OtpError {}

#[cfg(test)]
mod tests;
