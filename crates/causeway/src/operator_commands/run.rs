//! Execution of an action: by a running server, or in this process.

use std::process::ExitCode;
use std::sync::Arc;

use causeway_service::operator::{ActionOutput, Caller, Channel, Grant, Kind, OperatorError, Request, admit};
use causeway_service::runtime::app::App;
use causeway_store::Database;
use futures_util::StreamExt;
use serde_json::Value;

use super::confirmation::confirm;
use super::connection::connect;
use super::export_destination::ExportDestination;
use super::layout::OutputFormat;
use super::outcome::{BEGUN, CommandError, DONE, print_result};
use super::progress::watched;
use super::secret_file::{SecretFile, makes_secret};
use super::{Invocation, platform_names, rail_check, server};
use crate::config::Config;
use crate::data_folder::{FolderLock, LockError};
use crate::system_users;
use crate::wiring::{self, AssembledService, Role};

/// Runs the action, prints the outcome, and returns the exit code.
///
/// # Errors
/// The error of the action; an error if the database cannot be opened, or if an action that cannot be undone is not
/// confirmed.
pub async fn run(
    config: &Config,
    invocation: &Invocation,
    format: OutputFormat,
) -> Result<ExitCode, CommandError> {
    confirm(invocation)?;
    if let Some(code) = rail_check::run_here(invocation, format).await? {
        return Ok(code);
    }
    let export = invocation.output.as_deref().filter(|_| !makes_secret(invocation));
    let destination = match format {
        OutputFormat::Text(layout) if invocation.action.reports_progress && layout.is_fitted() => {
            ExportDestination::progress(layout)
        }
        OutputFormat::Text(_) | OutputFormat::Json => ExportDestination::open(export, format)?,
    };
    if let Some(connection) = connect(config).await? {
        return server::run_on_server(connection, config, invocation, format, destination).await;
    }
    let lock = lock_folder(config)?;
    let secret = SecretFile::open(invocation, &config.data)?;
    let role = match (invocation.action.noun, invocation.action.verb) {
        ("ledger", "verify") => Role::Verification,
        _ => Role::Command,
    };
    let AssembledService { app, copy } = wiring::assemble(config, role, &lock).await.map_err(cannot_open)?;
    if let Some(copy) = copy {
        tracing::info!(copy = %copy.display(), "database migrated; a copy of the previous version is kept");
    }
    // A process that opens the database has its keys, and therefore all roles.
    let caller = Caller::new(system_users::own_actor(), Channel::Command, Grant::all());
    let admission = admit(&caller, invocation.action.noun, invocation.action.verb)?;
    let id = app.ids.uuid(app.clock.now());
    let work = admission.run(&app, id, invocation.request(None));
    let code = match watched(invocation, work).await {
        Ok(mut output) => {
            if let ActionOutput::Report { json, .. } = &mut output
                && platform_names::are_shown(json, invocation.action, format)
            {
                platform_names::show(json, &platforms(&app, &caller).await);
            }
            print_output(output, secret, invocation, format, destination).await
        }
        Err(error) => Err(error.into()),
    };
    app.store.close();
    code
}

/// Lists the platforms, whose names are shown.
async fn platforms(app: &Arc<App>, caller: &Caller) -> Value {
    let Ok(admission) = admit(caller, "platform", "list") else { return Value::Null };
    let id = app.ids.uuid(app.clock.now());
    match admission.run(app, id, Request::default()).await {
        Ok(ActionOutput::Report { json, .. }) => json,
        Ok(ActionOutput::Export(_)) | Err(_) => Value::Null,
    }
}

/// Locks the data folder for this command. A command never creates a SQLite database: a misspelt folder would
/// then look like a deployment without platforms.
fn lock_folder(config: &Config) -> Result<FolderLock, OperatorError> {
    let folder = config.data.path().display();
    config.data.complete_restore().map_err(OperatorError::defect)?;
    match config.database() {
        Database::Sqlite { path } if !path.exists() => {
            let error = OperatorError::new(Kind::NotFound, format!("there is no database in {folder}"));
            return Err(error.remedy("name the data folder with --data; causeway serve creates a new one"));
        }
        Database::Sqlite { .. } => {}
        Database::Postgres { .. } => config.data.create().map_err(OperatorError::defect)?,
    }
    config.data.lock().map_err(|error| match error {
        LockError::InUse { .. } => {
            let text = format!("cannot open the data folder {folder}: {error}, and accepts no commands");
            OperatorError::new(Kind::Unavailable, text).remedy("repeat the command in a moment")
        }
        LockError::Io(error) => {
            OperatorError::new(Kind::Unavailable, format!("cannot open the data folder {folder}: {error}"))
        }
    })
}

fn cannot_open(error: wiring::WiringError) -> OperatorError {
    OperatorError::new(Kind::Unavailable, error.to_string())
}

async fn print_output(
    output: ActionOutput,
    secret: Option<SecretFile>,
    invocation: &Invocation,
    format: OutputFormat,
    mut destination: ExportDestination,
) -> Result<ExitCode, CommandError> {
    match output {
        ActionOutput::Report { json: result, exit_code } => {
            print_result(result, secret, invocation, format)?;
            Ok(ExitCode::from(exit_code))
        }
        ActionOutput::Export(mut pieces) => {
            while let Some(piece) = pieces.next().await {
                destination.write(&piece?).map_err(|error| error.after(invocation, BEGUN))?;
            }
            destination.finish().map_err(|error| error.after(invocation, DONE))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
