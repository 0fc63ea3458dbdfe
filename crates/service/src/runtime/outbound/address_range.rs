//! A range of IP addresses in CIDR notation.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// A range of IP addresses of one version: `10.1.0.0/16`, `fd12::/32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AddressRange {
    network: IpAddr,
    /// Number of leading bits that the addresses of the range share.
    prefix: u8,
}

/// The error for a text that is not such a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidAddressRange;

impl AddressRange {
    /// Returns `true` if the address is in the range. A mapped IPv4 address counts as the address itself.
    #[must_use]
    pub fn contains(self, address: IpAddr) -> bool {
        match (self.network, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                (network.to_bits() ^ address.to_bits()).leading_zeros() >= u32::from(self.prefix)
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                (network.to_bits() ^ address.to_bits()).leading_zeros() >= u32::from(self.prefix)
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for AddressRange {
    type Err = InvalidAddressRange;

    /// Reads a range. Its address has no bits behind the prefix.
    fn from_str(text: &str) -> Result<Self, InvalidAddressRange> {
        let (network, prefix) = text.split_once('/').ok_or(InvalidAddressRange)?;
        let network: IpAddr = network.parse().map_err(|_| InvalidAddressRange)?;
        let is_plain = prefix.bytes().all(|byte| byte.is_ascii_digit());
        let prefix: u8 = prefix.parse().ok().filter(|_| is_plain).ok_or(InvalidAddressRange)?;
        let (trailing_zeros, bits) = match network {
            IpAddr::V4(network) => (network.to_bits().trailing_zeros(), 32),
            IpAddr::V6(network) => (network.to_bits().trailing_zeros(), 128),
        };
        let fits = u32::from(prefix) <= bits && trailing_zeros + u32::from(prefix) >= bits;
        if fits { Ok(Self { network, prefix }) } else { Err(InvalidAddressRange) }
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.network, self.prefix)
    }
}

impl fmt::Display for InvalidAddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be a range of addresses in CIDR notation, such as 10.1.0.0/16")
    }
}

impl std::error::Error for InvalidAddressRange {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_contains_the_addresses_with_its_prefix() {
        let contains = |range: &str, address: &str| {
            range.parse::<AddressRange>().unwrap().contains(address.parse().unwrap())
        };
        for (range, inside, outside) in [
            ("10.1.0.0/16", "10.1.255.255", "10.2.0.0"),
            ("10.1.2.3/32", "10.1.2.3", "10.1.2.2"),
            ("0.0.0.0/0", "203.0.113.9", "::1"),
            ("192.168.0.0/23", "192.168.1.7", "192.168.2.0"),
            ("10.1.0.0/16", "::ffff:10.1.2.3", "::ffff:10.2.2.3"),
            ("fd12:3456::/32", "fd12:3456:ffff::1", "fd12:3457::1"),
            ("::/0", "fd12::1", "10.0.0.1"),
            ("::1/128", "::1", "::2"),
        ] {
            assert!(contains(range, inside), "{range} {inside}");
            assert!(!contains(range, outside), "{range} {outside}");
            assert_eq!(range.parse::<AddressRange>().unwrap().to_string(), range);
        }
    }

    #[test]
    fn refuses_texts_that_are_no_ranges() {
        for text in [
            "",
            "10.0.0.0",
            "10.0.0.0/",
            "10.0.0.0/33",
            "10.0.0.0/+8",
            "10.0.0.0/-1",
            "10.0.0.0/8/8",
            "10.0.0.1/8",
            "10/8",
            "::/129",
            "fd12::1/64",
            "localhost/8",
            " 10.0.0.0/8",
            "10.0.0.0/256",
        ] {
            assert_eq!(text.parse::<AddressRange>(), Err(InvalidAddressRange), "{text}");
        }
    }
}
