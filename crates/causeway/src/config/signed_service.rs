//! A service of the operator that takes signed requests: its URL and its secrets.

use causeway_service::runtime::signed_requests::{ServiceUrl, SigningSecrets};

use super::{Layers, Problem, SecretText, Value};

/// A service of the operator, with the secrets that sign requests to it.
#[derive(Debug, Clone)]
pub struct SignedService {
    pub url: ServiceUrl,
    pub secrets: SigningSecrets,
}

/// The names of the settings of one service.
#[derive(Debug, Clone, Copy)]
pub(super) struct SignedServiceSettings {
    pub(super) url: &'static str,
    pub(super) secret: &'static str,
    pub(super) previous_secret: &'static str,
    pub(super) private_hosts_allowed: &'static str,
    /// The service, for error messages.
    pub(super) service: &'static str,
}

impl SignedServiceSettings {
    /// Takes the service from the layers; `None` if it is not configured.
    pub(super) fn take(&self, from: &mut Layers) -> Option<SignedService> {
        let private_hosts_allowed = from.take(self.private_hosts_allowed, false);
        let read = |text: &str| self.read_url(text, private_hosts_allowed).map(Some);
        let origin = |url: &Option<ServiceUrl>| url.as_ref().map(ServiceUrl::origin).unwrap_or_default();
        let url = from.take_read(self.url, None, read, origin);
        let secret = take_secret(from, self.secret);
        let previous = take_secret(from, self.previous_secret);
        let incomplete = match (&url, &secret, &previous) {
            (Some(_), None, _) => Some((self.url, self.secret)),
            (None, Some(_), _) => Some((self.secret, self.url)),
            (None, None, Some(_)) => Some((self.previous_secret, self.secret)),
            (Some(_), Some(_), _) | (None, None, None) => None,
        };
        if let Some((given, missing)) = incomplete {
            from.problem(Problem::Alone { given, missing });
        }
        let previous = previous.as_ref().map(|secret| secret.expose());
        let secrets = SigningSecrets::parse(secret?.expose(), previous);
        Some(SignedService { url: url?, secrets: secrets.ok()? })
    }

    fn read_url(&self, text: &str, private_hosts_allowed: bool) -> Result<ServiceUrl, String> {
        ServiceUrl::parse(text, private_hosts_allowed).map_err(|reason| {
            // If the permission would make the URL acceptable, the error names it.
            if !private_hosts_allowed && ServiceUrl::parse(text, true).is_ok() {
                let Self { service, private_hosts_allowed, .. } = self;
                format!("{reason}; for {service} in a private network, set {private_hosts_allowed} = true")
            } else {
                reason
            }
        })
    }

    /// Returns the names of the secrets.
    pub(super) const fn secrets(&self) -> [&'static str; 2] {
        [self.secret, self.previous_secret]
    }
}

fn take_secret(from: &mut Layers, name: &str) -> Option<SecretText> {
    let read = |text: &str| SigningSecrets::parse(text, None).map(|_| Some(SecretText::new(text.to_owned())));
    let masked = |secret: &Option<SecretText>| secret.as_ref().map(Value::show).unwrap_or_default();
    from.take_read(name, None, read, masked)
}
