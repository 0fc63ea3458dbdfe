//! The command line: its arguments, and the printing of outcomes.

use std::fmt::Display;
use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;

use causeway_service::operator::{Kind, OperatorError};
use causeway_service::runtime::timers;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use serde::Serialize;

use crate::build_info::BuildInfo;
use crate::config::{
    Config, ConfigCommand, ConfigError, EffectiveConfig, GLOBAL_HEADING, Layers, LocationFlags, ServeFlags,
};
use crate::database_maintenance::{BackupCommand, MigrateCommand, RestoreCommand, StorageError};
use crate::demo::{self, DemoError};
use crate::health_check::{HealthError, ReadyCommand};
use crate::operator_commands::{self, Invocation, OutputFormat, help_text};
use crate::serve::{self, ServeError};
use crate::usage_error::usage_error;

/// Self-hosted payments across borders and currencies, for platforms and their customers.
#[derive(Debug, Parser)]
#[command(name = "causeway", version, about, max_term_width = 100)]
pub struct Program {
    #[command(flatten)]
    pub global: GlobalFlags,
    #[command(subcommand)]
    pub command: Command,
}

/// Flags of every command.
#[derive(Debug, Clone, Default, Args)]
pub struct GlobalFlags {
    #[command(flatten)]
    pub location: LocationFlags,
    /// Print the outcome as JSON
    #[arg(long, global = true, help_heading = GLOBAL_HEADING)]
    pub json: bool,
    /// Print tables with complete ids and times, whatever the width of the terminal
    #[arg(long, global = true, help_heading = GLOBAL_HEADING)]
    pub wide: bool,
}

/// Commands for the process and its database. The operators' commands are declared by the service.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the service
    Serve(ServeFlags),
    /// Run a demonstration payment offline on a temporary database, and check every amount
    ///
    /// With --serve, it fills two sandbox platforms instead, and serves them and the console until it is stopped.
    /// With --database, it works in a temporary schema of that PostgreSQL database and removes the schema at
    /// the end.
    Demo(DemoFlags),
    /// Show the effective configuration
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Migrate the database schema to this version
    Migrate(MigrateCommand),
    /// Write everything that a restore needs to one archive, also while a server is running
    Backup(BackupCommand),
    /// Restore an archive, whole or not at all
    Restore(RestoreCommand),
    /// Check that the server on this machine is ready
    Ready(ReadyCommand),
    /// Show the version, and how the program was built
    Version,
    /// Print the completions of a shell
    Completions {
        /// Shell that reads them
        shell: Shell,
    },
}

/// Flags of the demonstration.
#[derive(Debug, Clone, Copy, Args)]
pub struct DemoFlags {
    /// Serve two sandbox platforms full of life, and print a link to the console
    #[arg(long)]
    pub serve: bool,
    /// Listen address [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", requires = "serve")]
    pub listen: Option<SocketAddr>,
}

/// The reason why a command failed.
#[derive(Debug)]
enum Failure {
    Usage(OperatorError),
    Config(ConfigError),
    Serve(ServeError),
    Demo(DemoError),
    Storage(StorageError),
    Health(HealthError),
    Action(operator_commands::CommandError),
    System(std::io::Error),
    /// Standard output cannot be written to, after the command was carried out.
    Output(std::io::Error),
}

/// Returns the whole command line: the commands of the process and those of operators.
#[must_use]
pub fn command() -> clap::Command {
    operator_commands::with_actions(Program::command())
}

/// Runs the command line of this process.
#[must_use]
pub fn run() -> ExitCode {
    // Before the command line is parsed, only this search shows that it asks for JSON.
    let json = std::env::args_os().any(|argument| argument == "--json");
    run_command_line(json).unwrap_or_else(|failure| {
        // If standard error is closed, the message cannot be shown anywhere.
        let _ = writeln!(std::io::stderr(), "{}", failure.text(json));
        failure.exit_code()
    })
}

fn run_command_line(json: bool) -> Result<ExitCode, Failure> {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(help) if is_help(&help) && !(json && help.use_stderr()) => return Ok(help_text::print(&help)),
        Err(error) => return Err(error.into()),
    };
    match Invocation::of(&matches) {
        Ok(Some(action)) => run_action(&matches, &action),
        Ok(None) => run_command(Program::from_arg_matches(&matches)?).map(|()| ExitCode::SUCCESS),
        Err(error) => Err(Failure::Action(error.into())),
    }
}

/// Returns `true` for the help or the version, which are no errors of the command line.
fn is_help(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

fn run_command(Program { global, command }: Program) -> Result<(), Failure> {
    let config = |flags: &ServeFlags| -> Result<Config, Failure> {
        Ok(Config::load(Layers::collect(&global.location, flags)?)?)
    };
    let silent = ServeFlags::default();
    let json = global.json;
    match command {
        Command::Serve(flags) => block_on(serve::run(&config(&flags)?))?.map_err(Failure::Serve),
        Command::Demo(DemoFlags { serve: false, .. }) => {
            block_on(demo::run(&global.location, json))?.map_err(Failure::Demo)
        }
        Command::Demo(DemoFlags { listen, .. }) => {
            block_on(demo::serve(&global.location, listen, json))?.map_err(Failure::Demo)
        }
        Command::Config(ConfigCommand::Show(show)) => print(&EffectiveConfig::of(config(&show.flags)?), json),
        Command::Migrate(migrate) => print(&migrate.run(&config(&silent)?)?, json),
        Command::Backup(backup) => print(&block_on(backup.run(&config(&silent)?))??, json),
        Command::Restore(restore) => print(&block_on(restore.run(&config(&silent)?))??, json),
        Command::Ready(ready) => {
            let config = config(&ready.serve_flags())?;
            print(&block_on(ReadyCommand::run(&config))?.map_err(Failure::Health)?, json)
        }
        Command::Version => print(&BuildInfo::of_this_program(), json),
        Command::Completions { shell } => print(&completions(shell), json),
    }
}

/// Returns the script that completes command lines in a shell.
fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "causeway", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Runs an operator's action.
fn run_action(matches: &ArgMatches, action: &Invocation) -> Result<ExitCode, Failure> {
    let global = GlobalFlags::from_arg_matches(matches)?;
    let config = Config::load(Layers::collect(&global.location, &ServeFlags::default())?)?;
    let format = OutputFormat::chosen(global.json, global.wide);
    block_on(operator_commands::run(&config, action, format))?.map_err(Failure::Action)
}

fn block_on<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::System)?;
    let output = runtime.block_on(future);
    // A blocking task may still read the body of a caller who has disconnected; the process does not wait for
    // it.
    runtime.shutdown_timeout(timers::LAST_WORK_TIMEOUT);
    Ok(output)
}

/// Prints an outcome on standard output. A closed pipe is not a failure: the reader needs no more output.
fn print(outcome: &(impl Serialize + Display), json: bool) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let result = match json {
        true => {
            serde_json::to_writer_pretty(&mut out, outcome).map_err(Into::into).and_then(|()| writeln!(out))
        }
        false => write!(out, "{outcome}"),
    };
    match result.and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

impl Failure {
    /// Returns the kind of the failure, which determines the exit code: 2 if the configuration is invalid, as
    /// for invalid arguments; 1 for other failures.
    fn kind(&self) -> Kind {
        match self {
            Self::Usage(_) | Self::Config(_) => Kind::Invalid,
            Self::Demo(error) if error.is_usage() => Kind::Invalid,
            Self::Action(error) => error.kind(),
            Self::Serve(ServeError::Wiring(error)) if error.is_damage() => Kind::Unavailable,
            Self::Health(_) => Kind::Unavailable,
            Self::Serve(_) | Self::Demo(_) | Self::Storage(_) | Self::System(_) | Self::Output(_) => {
                Kind::Failed
            }
        }
    }

    fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.kind().exit_code())
    }

    /// Returns a line for standard error: text, or one JSON object with `--json`.
    fn text(&self, json: bool) -> String {
        if !json {
            let text = operator_commands::printable::text(&format!("causeway: {self}"));
            return help_text::error(&text);
        }
        let error = match self {
            Self::Usage(error) | Self::Action(operator_commands::CommandError::Refused(error)) => {
                error.clone()
            }
            other => OperatorError::new(other.kind(), other.to_string().trim_end()),
        };
        operator_commands::printable::json(&serde_json::to_string(&error).unwrap_or_default())
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
            Self::Health(error) => write!(f, "{error}"),
            Self::Action(error) => write!(f, "{error}"),
            Self::System(error) => write!(f, "{error}"),
            Self::Output(error) => write!(
                f,
                "the command was carried out, but its answer cannot be written to standard output: {error}"
            ),
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Usage(usage_error(&error))
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
    fn the_command_line_is_valid() {
        command().debug_assert();
    }

    #[test]
    fn completions_know_every_command() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = completions(shell);
            for noun in command().get_subcommands() {
                assert!(script.contains(noun.get_name()), "{shell}: {}", noun.get_name());
            }
        }
    }

    /// Checks that a blocked thread does not keep the program from ending: the blocking task waits on a
    /// channel that is never closed.
    #[test]
    fn a_blocked_thread_does_not_keep_the_program_from_ending() {
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
    fn common_flags_are_accepted_before_and_after_the_command() {
        for line in [
            "causeway --data d --json serve --listen 0.0.0.0:1",
            "causeway serve --listen 0.0.0.0:1 --json --data d",
        ] {
            let program = Program::try_parse_from(line.split(' ')).unwrap();
            assert!(program.global.json && program.global.location.data.is_some(), "{line}");
        }
        assert!(Program::try_parse_from(["causeway"]).is_err());
    }
}
