//! The URLs that signed requests may be sent to.

use std::fmt;

use crate::runtime::outbound::{Failure, Host, Reach, Scheme, Stream, Target, TargetError, open_stream};

/// The URL of a service configured by the operator, and the networks that a request to it may reach.
#[derive(Clone, PartialEq, Eq)]
pub struct ServiceUrl {
    target: Target,
    reach: Reach,
}

impl ServiceUrl {
    /// Parses the URL of a service. It must be `https`; `http` is allowed for this machine, and for private
    /// networks if `private_hosts_allowed`. Addresses in the URL are checked here, names at each connect.
    ///
    /// # Errors
    /// The defect of the URL, in words.
    pub fn parse(url: &str, private_hosts_allowed: bool) -> Result<Self, String> {
        let target: Target = url.parse().map_err(|error: TargetError| error.to_string())?;
        let is_inside = private_hosts_allowed || target.host().is_loopback();
        let reach = match (target.scheme(), is_inside) {
            (Scheme::Https, false) => Reach::Public,
            (Scheme::Https, true) => Reach::Private,
            // Unencrypted requests must not cross the internet, in whatever way a name resolves.
            (Scheme::Http, true) => Reach::Inside,
            (Scheme::Http, false) => return Err("must be an https URL".to_owned()),
        };
        Self::within(target, reach)
    }

    /// Parses the URL of a service that an operator of one platform has chosen: it must be `https`, and in no private
    /// network.
    ///
    /// # Errors
    /// The defect of the URL, in words.
    pub fn parse_public(url: &str) -> Result<Self, String> {
        let target: Target = url.parse().map_err(|error: TargetError| error.to_string())?;
        match target.scheme() {
            Scheme::Http => Err("must be an https URL".to_owned()),
            Scheme::Https if target.host().is_loopback() => {
                Err("must not be a private, loopback or link-local address".to_owned())
            }
            Scheme::Https => Self::within(target, Reach::Public),
        }
    }

    /// Checks an address in the URL; names are checked at each connect.
    fn within(target: Target, reach: Reach) -> Result<Self, String> {
        match target.host() {
            Host::Address(address) if !reach.allows(*address) => Err(match reach {
                Reach::Public => "must not be a private, loopback or link-local address".to_owned(),
                Reach::Inside => "must be an https URL: its host is not in a private network".to_owned(),
                Reach::Private => "must not be a link-local or reserved address".to_owned(),
                Reach::Only(range) => format!("must not be outside of {range}"),
            }),
            Host::Address(_) | Host::Name(_) => Ok(Self { target, reach }),
        }
    }

    /// Returns the URL of a path below this one. The query stays behind the path.
    ///
    /// # Errors
    /// The defect of the URL, in words: it is too long.
    pub fn below(&self, path: &str) -> Result<Self, String> {
        let text = self.target.as_str();
        let (place, query) = text.find('?').map_or((text, ""), |at| text.split_at(at));
        let url = format!("{}{path}{query}", place.trim_end_matches('/'));
        let target: Target = url.parse().map_err(|error: TargetError| error.to_string())?;
        Ok(Self { target, reach: self.reach })
    }

    /// Returns the host, without the rest of the URL.
    #[must_use]
    pub const fn host(&self) -> &Host {
        self.target.host()
    }

    /// Returns the value of the `Host` header.
    #[must_use]
    pub fn authority(&self) -> String {
        self.target.authority()
    }

    /// Returns the path as it is sent.
    #[must_use]
    pub fn path(&self) -> &str {
        self.target.path()
    }

    /// Connects to the service, for a client with an exchange of its own.
    ///
    /// # Errors
    /// [`Failure`] if the service is not reached.
    pub async fn connect(&self) -> Result<Box<dyn Stream>, Failure> {
        open_stream(&self.target, self.reach).await
    }

    /// Returns the URL up to its path, for people.
    #[must_use]
    pub fn origin(&self) -> String {
        let parts: Vec<&str> = self.target.as_str().split(['/', '?']).take(3).collect();
        format!("{}/…", parts.join("/"))
    }

    pub(super) const fn target(&self) -> &Target {
        &self.target
    }

    pub(super) const fn reach(&self) -> Reach {
        self.reach
    }
}

/// Hides the path: paths and queries of such URLs often contain a key.
impl fmt::Debug for ServiceUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin())
    }
}
