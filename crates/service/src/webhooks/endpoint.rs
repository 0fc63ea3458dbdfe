//! Rules for the URLs of webhook endpoints (conventions 11.1).

use std::net::IpAddr;

use causeway_store::platforms::Environment;

use crate::runtime::outbound::{Host, Reach, Scheme, Target, TargetError, resolve};
use crate::runtime::timers;

/// The rule for the endpoints of one platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndpointRule {
    reach: Reach,
    environment: Environment,
}

/// The setting by which an operator allows plain http and private addresses to sandbox platforms.
const SETTING: &str = "webhook_private_hosts_allowed";

impl EndpointRule {
    /// Returns the rule for a platform of this environment. The setting `webhook_private_hosts_allowed` only
    /// concerns sandbox platforms.
    #[must_use]
    pub const fn new(environment: Environment, private_hosts_allowed: bool) -> Self {
        let reach = match environment {
            Environment::Sandbox if private_hosts_allowed => Reach::Private,
            Environment::Sandbox | Environment::Production => Reach::Public,
        };
        Self { reach, environment }
    }

    /// Returns the range of addresses that deliveries may reach.
    #[must_use]
    pub const fn reach(self) -> Reach {
        self.reach
    }

    /// Parses an endpoint. IP addresses in it are checked, names are not looked up.
    ///
    /// # Errors
    /// The reason, to be shown to the platform.
    pub fn parse(self, url: &str) -> Result<Target, String> {
        let target: Target = url.parse().map_err(|error: TargetError| error.to_string())?;
        if self.reach == Reach::Public && target.scheme() != Scheme::Https {
            return Err(self.refused("must be an https URL"));
        }
        match target.host() {
            Host::Address(address) => self.check_address(*address)?,
            host @ Host::Name(_) if host.is_loopback() && self.reach == Reach::Public => {
                return Err(self.refused(WITHIN));
            }
            Host::Name(_) => {}
        }
        Ok(target)
    }

    /// Checks an endpoint that is about to be set: its form, and the addresses to which its name resolves
    /// now. A name that does not resolve yet is accepted; each connect checks again.
    ///
    /// # Errors
    /// The reason, to be shown to the platform.
    pub async fn check(self, url: &str) -> Result<(), String> {
        let target = self.parse(url)?;
        match timers::within(timers::CONNECT_TIMEOUT, resolve(&target)).await {
            Ok(Ok(addresses)) => addresses.into_iter().try_for_each(|address| self.check_address(address)),
            Ok(Err(_)) | Err(_) => Ok(()),
        }
    }

    fn check_address(self, address: IpAddr) -> Result<(), String> {
        if self.reach.allows(address) { Ok(()) } else { Err(self.refused(WITHIN)) }
    }

    /// Returns the reason of a refusal, with the setting that an operator can change for a sandbox platform.
    fn refused(self, rule: &str) -> String {
        match (self.environment, self.reach) {
            (Environment::Sandbox, Reach::Public) => {
                format!("{rule}, unless the operator sets {SETTING} to on")
            }
            _ => rule.to_owned(),
        }
    }
}

/// The rule for addresses.
const WITHIN: &str = "must not lead to a private, loopback or link-local address";

#[cfg(test)]
mod tests {
    use super::*;

    const PRODUCTION: EndpointRule = EndpointRule::new(Environment::Production, true);
    const SANDBOX: EndpointRule = EndpointRule::new(Environment::Sandbox, true);

    #[tokio::test]
    async fn production_takes_https_to_public_addresses_only() {
        assert_eq!(PRODUCTION.check("https://1.1.1.1/hooks").await, Ok(()));
        assert_eq!(PRODUCTION.check("https://nobody-knows.invalid/hooks").await, Ok(()));
        for url in [
            "http://1.1.1.1/hooks",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://169.254.169.254/latest",
            "https://localhost/hooks",
            "https://localhost./hooks",
            "https://pay.localhost/hooks",
            "https://PAY.localhost./hooks",
        ] {
            let refusal = PRODUCTION.check(url).await.unwrap_err();
            assert!(refusal.starts_with("must ") && !refusal.contains("operator"), "{url}: {refusal}");
        }
    }

    #[tokio::test]
    async fn a_sandbox_takes_plain_http_and_private_addresses_where_the_operator_allows_it() {
        let locked_down = EndpointRule::new(Environment::Sandbox, false);
        for url in ["http://localhost:9000/hooks", "http://127.0.0.1:9000/", "https://10.1.2.3/x"] {
            assert_eq!(SANDBOX.check(url).await, Ok(()), "{url}");
            let refusal = locked_down.check(url).await.unwrap_err();
            assert!(
                refusal.ends_with("unless the operator sets webhook_private_hosts_allowed to on"),
                "{refusal}"
            );
        }
        assert!(SANDBOX.check("http://169.254.169.254/").await.is_err(), "metadata is for nobody");
        assert!(SANDBOX.check("not a url").await.is_err());
    }
}
