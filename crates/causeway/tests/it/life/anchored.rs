//! Servers that keep the heads of their ledgers in an anchor file, with the program as it runs, on either
//! engine.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_store::{Database, Options, Store};
use causeway_testing::http::Client;
use causeway_testing::postgres::{self, TestDatabase};
use serde_json::{Value, json};

use super::process::{Credentials, Folder, Server, command, utf8};
use crate::harness::Setup;

/// A data folder with an anchor file beside it.
pub(super) struct AnchoredFolder {
    pub(super) folder: Folder,
    pub(super) anchors: PathBuf,
    /// `None` on SQLite.
    database: Option<Arc<TestDatabase>>,
    /// The root keys that servers on PostgreSQL are given.
    pub(super) root_keys: String,
}

impl AnchoredFolder {
    pub(super) async fn on(setup: Setup) -> Self {
        match setup {
            Setup::Sqlite => Self::with(None),
            Setup::Postgres | Setup::TwoProcesses => {
                Self::with(Some(Arc::new(postgres::database().await.unwrap())))
            }
        }
    }

    /// Returns a further folder on the same database.
    pub(super) fn another(&self) -> Self {
        Self::with(self.database.clone())
    }

    fn with(database: Option<Arc<TestDatabase>>) -> Self {
        let folder = Folder::new();
        let anchors = folder.beside("heads");
        Self { folder, anchors, database, root_keys: format!("1:{}\n", "5a".repeat(32)) }
    }

    /// Returns the PostgreSQL database, or `None` on SQLite.
    pub(super) fn database(&self) -> Option<&TestDatabase> {
        self.database.as_deref()
    }

    /// Adds the database and its root keys to a command.
    pub(super) fn with_database(&self, mut command: Command) -> Command {
        if let Some(database) = &self.database {
            command.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", &self.root_keys);
        }
        command
    }

    pub(super) fn start(&self) -> Server {
        let mut serve = self.with_database(self.folder.serve());
        serve.args(["--anchor-file", utf8(&self.anchors)]);
        Server::start(serve)
    }

    /// Starts a server, stops it at once and returns its log. Before it waits for anything, the server seals
    /// what was left and keeps the head.
    pub(super) fn seal(&self) -> String {
        let mut server = self.start();
        server.stop();
        server.log()
    }

    /// Returns the contents of the anchor file.
    pub(super) fn text(&self) -> String {
        fs::read_to_string(&self.anchors).unwrap_or_default()
    }

    /// Counts the checkpoints of this occasion in the anchor file.
    pub(super) fn count(&self, occasion: &str) -> usize {
        self.text().lines().filter(|line| *line == occasion).count()
    }

    /// Returns a command on the same database and anchor file.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.with_database(command(arguments));
        command.args(["--data", utf8(&self.folder.data()), "--anchor-file", utf8(&self.anchors)]);
        command
    }

    /// Runs the verification of the ledger.
    pub(super) fn verify(&self) -> Verification {
        self.verify_with(&[])
    }

    /// Runs the verification of the ledger with further arguments.
    pub(super) fn verify_with(&self, further: &[&str]) -> Verification {
        let arguments = [&["ledger", "verify", "--json"][..], further].concat();
        let output = self.command(&arguments).output().unwrap();
        Verification { code: output.status.code(), report: serde_json::from_slice(&output.stdout).unwrap() }
    }

    pub(super) fn keys(&self) -> String {
        match &self.database {
            Some(_) => self.root_keys.clone(),
            None => fs::read_to_string(self.folder.data().join("root.key")).unwrap(),
        }
    }

    /// Opens the database itself with these root keys.
    pub(super) fn open(&self, keys: &str) -> Store {
        let database = match &self.database {
            Some(database) => Database::Postgres { url: database.url.clone() },
            None => Database::Sqlite { path: self.folder.data().join("causeway.db") },
        };
        let keyring = Keys::new(Keyring::parse(keys).unwrap());
        let options = Options::new(Clock::system(), Ids::system(), Arc::new(keyring));
        Store::open(&database, options).unwrap()
    }
}

/// The exit code and the report of `ledger verify`.
pub(super) struct Verification {
    pub(super) code: Option<i32>,
    pub(super) report: Value,
}

/// Returns the kinds of the faults in a report.
pub(super) fn kinds(report: &Value) -> Vec<&str> {
    report["faults"].as_array().unwrap().iter().map(|fault| fault["kind"].as_str().unwrap()).collect()
}

pub(super) fn client(server: &Server, credentials: &Credentials) -> Client {
    Client::new(&server.base_url()).basic(&credentials.id, &credentials.secret)
}

/// Pays 100 cents into the platform's account in dollars.
pub(super) async fn fund(server: &Server, credentials: &Credentials) {
    let client = client(server, credentials);
    let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    let account = accounts["data"][0]["id"].as_str().unwrap().to_owned();
    let fund = format!("/sandbox/internal-accounts/{account}/fund");
    client.post(&fund).json(&json!({ "amount": 100 })).send().await.expect(200);
}
