//! The command line: its arguments, and how the outcome is printed.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use causeway_service::operator::{Kind, OperatorError};
use causeway_service::runtime::timers;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use serde::Serialize;

use crate::cli::{self, Chosen};
use crate::config::{Config, ConfigCommand, ConfigError, EVERYWHERE, Layers, Place, ServeFlags, Shown};
use crate::demo::{self, DemoError};
use crate::serve::{self, ServeError};
use crate::storage::{Backup, Migrate, Restore, StorageError};

/// Payments between currencies and countries for platforms and their customers, self-hosted.
#[derive(Debug, Parser)]
#[command(name = "causeway", version, about, max_term_width = 100)]
pub struct Program {
    /// Where the data is, and how outcomes are printed.
    #[command(flatten)]
    pub every: EveryCommand,
    /// What is to be done.
    #[command(subcommand)]
    pub command: Command,
}

/// What every command takes.
#[derive(Debug, Clone, Default, Args)]
pub struct EveryCommand {
    /// Where the data is.
    #[command(flatten)]
    pub place: Place,
    /// Print the outcome as JSON
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub json: bool,
}

/// The commands that concern the process and its database; operators' commands are in the tables of the service.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs the service
    Serve(ServeFlags),
    /// Shows the main job on a temporary store, offline, and compares every figure
    ///
    /// With --database it works in a schema of its own in that PostgreSQL database, which it removes at the end.
    Demo,
    /// What a process would be configured with
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Brings the database's schema up to date
    Migrate(Migrate),
    /// Copies the database to one file, also while a server works on it
    Backup(Backup),
    /// Puts a copy of the database back
    Restore(Restore),
}

/// Why a command failed.
#[derive(Debug)]
enum Failure {
    Usage(clap::Error),
    Config(ConfigError),
    Serve(ServeError),
    Demo(DemoError),
    Storage(StorageError),
    Action(cli::Failed),
    System(std::io::Error),
}

/// The whole command line: the process's own commands and those of operators.
#[must_use]
pub fn command() -> clap::Command {
    cli::with_actions(Program::command())
}

/// Carries out the command line of this process.
#[must_use]
pub fn run() -> ExitCode {
    // Before the command line is read nobody knows whether it asks for JSON.
    let json = std::env::args_os().any(|argument| argument == "--json");
    carry_out(json).unwrap_or_else(|failure| {
        // Nobody is left to read it when standard error is closed.
        let _ = writeln!(std::io::stderr(), "{}", failure.text(json));
        failure.exit_code()
    })
}

fn carry_out(json: bool) -> Result<ExitCode, Failure> {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(fault) if json && fault.use_stderr() => return Err(Failure::Usage(fault)),
        Err(fault) => fault.exit(),
    };
    match Chosen::of(&matches) {
        Ok(Some(action)) => act(&matches, &action),
        Ok(None) => match Program::from_arg_matches(&matches) {
            Ok(program) => work(program).map(|()| ExitCode::SUCCESS),
            Err(fault) => fault.exit(),
        },
        Err(fault) => Err(Failure::Action(fault.into())),
    }
}

fn work(Program { every, command }: Program) -> Result<(), Failure> {
    let config = |flags: &ServeFlags| -> Result<Config, Failure> {
        Ok(Config::load(Layers::collect(&every.place, flags)?)?)
    };
    let (silent, json) = (ServeFlags::default(), every.json);
    match command {
        Command::Serve(flags) => block_on(serve::run(&config(&flags)?))?.map_err(Failure::Serve),
        Command::Demo => block_on(demo::run(&every.place, json))?.map_err(Failure::Demo),
        Command::Config(ConfigCommand::Show(show)) => print(&Shown::of(config(&show.flags)?), json),
        Command::Migrate(migrate) => print(&migrate.run(&config(&silent)?)?, json),
        Command::Backup(backup) => print(&backup.run(&config(&silent)?)?, json),
        Command::Restore(restore) => print(&block_on(restore.run(&config(&silent)?))??, json),
    }
}

/// Carries out an operator's action.
fn act(matches: &ArgMatches, action: &Chosen) -> Result<ExitCode, Failure> {
    let every = EveryCommand::from_arg_matches(matches).unwrap_or_else(|fault| fault.exit());
    let config = Config::load(Layers::collect(&every.place, &ServeFlags::default())?)?;
    block_on(cli::run(&config, action, every.json))?.map_err(Failure::Action)
}

fn block_on<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::System)?;
    let done = runtime.block_on(future);
    // A body may still be read for a caller who is gone: that is no reason to stay.
    runtime.shutdown_timeout(timers::LAST_WORK);
    Ok(done)
}

/// Prints an outcome on standard output. A closed pipe is no failure: whoever reads has seen enough.
fn print(outcome: &(impl Serialize + Display), json: bool) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = match json {
        true => {
            serde_json::to_writer_pretty(&mut out, outcome).map_err(Into::into).and_then(|()| writeln!(out))
        }
        false => write!(out, "{outcome}"),
    };
    match written.and_then(|()| out.flush()) {
        Err(fault) if fault.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::System(fault)),
        _ => Ok(()),
    }
}

impl Failure {
    /// 2, as for arguments that cannot be read, where the configuration cannot; 1 otherwise.
    fn kind(&self) -> Kind {
        match self {
            Self::Usage(_) | Self::Config(_) => Kind::Invalid,
            Self::Demo(error) if error.is_usage() => Kind::Invalid,
            Self::Action(failed) => failed.kind(),
            Self::Serve(ServeError::Wiring(error)) if error.is_damage() => Kind::Unavailable,
            Self::Serve(_) | Self::Demo(_) | Self::Storage(_) | Self::System(_) => Kind::Failed,
        }
    }

    fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.kind().exit_code())
    }

    /// A line for standard error: for people, or one JSON object for programs.
    fn text(&self, json: bool) -> String {
        if !json {
            return format!("causeway: {self}");
        }
        let error = match self {
            Self::Action(cli::Failed::Refused(error)) => error.clone(),
            other => OperatorError::new(other.kind(), other.to_string().trim_end()),
        };
        serde_json::to_string(&error).unwrap_or_default()
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Usage(error) => write!(f, "{error}"),
            Self::Config(error) => write!(f, "{error}"),
            Self::Serve(error) => write!(f, "{error}"),
            Self::Demo(error) => write!(f, "{error}"),
            Self::Storage(error) => write!(f, "{error}"),
            Self::Action(error) => write!(f, "{error}"),
            Self::System(error) => write!(f, "{error}"),
        }
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::Config(error)
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    /// What waits for the other end of this channel waits for ever.
    #[test]
    fn a_thread_at_long_work_does_not_keep_the_program_from_ending() {
        let (_open, closed) = std::sync::mpsc::channel::<()>();
        let (started, has_started) = tokio::sync::oneshot::channel();
        let work = async {
            tokio::task::spawn_blocking(move || {
                let _ = started.send(());
                closed.recv()
            });
            has_started.await
        };
        assert!(matches!(block_on(work), Ok(Ok(()))));
    }

    #[test]
    fn common_flags_stand_before_and_after_the_command() {
        for line in [
            "causeway --data d --json serve --listen 0.0.0.0:1",
            "causeway serve --listen 0.0.0.0:1 --json --data d",
        ] {
            let program = Program::try_parse_from(line.split(' ')).unwrap();
            assert!(program.every.json && program.every.place.data.is_some(), "{line}");
        }
        assert!(Program::try_parse_from(["causeway"]).is_err());
    }
}
