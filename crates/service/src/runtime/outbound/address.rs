//! The IP addresses that outbound connections may use.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::address_range::AddressRange;

/// The networks that a request may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// The public internet only.
    Public,
    /// Also loopback and private networks: endpoints of sandbox platforms, if the operator allows it.
    Private,
    /// Loopback and private networks only: plain HTTP to a service of the operator, which must not cross the
    /// internet.
    Inside,
    /// The addresses of this range only, in a private network too: the adapter of a rail, where the operator has
    /// named its range.
    Only(AddressRange),
}

/// The kind of network of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AddressKind {
    Public,
    /// Loopback, private and shared address space: other machines of the same owner.
    Inside,
    /// Addresses that no webhook endpoint has, but that could do harm: link-local (cloud metadata services),
    /// multicast, broadcast, unspecified, reserved.
    Never,
}

impl Reach {
    /// Returns `true` if a connection to this address is allowed.
    #[must_use]
    pub fn allows(self, address: IpAddr) -> bool {
        match (kind_of(address), self) {
            (AddressKind::Never, _) => false,
            (AddressKind::Public | AddressKind::Inside, Self::Only(range)) => range.contains(address),
            (AddressKind::Public, Self::Public | Self::Private) => true,
            (AddressKind::Inside, Self::Private | Self::Inside) => true,
            (AddressKind::Public, Self::Inside) | (AddressKind::Inside, Self::Public) => false,
        }
    }
}

fn kind_of(address: IpAddr) -> AddressKind {
    match address {
        IpAddr::V4(v4) => kind_of_v4(v4),
        IpAddr::V6(v6) => embedded(v6).map_or_else(|| kind_of_v6(v6), kind_of_v4),
    }
}

fn kind_of_v4(address: Ipv4Addr) -> AddressKind {
    match address.octets() {
        [127 | 10, ..] | [192, 168, ..] | [172, 16..=31, ..] | [100, 64..=127, ..] => {
            match address.octets() {
                // The metadata service of a cloud, within the shared address space.
                [100, 100, 100, 200] => AddressKind::Never,
                _ => AddressKind::Inside,
            }
        }
        // "This network", link-local, protocol assignments, relays, benchmarks, documentation.
        [0, ..]
        | [169, 254, ..]
        | [192, 0, 0 | 2, _]
        | [192, 88, 99, _]
        | [198, 18 | 19, ..]
        | [198, 51, 100, _]
        | [203, 0, 113, _] => AddressKind::Never,
        // The virtual address of a cloud's host services.
        [168, 63, 129, 16] => AddressKind::Never,
        // Multicast, reserved, broadcast.
        [224..=255, ..] => AddressKind::Never,
        _ => AddressKind::Public,
    }
}

fn kind_of_v6(address: Ipv6Addr) -> AddressKind {
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 1] => AddressKind::Inside,
        // The metadata service of a cloud, within the unique local addresses.
        [0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0254] => AddressKind::Never,
        [0xfc00..=0xfdff, ..] => AddressKind::Inside,
        // Tunnels (Teredo, ORCHID, benchmarks) and documentation, within the global range.
        [0x2001, 0..=0x01ff | 0x0db8, ..] | [0x3fff, 0..=0x0fff, ..] => AddressKind::Never,
        [0x2000..=0x3fff, ..] => AddressKind::Public,
        // All others are not assigned to internet hosts: unspecified, discard, locally translated,
        // link-local, site-local, multicast.
        _ => AddressKind::Never,
    }
}

/// Returns the IPv4 address reached through this IPv6 address: mapped, compatible, translated (NAT64) or
/// 6to4.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let joined = |high: u16, low: u16| {
        let [[a, b], [c, d]] = [high.to_be_bytes(), low.to_be_bytes()];
        Some(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x0064, 0xff9b, 0, 0, 0, 0, high, low] => joined(high, low),
        [0, 0, 0, 0, 0xffff, 0, high, low] => joined(high, low),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => joined(high, low),
        [0x2002, high, low, ..] => joined(high, low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permissions(addresses: &[&str]) -> Vec<(bool, bool)> {
        let parsed = addresses.iter().map(|text| text.parse().unwrap());
        parsed.map(|address| (Reach::Public.allows(address), Reach::Private.allows(address))).collect()
    }

    #[test]
    fn public_addresses_are_allowed_in_every_reach() {
        let public = [
            "1.1.1.1",
            "172.15.0.1",
            "172.32.0.1",
            "100.128.0.1",
            "192.169.0.1",
            "2606:4700::1111",
            "::ffff:1.1.1.1",
            "64:ff9b::1.1.1.1",
            "2002:101:101::1",
        ];
        assert!(permissions(&public).iter().all(|allowed| *allowed == (true, true)));
    }

    #[test]
    fn private_addresses_need_permission_in_any_notation() {
        let inside = [
            "127.0.0.1",
            "127.255.255.254",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "::1",
            "fc00::1",
            "fd12::1",
            "::ffff:127.0.0.1",
            "::ffff:0:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "2002:7f00:1::",
        ];
        for (text, allowed) in inside.iter().zip(permissions(&inside)) {
            assert_eq!(allowed, (false, true), "{text}");
        }
    }

    #[test]
    fn plain_http_of_an_operator_reaches_private_addresses_only() {
        for (text, is_allowed) in [("127.0.0.1", true), ("10.0.0.1", true), ("::1", true), ("fd12::1", true)]
            .into_iter()
            .chain([("1.1.1.1", false), ("2606:4700::1111", false), ("169.254.169.254", false)])
        {
            assert_eq!(Reach::Inside.allows(text.parse().unwrap()), is_allowed, "{text}");
        }
    }

    #[test]
    fn a_range_of_an_operator_reaches_its_addresses_only() {
        let reached =
            |range: &str, address: &str| Reach::Only(range.parse().unwrap()).allows(address.parse().unwrap());
        assert!(reached("10.1.0.0/16", "10.1.2.3") && reached("1.1.1.0/24", "1.1.1.1"));
        assert!(!reached("10.1.0.0/16", "10.2.0.1") && !reached("10.1.0.0/16", "1.1.1.1"));
        assert!(!reached("0.0.0.0/0", "169.254.169.254") && !reached("::/0", "fd00:ec2::254"));
    }

    #[test]
    fn metadata_and_group_addresses_are_never_reached() {
        let never = [
            "0.0.0.0",
            "0.1.2.3",
            "169.254.169.254",
            "::ffff:169.254.169.254",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::a00:1",
            "168.63.129.16",
            "100.100.100.200",
            "fd00:ec2::254",
            "192.0.0.192",
            "198.18.0.1",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "100::1",
        ];
        for (text, allowed) in never.iter().zip(permissions(&never)) {
            assert_eq!(allowed, (false, false), "{text}");
        }
    }
}
