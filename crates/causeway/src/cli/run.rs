//! Carrying an action out: by the server that works on the data folder, or here.

use std::process::ExitCode;

use causeway_service::operator::{Channel, Done, Kind, Operator, OperatorError};
use causeway_store::Database;
use futures_util::StreamExt;
use serde_json::Value;

use super::outcome::{Failed, print, print_result};
use super::{Chosen, socket};
use crate::config::Config;
use crate::folder::{Hold, HoldError};
use crate::wiring::{self, Role, Wired};

/// Carries the action out and prints the outcome; the exit code is the answer.
///
/// # Errors
/// What the action says; when the database cannot be opened.
pub async fn run(config: &Config, chosen: &Chosen, json: bool) -> Result<ExitCode, Failed> {
    let name = Some(user());
    if let Some(stream) = socket::connect(&config.data.socket()).await? {
        return socket::act(stream, config, chosen, name, json).await;
    }
    let hold = hold(config)?;
    let role = match (chosen.action.noun, chosen.action.verb) {
        ("ledger", "verify") => Role::Verification,
        _ => Role::Command,
    };
    let Wired { app, copy } = wiring::assemble(config, role, &hold).await.map_err(unopened)?;
    if let Some(copy) = copy {
        tracing::info!(copy = %copy.display(), "the database was migrated after a copy was made");
    }
    let operator = Operator::new(name.as_deref(), Channel::Command, chosen.reason.clone());
    let done = chosen.action.run(&app, &operator, Value::Object(chosen.arguments.clone())).await;
    let code = match done {
        Ok(done) => print_outcome(done, config, chosen, json).await,
        Err(error) => Err(error.into()),
    };
    app.store.close();
    code
}

/// Who runs the command, for the audit trail.
fn user() -> String {
    let named = std::env::var("USER").or_else(|_| std::env::var("LOGNAME"));
    named.unwrap_or_else(|_| format!("user {}", rustix::process::getuid().as_raw()))
}

/// Takes the data folder for this command. A command makes no database: a misspelt folder would then look like a
/// deployment without platforms.
fn hold(config: &Config) -> Result<Hold, OperatorError> {
    let folder = config.data.path().display();
    match config.database() {
        Database::Sqlite { path } if !path.exists() => {
            let error = OperatorError::new(Kind::NotFound, format!("there is no database in {folder}"));
            return Err(error.remedy("name the data folder with --data; causeway serve makes a new one"));
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

fn unopened(why: wiring::WiringError) -> OperatorError {
    OperatorError::new(Kind::Unavailable, why.to_string())
}

async fn print_outcome(done: Done, config: &Config, chosen: &Chosen, json: bool) -> Result<ExitCode, Failed> {
    match done {
        Done::Report { json: result, exit_code } => {
            print_result(result, config, chosen, json)?;
            Ok(ExitCode::from(exit_code))
        }
        Done::Pieces(mut pieces) => {
            while let Some(piece) = pieces.next().await {
                print(&piece?)?;
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}
