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
use super::outcome::{CommandError, print, print_result};
use crate::config::Config;

/// Maximum size of an answer that is read as a whole before it is printed.
const ANSWER_BYTES_MAX: usize = 256 * 1024 * 1024;

/// Connects to the server that works on a data folder, or returns `None` if no server is running.
///
/// # Errors
/// If the socket exists but this user may not use it.
pub(super) async fn connect(path: &Path) -> Result<Option<UnixStream>, OperatorError> {
    match UnixStream::connect(path).await {
        Ok(stream) => Ok(Some(stream)),
        Err(fault) if matches!(fault.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {
            Ok(None)
        }
        Err(fault) => {
            let error = OperatorError::new(Kind::Unavailable, format!("{}: {fault}", path.display()));
            Err(error.remedy("run the command as the user who owns the data folder"))
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
    name: Option<String>,
    json: bool,
) -> Result<ExitCode, CommandError> {
    let seen = config.database_url.is_some();
    let database = seen.then(|| config.database().identity()).transpose().map_err(OperatorError::from)?;
    let request = Request {
        arguments: invocation.arguments.clone(),
        operator: name,
        reason: invocation.reason.clone(),
        database,
    };
    let response = send(stream, invocation, &request).await?;
    if response.status() != StatusCode::OK {
        return Err(refusal(response).await.into());
    }
    let Some(exit_code) = exit_code(&response) else {
        return print_export(response).await;
    };
    let result = serde_json::from_slice(&collect(response).await?).map_err(unreadable_answer)?;
    print_result(result, config, invocation, json)?;
    Ok(ExitCode::from(exit_code))
}

async fn send(
    stream: UnixStream,
    invocation: &Invocation,
    request: &Request,
) -> Result<Response<Incoming>, OperatorError> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(unreadable_answer)?;
    tokio::spawn(connection);
    let request =
        hyper::Request::post(format!("/operator/{}/{}", invocation.action.noun, invocation.action.verb))
            .header(HOST, "causeway")
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(serde_json::to_vec(request).map_err(unreadable_answer)?)))
            .map_err(unreadable_answer)?;
    sender.send_request(request).await.map_err(unreadable_answer)
}

/// Returns the exit code for the command from a report, or `None` for an export.
fn exit_code(response: &Response<Incoming>) -> Option<u8> {
    response.headers().get("x-exit-code")?.to_str().ok()?.parse().ok()
}

async fn refusal(response: Response<Incoming>) -> OperatorError {
    let status = response.status();
    let body = collect(response).await.unwrap_or_default();
    serde_json::from_slice(&body)
        .unwrap_or_else(|_| OperatorError::new(Kind::Failed, format!("the server answered {status}")))
}

/// Prints an export as it arrives.
async fn print_export(response: Response<Incoming>) -> Result<ExitCode, CommandError> {
    let mut body = response.into_body();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| export_interrupted())?;
        if let Some(bytes) = frame.data_ref() {
            print(bytes)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn collect(response: Response<Incoming>) -> Result<Bytes, OperatorError> {
    let limited = http_body_util::Limited::new(response.into_body(), ANSWER_BYTES_MAX);
    limited.collect().await.map(http_body_util::Collected::to_bytes).map_err(unreadable_answer)
}

fn unreadable_answer(fault: impl std::fmt::Display) -> OperatorError {
    OperatorError::new(Kind::Unavailable, format!("the server's answer: {fault}"))
        .remedy("see the server's log; the action may have been carried out")
}

fn export_interrupted() -> OperatorError {
    OperatorError::new(Kind::Unavailable, "the export was interrupted")
        .remedy("continue after the last complete line: --after with the value of its first column")
}
