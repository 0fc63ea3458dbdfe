//! The server elsewhere that operators' commands are sent to.

use std::path::PathBuf;

use causeway_service::runtime::signed_requests::ServiceUrl;

use super::{Layers, Problem};

const URL: &str = "operator_url";
const TOKEN_FILE: &str = "operator_token_file";

/// The operator API of a server elsewhere.
#[derive(Debug, Clone)]
pub struct RemoteServer {
    /// Its admin address, or that of a proxy in front of it. Plain HTTP stays within private networks.
    pub url: ServiceUrl,
    /// File with the operator token.
    pub token_file: PathBuf,
}

/// Takes the server from the layers; `None` if commands stay on this machine.
pub(super) fn remote_server(from: &mut Layers) -> Option<RemoteServer> {
    let read = |text: &str| ServiceUrl::parse(text, true).map(Some);
    let origin = |url: &Option<ServiceUrl>| url.as_ref().map(ServiceUrl::origin).unwrap_or_default();
    let url = from.take_read(URL, None, read, origin);
    let token_file: Option<PathBuf> = from.take_optional(TOKEN_FILE);
    let incomplete = match (&url, &token_file) {
        (Some(_), None) => Some((URL, TOKEN_FILE)),
        (None, Some(_)) => Some((TOKEN_FILE, URL)),
        (Some(_), Some(_)) | (None, None) => None,
    };
    if let Some((given, missing)) = incomplete {
        from.problem(Problem::Alone { given, missing });
    }
    Some(RemoteServer { url: url?, token_file: token_file? })
}
