//! Execution of an action: by the server that works on the data folder, or in this process.

use std::process::ExitCode;

use causeway_service::operator::{ActionOutput, Channel, Kind, Operator, OperatorError};
use causeway_store::Database;
use futures_util::StreamExt;
use serde_json::Value;

use super::outcome::{CommandError, print, print_result};
use super::{Invocation, socket};
use crate::config::Config;
use crate::folder::{Hold, HoldError};
use crate::wiring::{self, AssembledService, Role};

/// Runs the action, prints the outcome, and returns the exit code.
///
/// # Errors
/// The error of the action; an error if the database cannot be opened.
pub async fn run(config: &Config, invocation: &Invocation, json: bool) -> Result<ExitCode, CommandError> {
    let name = Some(user());
    if let Some(stream) = socket::connect(&config.data.socket()).await? {
        return socket::run_on_server(stream, config, invocation, name, json).await;
    }
    let hold = hold(config)?;
    let role = match (invocation.action.noun, invocation.action.verb) {
        ("ledger", "verify") => Role::Verification,
        _ => Role::Command,
    };
    let AssembledService { app, copy } = wiring::assemble(config, role, &hold).await.map_err(cannot_open)?;
    if let Some(copy) = copy {
        tracing::info!(copy = %copy.display(), "database migrated; a copy of the previous version is kept");
    }
    let operator = Operator::new(name.as_deref(), Channel::Command, invocation.reason.clone());
    let done = invocation.action.run(&app, &operator, Value::Object(invocation.arguments.clone())).await;
    let code = match done {
        Ok(done) => print_outcome(done, config, invocation, json).await,
        Err(error) => Err(error.into()),
    };
    app.store.close();
    code
}

/// Returns the name of the user who runs the command, for the audit trail.
fn user() -> String {
    let named = std::env::var("USER").or_else(|_| std::env::var("LOGNAME"));
    named.unwrap_or_else(|_| format!("user {}", rustix::process::getuid().as_raw()))
}

/// Locks the data folder for this command. A command never creates a SQLite database: a misspelt folder would
/// then look like a deployment without platforms.
fn hold(config: &Config) -> Result<Hold, OperatorError> {
    let folder = config.data.path().display();
    match config.database() {
        Database::Sqlite { path } if !path.exists() => {
            let error = OperatorError::new(Kind::NotFound, format!("there is no database in {folder}"));
            return Err(error.remedy("name the data folder with --data; causeway serve creates a new one"));
        }
        Database::Sqlite { .. } => {}
        Database::Postgres { .. } => config.data.create().map_err(OperatorError::defect)?,
    }
    config.data.hold().map_err(|why| match why {
        HoldError::InUse { .. } => {
            OperatorError::new(Kind::Unavailable, format!("{folder}: {why}, and does not listen"))
                .remedy("repeat the command in a moment")
        }
        HoldError::Io(fault) => OperatorError::new(Kind::Unavailable, format!("{folder}: {fault}")),
    })
}

fn cannot_open(why: wiring::WiringError) -> OperatorError {
    OperatorError::new(Kind::Unavailable, why.to_string())
}

async fn print_outcome(
    done: ActionOutput,
    config: &Config,
    invocation: &Invocation,
    json: bool,
) -> Result<ExitCode, CommandError> {
    match done {
        ActionOutput::Report { json: result, exit_code } => {
            print_result(result, config, invocation, json)?;
            Ok(ExitCode::from(exit_code))
        }
        ActionOutput::Export(mut pieces) => {
            while let Some(piece) = pieces.next().await {
                print(&piece?)?;
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}
