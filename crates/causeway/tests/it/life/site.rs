//! A deployment of its own for a test: a data folder, and a database on either engine.

use std::process::Command;

use causeway_testing::postgres::{self, TestDatabase};
use serde_json::Value;

use super::process::{Folder, Server, command, refused, succeeded, utf8};

/// A data folder, and the database if PostgreSQL is used.
pub(super) struct Site {
    pub(super) folder: Folder,
    database: Option<TestDatabase>,
}

impl Site {
    pub(super) fn on_sqlite() -> Self {
        Self { folder: Folder::new(), database: None }
    }

    pub(super) async fn on_postgres() -> Self {
        Self { folder: Folder::new(), database: Some(postgres::database().await.unwrap()) }
    }

    /// Starts a server with these options.
    pub(super) fn start(&self, options: &[&str]) -> Server {
        let mut serve = self.with_database(self.folder.serve());
        serve.args(options);
        Server::start(serve)
    }

    fn with_database(&self, mut command: Command) -> Command {
        if let Some(database) = &self.database {
            command.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32)));
        }
        command
    }

    /// Returns an operator's command on the data folder, with JSON as its output.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let data = self.folder.data();
        self.with_database(command(&[arguments, &["--json", "--data", utf8(&data)]].concat()))
    }

    /// Runs an operator's command that must succeed.
    #[track_caller]
    pub(super) fn operate(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&succeeded(self.command(arguments))).unwrap()
    }
}

/// An operator on another machine: a folder, the address of a server, and a token.
pub(super) struct RemoteOperator<'a> {
    pub(super) folder: &'a Folder,
    /// URL of the server's admin address.
    pub(super) url: String,
    pub(super) token_file: String,
}

impl RemoteOperator<'_> {
    /// Returns a command that goes to the server, with JSON as its output and another name in the environment.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let data = self.folder.data();
        let mut command = command(&[arguments, &["--json", "--data", utf8(&data)]].concat());
        command.env("SVC_OPERATOR_URL", &self.url).env("SVC_OPERATOR_TOKEN_FILE", &self.token_file);
        command.env("USER", "mallory").env("LOGNAME", "mallory");
        command
    }

    /// Runs a command that must succeed.
    #[track_caller]
    pub(super) fn operate(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&succeeded(self.command(arguments))).unwrap()
    }

    /// Runs a command that must fail; returns its exit code and its error.
    #[track_caller]
    pub(super) fn refused(&self, arguments: &[&str]) -> (i32, Value) {
        let (code, error) = refused(&mut self.command(arguments));
        (code, serde_json::from_str(&error).unwrap_or_else(|cause| panic!("{cause}: {error}")))
    }
}
