//! Consent to the End User Terms (customers 2.6).

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::time::Time;
use causeway_vocabulary::UnknownName;

/// A version of the terms of service, written `V1`, `V2` and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermsVersion(u32);

impl TermsVersion {
    /// The version that exists from the start.
    pub const FIRST: Self = Self(1);

    /// Returns the version that is published after this one.
    #[must_use]
    pub const fn following(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// Returns the version with this number, or `None` for 0.
    #[must_use]
    pub const fn of_number(number: u32) -> Option<Self> {
        if number == 0 { None } else { Some(Self(number)) }
    }

    /// Returns the number after the `V`.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// The reason why a consent is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConsentFault {
    /// `acceptedAt` is more than five minutes in the future.
    AcceptedInFuture,
    /// `ipAddress` is no IPv4 or IPv6 address.
    NotAnAddress,
    /// The version was never published.
    UnknownVersion,
}

const CLOCK_TOLERANCE: Duration = Duration::from_mins(5);

/// Checks that a consent can be recorded while `current` is the version in force. Any version up to it is
/// accepted.
///
/// # Errors
/// All faults of the consent.
pub fn check_consent(
    accepted_at: Time,
    ip_address: &str,
    version: &str,
    current: TermsVersion,
    now: Time,
) -> Result<TermsVersion, Vec<ConsentFault>> {
    let mut faults = Vec::new();
    if accepted_at > now.plus(CLOCK_TOLERANCE) {
        faults.push(ConsentFault::AcceptedInFuture);
    }
    if ip_address.parse::<IpAddr>().is_err() {
        faults.push(ConsentFault::NotAnAddress);
    }
    match version.parse::<TermsVersion>() {
        Ok(version) if version <= current && faults.is_empty() => return Ok(version),
        Ok(version) if version <= current => {}
        Ok(_) | Err(UnknownName) => faults.push(ConsentFault::UnknownVersion),
    }
    Err(faults)
}

impl FromStr for TermsVersion {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let number = text.strip_prefix('V').ok_or(UnknownName)?;
        let version = number.parse().map(Self).map_err(|_| UnknownName)?;
        // `V01` and `V+1` would parse too.
        if version.0 > 0 && version.to_string() == text { Ok(version) } else { Err(UnknownName) }
    }
}

impl fmt::Display for TermsVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "V{}", self.0)
    }
}

impl Serialize for TermsVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TermsVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        causeway_vocabulary::text::parsed(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time::from_millis(1_700_000_000_000);
    const CURRENT: TermsVersion = TermsVersion(2);

    #[test]
    fn every_published_version_is_accepted() {
        for (version, known) in [
            ("V1", true),
            ("V2", true),
            ("V3", false),
            ("V0", false),
            ("V01", false),
            ("v1", false),
            ("V+1", false),
        ] {
            let checked = check_consent(NOW, "203.0.113.7", version, CURRENT, NOW);
            assert_eq!(checked.is_ok(), known, "{version}");
        }
        assert_eq!(TermsVersion::FIRST.following(), CURRENT);
    }

    #[test]
    fn every_fault_is_named() {
        let late = NOW.plus(CLOCK_TOLERANCE);
        assert_eq!(check_consent(late, "2001:db8::1", "V1", CURRENT, NOW), Ok(TermsVersion(1)));
        let later = late.plus(Duration::from_millis(1));
        assert_eq!(
            check_consent(later, "203.0.113.256", "V9", CURRENT, NOW),
            Err(vec![
                ConsentFault::AcceptedInFuture,
                ConsentFault::NotAnAddress,
                ConsentFault::UnknownVersion
            ])
        );
        assert_eq!(check_consent(NOW, "", "V1", CURRENT, NOW), Err(vec![ConsentFault::NotAnAddress]));
    }
}
