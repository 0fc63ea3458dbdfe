//! `causeway ready`: asks the server on this machine if it is ready, for health checks of containers, which
//! have no other HTTP client.

use std::fmt;
use std::net::SocketAddr;

use bytes::Bytes;
use causeway_service::runtime::timers;
use clap::Args;
use http_body_util::{BodyExt, Empty, Limited};
use hyper::client::conn::http1;
use hyper::header::HOST;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use tokio::net::TcpStream;

use crate::config::{Config, ServeFlags, ValueSource};
use crate::serve::reachable_address;

/// Maximum size of an answer, in bytes.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// Flags of `causeway ready`.
#[derive(Debug, Clone, Args)]
pub struct ReadyCommand {
    /// API listen address of the server [default: that of the server on the data folder, else as for serve]
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
}

/// The answer of `/readyz`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadinessReport {
    status: String,
    /// `None` if the server is ready.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The reason why a server does not count as ready.
#[derive(Debug)]
pub enum HealthError {
    /// No answer.
    Unreachable {
        address: SocketAddr,
        /// Error of the connection, or the time limit.
        cause: String,
    },
    /// The server answered that it is not ready.
    NotReady {
        /// As reported by the server.
        reason: String,
    },
}

impl ReadyCommand {
    /// Returns the flags of a server at the same address.
    #[must_use]
    pub fn serve_flags(&self) -> ServeFlags {
        ServeFlags { listen: self.listen.clone(), ..ServeFlags::default() }
    }

    /// Asks the server at the address of a flag or a variable, else the one on the data folder.
    ///
    /// # Errors
    /// If it does not answer, or is not ready.
    pub async fn run(config: &Config) -> Result<ReadinessReport, HealthError> {
        let address = reachable_address(address_of_server(config));
        let unreachable = |cause: String| HealthError::Unreachable { address, cause };
        let answer = timers::within(timers::CONNECT_TIMEOUT, ask(address)).await;
        let answer = answer.map_err(|timers::Timeout| unreachable("no answer in time".to_owned()))?;
        let Answer { status, body } = answer.map_err(|error| unreachable(error.to_string()))?;
        let report: ReadinessReport = serde_json::from_slice(&body)
            .map_err(|_| unreachable(format!("it answered {status}, and is no Causeway server")))?;
        if status == StatusCode::OK {
            return Ok(report);
        }
        Err(HealthError::NotReady { reason: report.reason.unwrap_or(report.status) })
    }
}

/// Returns the address of a flag or a variable, else that of the server on the data folder, which may have another
/// one than its configuration file, else the configured one.
fn address_of_server(config: &Config) -> SocketAddr {
    let is_named = config.effective.iter().any(|setting| {
        setting.name == "listen"
            && matches!(setting.origin, ValueSource::Flag(_) | ValueSource::Environment(_))
    });
    let served = if is_named { None } else { config.data.served_address() };
    served.unwrap_or(config.listen)
}

/// An HTTP answer.
struct Answer {
    status: StatusCode,
    body: Bytes,
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

async fn ask(address: SocketAddr) -> Result<Answer, AnyError> {
    let stream = TcpStream::connect(address).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let request = Request::get("/readyz").header(HOST, address.to_string()).body(Empty::<Bytes>::new())?;
    let response = sender.send_request(request).await?;
    let status = response.status();
    let body = Limited::new(response.into_body(), MAX_ANSWER_BYTES).collect().await?.to_bytes();
    Ok(Answer { status, body })
}

impl fmt::Display for ReadinessReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.status)
    }
}

impl fmt::Display for HealthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable { address, cause } => {
                write!(
                    f,
                    "no server answers at {address}: {cause}; name its data folder with --data, or its address with \
                     --listen or SVC_LISTEN"
                )
            }
            Self::NotReady { reason } => write!(f, "not ready: {reason}"),
        }
    }
}

impl std::error::Error for HealthError {}
