//! The host name of a platform's UMA addresses, and the label used if it has none (customers 1.2, uma 1).

use causeway_domain::customers::uma_host;
use causeway_domain::ids::PlatformId;
use causeway_domain::platforms::{first_label, subdomain_choices};
use causeway_store::platforms::PlatformRecord;
use causeway_store::uma_names::{self, UmaName};
use causeway_store::{Error, Tx};

/// The reason why a host name cannot be a platform's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DomainError {
    /// The domain is no DNS host name.
    Form,
    /// The domain is the service's host or below it: there are the labels of all platforms.
    Reserved,
    /// Another platform, of either environment, has it or once had it: peers find the platform by it, and an
    /// address must never pass to another holder.
    Taken,
}

impl DomainError {
    /// Returns the message, to follow the field's name.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::Form => "must be a DNS host name",
            Self::Reserved => "must not be the host of the service, or below it",
            Self::Taken => "is, or once was, the domain of another platform",
        }
    }
}

/// Returns the host name in lower case, if this platform may have it.
pub(super) fn check(
    tx: &mut Tx<'_>,
    service_host: &str,
    platform: PlatformId,
    sent: &str,
) -> Result<Result<String, DomainError>, Error> {
    let Some(domain) = uma_host(sent) else { return Ok(Err(DomainError::Form)) };
    if is_of_service(&domain, service_host) {
        return Ok(Err(DomainError::Reserved));
    }
    let owner = uma_names::find_holder(tx, UmaName::Domain(&domain))?;
    Ok(if owner.is_none_or(|owner| owner == platform) { Ok(domain) } else { Err(DomainError::Taken) })
}

/// Returns `true` for the service's host and each host below it. Both are in lower case.
fn is_of_service(domain: &str, service_host: &str) -> bool {
    domain.strip_suffix(service_host).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Returns a free label for a platform: the first label of its domain, or of its name, numbered if another
/// platform has it.
pub(super) fn free_subdomain(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    subdomain: &str,
) -> Result<String, Error> {
    for choice in subdomain_choices(first_label(subdomain)) {
        let owner = uma_names::find_holder(tx, UmaName::Label(&choice))?;
        if owner.is_none_or(|owner| owner == platform) {
            return Ok(choice);
        }
    }
    Err(Error::Data("no subdomain is free".to_owned()))
}

/// Reserves the platform's domain and label for it permanently.
pub(super) fn reserve(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Result<(), Error> {
    let domain = platform.uma_domain.as_deref().map(UmaName::Domain);
    let label = platform.proxy_uma_subdomain.as_deref().map(UmaName::Label);
    [domain, label].into_iter().flatten().try_for_each(|name| uma_names::reserve(tx, platform.id, name))
}

/// Derives a label from a platform's name.
pub(super) fn label_of_name(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let label: String = letters.take(40).collect();
    let words: Vec<&str> = label.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "platform".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_the_service_are_no_platforms() {
        for (domain, is_of_service_host) in [
            ("uma.example.com", true),
            ("acme.uma.example.com", true),
            ("a.b.uma.example.com", true),
            ("acmeuma.example.com", false),
            ("example.com", false),
            ("uma.example.com.example", false),
        ] {
            assert_eq!(is_of_service(domain, "uma.example.com"), is_of_service_host, "{domain}");
        }
    }

    #[test]
    fn a_name_becomes_a_label() {
        for (name, label) in [
            ("Acme Pay, Inc.", "acme-pay-inc"),
            ("  ", "platform"),
            ("Ünion", "nion"),
            (&"x".repeat(90), &"x".repeat(40)),
        ] {
            assert_eq!(label_of_name(name), label);
            assert!(uma_host(label).is_some());
        }
    }
}
