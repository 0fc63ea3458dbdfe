//! Hosts of the simulated providers (money 13.1).

use causeway_uma::addresses::Host;

use crate::magic::{UmaFault, uma_fault};

/// The host of a simulated provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SimulatedHost {
    pub(crate) host: Host,
    /// `None` for a provider that answers well.
    pub(crate) fault: Option<UmaFault>,
}

impl SimulatedHost {
    /// Finds the provider at a host: one of the domains, or a fault's label below one. Returns `None` for any other
    /// host.
    pub(crate) fn find(host: &str, domains: &[String]) -> Option<Self> {
        let is_domain = |text: &str| domains.iter().any(|domain| domain == text);
        let fault = if is_domain(host) {
            None
        } else {
            let (label, domain) = host.split_once('.')?;
            if !is_domain(domain) {
                return None;
            }
            Some(uma_fault(label)?)
        };
        Some(Self { host: Host::parse(host).ok()?, fault })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_below_a_domain_is_a_fault() {
        let domains = ["a.test".to_owned(), "fail.test".to_owned()];
        let fault = |host: &str| SimulatedHost::find(host, &domains).map(|found| found.fault);
        assert_eq!(fault("a.test"), Some(None));
        assert_eq!(fault("fail.test"), Some(None));
        assert_eq!(fault("fail.a.test"), Some(Some(UmaFault::Fails)));
        assert_eq!(fault("stale.fail.test"), Some(Some(UmaFault::StaleTime)));
        for other in ["b.test", "any.a.test", "fail.stale.a.test", "fail.b.test", "test", ""] {
            assert_eq!(fault(other), None, "{other}");
        }
    }
}
