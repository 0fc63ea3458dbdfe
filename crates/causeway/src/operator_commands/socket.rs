//! Execution of a command through the operator socket of a running server.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use bytes::Bytes;
use causeway_service::operator::{Kind, OperatorError, Request};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::{Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;

use super::Invocation;
use super::export_destination::ExportDestination;
use super::outcome::{CommandError, print_result};
use crate::config::Config;

/// Maximum size of a response that is read as a whole before it is printed.
const MAX_RESPONSE_BYTES: usize = 256 * 1024 * 1024;

/// Connects to the server that works on a data folder, or returns `None` if no server is running.
///
/// # Errors
/// If the socket exists but this user may not use it.
pub(super) async fn connect(path: &Path) -> Result<Option<UnixStream>, OperatorError> {
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

/// Sends the action to the server and prints the result. The server refuses if it works on another database
/// than the one given to the command.
///
/// # Errors
/// The error returned by the server; an error if its answer cannot be read.
pub(super) async fn run_on_server(
    stream: UnixStream,
    config: &Config,
    invocation: &Invocation,
    json: bool,
    destination: ExportDestination,
) -> Result<ExitCode, CommandError> {
    let is_given = config.database_url.is_some();
    let database = is_given.then(|| config.database().identity()).transpose().map_err(OperatorError::from)?;
    let response = send(stream, invocation, &invocation.request(database)).await?;
    if response.status() != StatusCode::OK {
        return Err(error_of(response).await.into());
    }
    let Some(exit_code) = exit_code(&response) else {
        return write_export(response, destination).await;
    };
    let result = serde_json::from_slice(&collect(response).await?).map_err(unreadable_response)?;
    print_result(result, config, invocation, json)?;
    Ok(ExitCode::from(exit_code))
}

async fn send(
    stream: UnixStream,
    invocation: &Invocation,
    request: &Request,
) -> Result<Response<Incoming>, OperatorError> {
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(unreadable_response)?;
    tokio::spawn(connection);
    let request =
        hyper::Request::post(format!("/operator/{}/{}", invocation.action.noun, invocation.action.verb))
            .header(HOST, "causeway")
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(serde_json::to_vec(request).map_err(unreadable_response)?)))
            .map_err(unreadable_response)?;
    sender.send_request(request).await.map_err(unreadable_response)
}

/// Returns the exit code for the command from a report, or `None` for an export.
fn exit_code(response: &Response<Incoming>) -> Option<u8> {
    response.headers().get("x-exit-code")?.to_str().ok()?.parse().ok()
}

async fn error_of(response: Response<Incoming>) -> OperatorError {
    let status = response.status();
    let body = collect(response).await.unwrap_or_default();
    serde_json::from_slice(&body)
        .unwrap_or_else(|_| OperatorError::new(Kind::Failed, format!("the server returned status {status}")))
}

/// Writes an export as it arrives.
async fn write_export(
    response: Response<Incoming>,
    mut destination: ExportDestination,
) -> Result<ExitCode, CommandError> {
    let mut body = response.into_body();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| export_interrupted(destination.is_file()))?;
        if let Some(bytes) = frame.data_ref() {
            destination.write(bytes)?;
        }
    }
    destination.finish()?;
    Ok(ExitCode::SUCCESS)
}

async fn collect(response: Response<Incoming>) -> Result<Bytes, OperatorError> {
    let limited = http_body_util::Limited::new(response.into_body(), MAX_RESPONSE_BYTES);
    limited.collect().await.map(http_body_util::Collected::to_bytes).map_err(unreadable_response)
}

fn unreadable_response(error: impl std::fmt::Display) -> OperatorError {
    OperatorError::new(Kind::Unavailable, format!("cannot read the server's response: {error}"))
        .remedy("see the server's log; the action may have been completed")
}

fn export_interrupted(is_file: bool) -> OperatorError {
    let remedy = if is_file {
        "repeat the command; the incomplete file is removed"
    } else {
        "continue after the last complete line: --after with the value of its first column"
    };
    OperatorError::new(Kind::Unavailable, "the export was interrupted").remedy(remedy)
}
