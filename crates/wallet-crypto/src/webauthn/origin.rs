//! Origins and the relying party of a passkey.

use sha2::{Digest, Sha256};

/// The origin of a passkey's registration or use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A page over HTTPS.
    Https { host: String },
    /// A page on the local machine.
    Localhost,
    /// An Android application.
    Android,
}

/// The relying party of a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelyingParty {
    /// SHA-256 of the id.
    pub id_hash: [u8; 32],
    /// Domain, or `None` if the passkey was registered in an Android application.
    pub id: Option<String>,
}

const ANDROID: &str = "android:apk-key-hash:";
const LOCALHOST: &str = "localhost";

impl Origin {
    /// Reads `https://host[:port]`, `http://localhost[:port]` or `android:apk-key-hash:…`, as browsers write
    /// them: in lower case, with nothing after it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(hash) = text.strip_prefix(ANDROID) {
            let known = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+/=".contains(&byte);
            return (!hash.is_empty() && hash.bytes().all(known)).then_some(Self::Android);
        }
        if let Some(authority) = text.strip_prefix("https://") {
            return host(authority).map(|host| Self::Https { host: host.to_owned() });
        }
        let host = host(text.strip_prefix("http://")?)?;
        (host == LOCALHOST).then_some(Self::Localhost)
    }

    pub(super) fn host(&self) -> Option<&str> {
        match self {
            Self::Https { host } => Some(host),
            Self::Localhost => Some(LOCALHOST),
            Self::Android => None,
        }
    }
}

/// Returns the host of `host[:port]`.
fn host(authority: &str) -> Option<&str> {
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let digits = !port.is_empty() && port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    let sound = |label: &str| {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        (1..=63).contains(&label.len()) && label.bytes().all(known)
    };
    let fits = digits && port.parse::<u16>().is_ok() && host.len() <= 253 && host.split('.').all(sound);
    fits.then_some(host)
}

impl RelyingParty {
    /// Returns the relying party with this hash if the origin may act for it: the id is its host or a parent
    /// domain, but not a top-level domain. For an Android application only the hash is known.
    #[must_use]
    pub fn of(origin: &Origin, id_hash: [u8; 32]) -> Option<Self> {
        let Some(host) = origin.host() else { return Some(Self { id_hash, id: None }) };
        let is_it = |domain: &&str| Sha256::digest(domain).as_slice() == id_hash;
        let id = parents(host).find(is_it)?;
        Some(Self { id_hash, id: Some(id.to_owned()) })
    }

    /// Returns `true` if the host is the domain of this relying party or below it.
    pub(super) fn covers(&self, host: &str) -> bool {
        self.id.as_deref().is_some_and(|id| parents(host).any(|domain| domain == id))
    }
}

/// Returns the host itself, then its parent domains of two labels or more.
fn parents(host: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(host), |domain| {
        let (_, parent) = domain.split_once('.')?;
        parent.contains('.').then_some(parent)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn origins_as_browsers_write_them() {
        let https = |host: &str| Some(Origin::Https { host: host.to_owned() });
        assert_eq!(Origin::parse("https://wallet.example.com"), https("wallet.example.com"));
        assert_eq!(Origin::parse("https://wallet.example.com:8443"), https("wallet.example.com"));
        assert_eq!(Origin::parse("http://localhost:3000"), Some(Origin::Localhost));
        assert_eq!(Origin::parse("android:apk-key-hash:a-b_c"), Some(Origin::Android));
        for bad in [
            "http://wallet.example.com",
            "https://wallet.example.com/",
            "https://wallet.example.com:",
            "https://wallet.example.com:65536",
            "https://wallet.example.com:1:2",
            "https://Wallet.example.com",
            "https://me@wallet.example.com",
            "https://wallet..com",
            "https://",
            "http://localhost.example.com",
            "http://localhost:",
            "android:apk-key-hash:",
            "android:apk-key-hash:a b",
            "ios:bundle:x",
            "",
        ] {
            assert_eq!(Origin::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_relying_party_is_the_host_or_a_parent() {
        let hash = |id: &str| Sha256::digest(id).into();
        let origin = Origin::parse("https://a.b.example.com").unwrap();
        for id in ["a.b.example.com", "b.example.com", "example.com"] {
            let party = RelyingParty::of(&origin, hash(id)).unwrap();
            assert_eq!(party.id.as_deref(), Some(id));
        }
        for id in ["com", "xexample.com", "c.example.com", ""] {
            assert_eq!(RelyingParty::of(&origin, hash(id)), None, "{id}");
        }
        let local = RelyingParty::of(&Origin::Localhost, hash("localhost")).unwrap();
        assert!(local.covers("localhost"));
        let party = RelyingParty::of(&origin, hash("b.example.com")).unwrap();
        assert!(party.covers("b.example.com") && party.covers("x.b.example.com"));
        assert!(!party.covers("example.com") && !party.covers("xb.example.com"));
        let unknown = RelyingParty::of(&Origin::Android, hash("any")).unwrap();
        assert!(!unknown.covers("any"));
    }

    proptest! {
        #[test]
        fn any_text_is_an_origin_or_refused(text: String, host in "[a-z0-9.:-]{0,20}") {
            for text in [text.clone(), format!("https://{host}"), format!("http://localhost{text}"), format!("{ANDROID}{text}")] {
                if let Some(Origin::Https { host }) = Origin::parse(&text) {
                    prop_assert!(parents(&host).count() <= 127);
                }
            }
        }
    }
}
