//! Versions of the protocol (uma 5.3).

use std::fmt;

/// A version of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProtocolVersion {
    pub major: u32,
    pub minor: u32,
}

/// The error for a text that is not a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProtocolVersionError;

/// The error for a version of a major that is not supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnsupportedVersion(pub ProtocolVersion);

/// The major versions that this side speaks.
pub const SUPPORTED_MAJORS: [u32; 1] = [1];

impl ProtocolVersion {
    /// The version that this side sends.
    pub const OWN: Self = Self { major: 1, minor: 0 };

    /// Reads `major.minor`.
    ///
    /// # Errors
    /// Another text.
    pub fn parse(text: &str) -> Result<Self, ProtocolVersionError> {
        let (major, minor) = text.split_once('.').ok_or(ProtocolVersionError)?;
        Ok(Self { major: number(major)?, minor: number(minor)? })
    }

    /// Returns the version to answer a peer's version with: the lower one of both.
    ///
    /// # Errors
    /// Another major.
    pub fn negotiate(peer: Self) -> Result<Self, UnsupportedVersion> {
        if peer.major == Self::OWN.major { Ok(peer.min(Self::OWN)) } else { Err(UnsupportedVersion(peer)) }
    }
}

fn number(text: &str) -> Result<u32, ProtocolVersionError> {
    let is_number = text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().map_err(|_| ProtocolVersionError) } else { Err(ProtocolVersionError) }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl fmt::Display for ProtocolVersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be a version, major.minor")
    }
}

impl std::error::Error for ProtocolVersionError {}

impl fmt::Display for UnsupportedVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "version {} is not supported", self.0)
    }
}

impl std::error::Error for UnsupportedVersion {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_lower_minor_of_a_major_is_answered() {
        let negotiated = |text: &str| ProtocolVersion::negotiate(ProtocolVersion::parse(text).unwrap());
        assert_eq!(negotiated("1.0"), Ok(ProtocolVersion::OWN));
        assert_eq!(negotiated("1.7"), Ok(ProtocolVersion::OWN));
        for other in ["2.0", "0.3"] {
            let version = ProtocolVersion::parse(other).unwrap();
            assert_eq!(negotiated(other), Err(UnsupportedVersion(version)));
        }
        for text in ["", "1", "1.", ".1", "1.0.0", "1.x", "+1.0", "1.-1", "1.1234567"] {
            assert_eq!(ProtocolVersion::parse(text), Err(ProtocolVersionError), "{text}");
        }
    }

    proptest! {
        #[test]
        fn reads_its_own_text(major in 0_u32..1000, minor in 0_u32..1000, text: String) {
            let version = ProtocolVersion { major, minor };
            prop_assert_eq!(ProtocolVersion::parse(&version.to_string()), Ok(version));
            let _ = ProtocolVersion::parse(&text);
        }
    }
}
