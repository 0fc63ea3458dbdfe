//! A command through the operator socket of a running server.

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

use super::Chosen;
use super::outcome::{Failed, print, print_result};
use crate::config::Config;

/// What the answer is read as when the command may not print it while it comes.
const ANSWER_BYTES_MAX: usize = 256 * 1024 * 1024;

/// Connects to the server that works on a data folder; none when nobody listens.
///
/// # Errors
/// When the socket is there but may not be used.
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

/// Has the server carry the action out and prints the result. A server that works on another database than the one
/// that the command is given refuses.
///
/// # Errors
/// What the server says; when it cannot be understood.
pub(super) async fn act(
    stream: UnixStream,
    config: &Config,
    chosen: &Chosen,
    name: Option<String>,
    json: bool,
) -> Result<ExitCode, Failed> {
    let seen = config.database_url.is_some();
    let database = seen.then(|| config.database().identity()).transpose().map_err(OperatorError::from)?;
    let request = Request {
        arguments: chosen.arguments.clone(),
        operator: name,
        reason: chosen.reason.clone(),
        database,
    };
    let response = send(stream, chosen, &request).await?;
    if response.status() != StatusCode::OK {
        return Err(refusal(response).await.into());
    }
    let Some(exit_code) = exit_code(&response) else {
        return pass_on(response).await;
    };
    let result = serde_json::from_slice(&collect(response).await?).map_err(broken)?;
    print_result(result, config, chosen, json)?;
    Ok(ExitCode::from(exit_code))
}

async fn send(
    stream: UnixStream,
    chosen: &Chosen,
    request: &Request,
) -> Result<Response<Incoming>, OperatorError> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    tokio::spawn(connection);
    let request = hyper::Request::post(format!("/operator/{}/{}", chosen.action.noun, chosen.action.verb))
        .header(HOST, "causeway")
        .header(CONTENT_TYPE, "application/json")
        .body(Full::new(Bytes::from(serde_json::to_vec(request).map_err(broken)?)))
        .map_err(broken)?;
    sender.send_request(request).await.map_err(broken)
}

/// A report says what the command should end with; an export does not.
fn exit_code(response: &Response<Incoming>) -> Option<u8> {
    response.headers().get("x-exit-code")?.to_str().ok()?.parse().ok()
}

async fn refusal(response: Response<Incoming>) -> OperatorError {
    let status = response.status();
    let body = collect(response).await.unwrap_or_default();
    serde_json::from_slice(&body)
        .unwrap_or_else(|_| OperatorError::new(Kind::Failed, format!("the server answered {status}")))
}

/// Prints an export as it comes.
async fn pass_on(response: Response<Incoming>) -> Result<ExitCode, Failed> {
    let mut body = response.into_body();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| broken_off())?;
        if let Some(bytes) = frame.data_ref() {
            print(bytes)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn collect(response: Response<Incoming>) -> Result<Bytes, OperatorError> {
    let limited = http_body_util::Limited::new(response.into_body(), ANSWER_BYTES_MAX);
    limited.collect().await.map(http_body_util::Collected::to_bytes).map_err(broken)
}

fn broken(fault: impl std::fmt::Display) -> OperatorError {
    OperatorError::new(Kind::Unavailable, format!("the server's answer: {fault}"))
        .remedy("see the server's log; the action may have been carried out")
}

fn broken_off() -> OperatorError {
    OperatorError::new(Kind::Unavailable, "the export broke off")
        .remedy("continue after the last complete line: --after with the value of its first column")
}
