//! Verification status of a party.

use causeway_vocabulary::named;

named! {
    /// The status of a party's verification at its provider.
    pub enum WireKycStatus {
        Verified = "VERIFIED",
        Pending = "PENDING",
        NotVerified = "NOT_VERIFIED",
        Unknown = "UNKNOWN",
    }
}

impl WireKycStatus {
    /// Returns the status with this name; other names are unknown.
    #[must_use]
    pub fn of(text: &str) -> Self {
        text.parse().unwrap_or(Self::Unknown)
    }
}
