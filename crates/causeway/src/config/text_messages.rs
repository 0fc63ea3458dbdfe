//! The gateway for text messages.

use causeway_service::runtime::signed_requests::{ServiceUrl, SigningSecrets};

use super::{Layers, Problem, SecretText, Value};

const URL: &str = "text_messages_url";
const SECRET: &str = "text_messages_secret";
const PREVIOUS: &str = "text_messages_secret_previous";
const PRIVATE_HOSTS: &str = "text_messages_private_hosts_allowed";

/// A gateway for text messages, with the secrets that sign requests to it.
#[derive(Debug, Clone)]
pub struct TextGateway {
    pub url: ServiceUrl,
    pub secrets: SigningSecrets,
}

/// Takes the gateway from the layers.
pub(super) fn text_gateway(from: &mut Layers) -> Option<TextGateway> {
    let private_hosts_allowed = from.take(PRIVATE_HOSTS, false);
    let read = |text: &str| read_url(text, private_hosts_allowed).map(Some);
    let origin = |url: &Option<ServiceUrl>| url.as_ref().map(ServiceUrl::origin).unwrap_or_default();
    let url = from.take_read(URL, None, read, origin);
    let secret = take_secret(from, SECRET);
    let previous = take_secret(from, PREVIOUS);
    let incomplete = match (&url, &secret, &previous) {
        (Some(_), None, _) => Some((URL, SECRET)),
        (None, Some(_), _) => Some((SECRET, URL)),
        (None, None, Some(_)) => Some((PREVIOUS, SECRET)),
        (Some(_), Some(_), _) | (None, None, None) => None,
    };
    // A value that was refused counts as set.
    if let Some((given, missing)) = incomplete.filter(|(_, missing)| !from.is_invalid(missing)) {
        from.problem(Problem::Alone { given, missing });
    }
    let secrets = SigningSecrets::parse(secret?.expose(), previous.as_ref().map(|secret| secret.expose()));
    Some(TextGateway { url: url?, secrets: secrets.ok()? })
}

fn read_url(text: &str, private_hosts_allowed: bool) -> Result<ServiceUrl, String> {
    ServiceUrl::parse(text, private_hosts_allowed).map_err(|reason| {
        // If the permission would make the URL acceptable, the error names it.
        if !private_hosts_allowed && ServiceUrl::parse(text, true).is_ok() {
            format!("{reason}; for a gateway in a private network, set {PRIVATE_HOSTS} = true")
        } else {
            reason
        }
    })
}

fn take_secret(from: &mut Layers, name: &str) -> Option<SecretText> {
    let read = |text: &str| SigningSecrets::parse(text, None).map(|_| Some(SecretText::new(text.to_owned())));
    let masked = |secret: &Option<SecretText>| secret.as_ref().map(Value::show).unwrap_or_default();
    from.take_read(name, None, read, masked)
}

/// Returns `true` for the secret settings of this module.
pub(super) fn is_secret(name: &str) -> bool {
    [SECRET, PREVIOUS].contains(&name)
}
