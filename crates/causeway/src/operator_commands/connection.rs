//! The connection to a running server: an operator socket of this machine, or a server elsewhere.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;

use causeway_service::operator::{Kind, OperatorError};
use causeway_service::runtime::keys::is_private;
use causeway_service::runtime::outbound::Stream;
use hyper::header::HeaderValue;
use tokio::net::UnixStream;

use crate::config::{Config, RemoteServer};

/// An open connection, and what each request on it has.
pub(super) struct ServerConnection {
    pub(super) stream: Box<dyn Stream>,
    /// Value of the `Host` header.
    pub(super) host: String,
    /// Beginning of the path, without a slash at its end.
    pub(super) prefix: String,
    /// Value of the `Authorization` header; `None` on a socket, whose peer the system names.
    pub(super) authorization: Option<HeaderValue>,
    /// `true` for the socket in the data folder: the command may write to the folder.
    pub(super) is_in_data_folder: bool,
}

/// Connects to the configured server elsewhere, or to the one on the data folder: through the socket in the
/// folder, or through the one for users outside of it. Returns `None` if no server is running on the folder.
///
/// # Errors
/// If this user may not use the socket, the token cannot be read, or the server elsewhere is not reached.
pub(super) async fn connect(config: &Config) -> Result<Option<ServerConnection>, OperatorError> {
    if let Some(server) = &config.operator_server {
        return over_network(server).await.map(Some);
    }
    let own = open_socket(&config.data.socket()).await;
    let is_in_data_folder = matches!(own, Ok(Some(_)));
    let stream = match (own, &config.operator_socket) {
        (Ok(None) | Err(_), Some(path)) => open_socket(path).await,
        (own, _) => own,
    }?;
    Ok(stream.map(|stream| ServerConnection {
        stream: Box::new(stream),
        host: "causeway".to_owned(),
        prefix: String::new(),
        authorization: None,
        is_in_data_folder,
    }))
}

async fn open_socket(path: &Path) -> Result<Option<UnixStream>, OperatorError> {
    match UnixStream::connect(path).await {
        Ok(stream) => Ok(Some(stream)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {
            Ok(None)
        }
        Err(error) => {
            let text = format!("cannot connect to {}: {error}", path.display());
            let failure = OperatorError::new(Kind::Unavailable, text);
            Err(failure.remedy(
                "run the command as the user who owns the data folder, or set operator_socket to the socket for users",
            ))
        }
    }
}

async fn over_network(server: &RemoteServer) -> Result<ServerConnection, OperatorError> {
    let RemoteServer { url, token_file } = server;
    let authorization = bearer_token(token_file)?;
    let stream = url.connect().await.map_err(|failure| {
        let text = format!("cannot connect to {}: {failure}", url.origin());
        OperatorError::new(Kind::Unavailable, text)
            .remedy("see whether a server runs there with --admin, and whether operator_url is its address")
    })?;
    Ok(ServerConnection {
        stream,
        host: url.authority(),
        prefix: url.path().trim_end_matches('/').to_owned(),
        authorization: Some(authorization),
        is_in_data_folder: false,
    })
}

/// Reads the token from a file that only its owner may read.
fn bearer_token(file: &Path) -> Result<HeaderValue, OperatorError> {
    let path = file.display();
    let unreadable = |cause: &dyn Display| {
        OperatorError::invalid(format!("cannot read the operator token in {path}: {cause}")).remedy(
            "see whether operator_token_file names the file of a token: an administrator makes one with causeway \
             operator-token create NAME --roles ROLES",
        )
    };
    if !is_private(file).map_err(|error| unreadable(&error))? {
        return Err(OperatorError::invalid(format!("other users can read the operator token in {path}"))
            .remedy(format!(
                "chmod 600 {path}; if others may have read it, revoke the token and create another"
            )));
    }
    let token = fs::read_to_string(file).map_err(|error| unreadable(&error))?;
    if token.trim().is_empty() {
        return Err(unreadable(&"the file is empty"));
    }
    let mut value =
        HeaderValue::try_from(format!("Bearer {}", token.trim())).map_err(|error| unreadable(&error))?;
    value.set_sensitive(true);
    Ok(value)
}
