//! Execution of a command by a running server: on this machine, or over the network.

use std::process::ExitCode;

use bytes::Bytes;
use causeway_service::operator::{Action, Kind, OperatorError, Request, find};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;

use super::Invocation;
use super::connection::{ServerConnection, connect};
use super::export_destination::ExportDestination;
use super::layout::OutputFormat;
use super::outcome::{BEGUN, CommandError, DONE, print_result};
use super::platform_names;
use super::progress::watched;
use super::secret_file::SecretFile;
use crate::config::Config;
use crate::data_folder::DataFolder;

/// Maximum size of a response that is read as a whole before it is printed.
const MAX_RESPONSE_BYTES: usize = 256 * 1024 * 1024;

/// Sends the action to the server and prints the result. The server refuses if it works on another database
/// than the one given to the command. The file for a secret is in the data folder if the server's socket is, else in
/// the working directory.
///
/// # Errors
/// The error returned by the server; an error if its answer cannot be read.
pub(super) async fn run_on_server(
    connection: ServerConnection,
    config: &Config,
    invocation: &Invocation,
    format: OutputFormat,
    destination: ExportDestination,
) -> Result<ExitCode, CommandError> {
    let is_given = config.database_url.is_some();
    let database = is_given.then(|| config.database().identity()).transpose().map_err(OperatorError::from)?;
    let here = DataFolder::new(".");
    let folder = if connection.is_in_data_folder { &config.data } else { &here };
    let secret = SecretFile::open(invocation, folder)?;
    let request = invocation.request(database);
    let response = watched(invocation, send(connection, invocation.action, &request)).await?;
    if response.status() != StatusCode::OK {
        return Err(error_of(response).await.into());
    }
    let Some(exit_code) = exit_code(&response) else {
        return write_export(response, invocation, destination).await;
    };
    let mut result: Value = serde_json::from_slice(&collect(response).await?).map_err(unreadable_response)?;
    if platform_names::are_shown(&result, invocation.action, format) {
        platform_names::show(&mut result, &platforms(config).await.unwrap_or_default());
    }
    print_result(result, secret, invocation, format)?;
    Ok(ExitCode::from(exit_code))
}

async fn send(
    connection: ServerConnection,
    action: &Action,
    request: &Request,
) -> Result<Response<Incoming>, OperatorError> {
    let ServerConnection { stream, host, prefix, authorization, .. } = connection;
    let (mut sender, driver) = http1::handshake(TokioIo::new(stream)).await.map_err(unreadable_response)?;
    tokio::spawn(driver);
    let path = format!("{prefix}/operator/{}/{}", action.noun, action.verb);
    let body = Full::new(Bytes::from(serde_json::to_vec(request).map_err(unreadable_response)?));
    let request = hyper::Request::post(path).header(HOST, host).header(CONTENT_TYPE, "application/json");
    let mut request = request.body(body).map_err(unreadable_response)?;
    if let Some(authorization) = authorization {
        request.headers_mut().insert(AUTHORIZATION, authorization);
    }
    sender.send_request(request).await.map_err(unreadable_response)
}

/// Lists the platforms of the caller over another connection.
async fn platforms(config: &Config) -> Result<Value, OperatorError> {
    let Some(connection) = connect(config).await? else { return Ok(Value::Null) };
    let Some(action) = find("platform", "list") else { return Ok(Value::Null) };
    let response = send(connection, action, &Request::default()).await?;
    match response.status() {
        StatusCode::OK => serde_json::from_slice(&collect(response).await?).map_err(unreadable_response),
        _ => Ok(Value::Null),
    }
}

/// Returns the exit code for the command from a report, or `None` for an export.
fn exit_code(response: &Response<Incoming>) -> Option<u8> {
    response.headers().get("x-exit-code")?.to_str().ok()?.parse().ok()
}

/// Returns the error in a response. A response of another form is not one of the operator API.
async fn error_of(response: Response<Incoming>) -> OperatorError {
    let status = response.status();
    let body = collect(response).await.unwrap_or_default();
    serde_json::from_slice(&body).unwrap_or_else(|_| {
        let message = format!("the server answered with status {status}, and not as the operator API does");
        OperatorError::new(Kind::Failed, message).remedy(
            "see whether operator_url is the admin address of the server (serve --admin), without a path, and not the \
             address of its API or of another program",
        )
    })
}

/// Writes an export as it arrives.
async fn write_export(
    response: Response<Incoming>,
    invocation: &Invocation,
    mut destination: ExportDestination,
) -> Result<ExitCode, CommandError> {
    let mut body = response.into_body();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| export_interrupted(destination.is_file()))?;
        if let Some(bytes) = frame.data_ref() {
            destination.write(bytes).map_err(|error| error.after(invocation, BEGUN))?;
        }
    }
    destination.finish().map_err(|error| error.after(invocation, DONE))?;
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
