//! The floor as a separate process, like the service it is compared with.

use std::io::Write;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;

use super::read::Reader;
use super::write::Writer;
use crate::capture::Plan;
use crate::error::Result;

/// The kind of requests that a floor serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Reading statements.
    Read,
    /// Writing statements.
    Write,
}

impl Kind {
    /// Returns the word on the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

/// Creates the command that runs a floor: this program again.
pub(crate) fn command(kind: Kind, plan: &Path, database: &Path) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["floor", kind.word()]).arg(plan).arg(database);
    Ok(command)
}

/// Answers every request with the captured bytes after running the captured statements.
pub(crate) async fn serve(kind: &str, plan: &str, database: &str) -> Result<()> {
    let plan: Arc<Plan> = Arc::new(serde_json::from_slice(&std::fs::read(plan)?)?);
    let database = PathBuf::from(database);
    let router = match kind {
        "read" => {
            let reader = Arc::new(Reader::new(&database, &plan));
            Router::new().fallback(read).with_state((reader, plan))
        }
        _ => {
            let writer = Arc::new(Writer::start(&database, &plan)?);
            Router::new().fallback(write).with_state((writer, plan))
        }
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    writeln!(std::io::stdout(), "http://{}", listener.local_addr()?)?;
    Ok(axum::serve(listener, router).await?)
}

async fn read(State((reader, plan)): State<(Arc<Reader>, Arc<Plan>)>) -> Response {
    answer(&reader.request(), &plan)
}

async fn write(State((writer, plan)): State<(Arc<Writer>, Arc<Plan>)>, _body: axum::body::Bytes) -> Response {
    answer(&writer.request().await, &plan)
}

fn answer(outcome: &Result<()>, plan: &Plan) -> Response {
    match outcome {
        Ok(()) => ([(CONTENT_TYPE, "application/json")], plan.answer.clone()).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
