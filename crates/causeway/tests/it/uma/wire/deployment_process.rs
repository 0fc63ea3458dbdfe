//! A deployment in a process of its own, which a test kills and starts again.

use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;
use std::time::Duration;

use causeway_testing::http::{Client, Response, SendError};
use causeway_testing::lightning::SimulatedNode;
use causeway_testing::postgres::{Durability, TestDatabase, database_with};
use causeway_testing::wait;
use serde_json::{Value, json};

use crate::life::process::{Folder, Server, command, succeeded, utf8};
use crate::payments::scene::text;

/// The claims of a dead process are taken again after their lease.
pub(super) const PATIENCE: Duration = Duration::from_secs(180);

/// The database of a deployment.
#[derive(Debug, Clone, Copy)]
pub(super) enum Engine {
    Sqlite,
    Postgres,
}

/// A deployment as a process, at an address that outlives it.
pub(super) struct DeploymentProcess {
    folder: Folder,
    variables: Vec<(&'static str, String)>,
    /// Domain of its platform.
    pub(super) domain: String,
    server: Server,
    pub(super) client: Client,
    _database: Option<TestDatabase>,
}

impl DeploymentProcess {
    /// Starts a deployment with a wallet of the node.
    pub(super) async fn start(engine: Engine, node: &SimulatedNode, name: &str) -> Self {
        let wallet = node.wallet(name);
        let port = free_port();
        let mut variables = vec![
            ("SVC_LISTEN", format!("127.0.0.1:{port}")),
            ("SVC_UMA_SERVICE_HOST", format!("uma.localhost:{port}")),
            ("SVC_SANDBOX_LIGHTNING_URL", wallet.url),
            ("SVC_SANDBOX_LIGHTNING_SECRET", wallet.secret),
            ("SVC_RATE_LIMIT_PER_SECOND", "0".to_owned()),
        ];
        let database = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(database_with(Durability::Full).await.unwrap()),
        };
        if let Some(database) = &database {
            variables.push(("SVC_DATABASE", database.url.clone()));
            variables.push(("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32))));
        }
        let folder = Folder::new();
        let server = Server::start(with(folder.serve(), &variables));
        let client = server.api();
        let domain = format!("{name}.localhost:{port}");
        Self { folder, variables, domain, server, client, _database: database }
    }

    /// Kills the process and starts another one.
    pub(super) fn kill(&mut self) {
        self.server.kill();
        self.server = Server::start(with(self.folder.serve(), &self.variables));
    }

    /// Runs an operator's command and returns its output.
    pub(super) fn run(&self, arguments: &[&str]) -> String {
        let data = self.folder.data();
        succeeded(with(command(&[arguments, &["--data", utf8(&data)]].concat()), &self.variables))
    }

    /// Requests a path until it is answered.
    pub(super) async fn get(&self, path: &str) -> Value {
        wait::until(path, wait::PATIENCE, || async { expected(self.client.get(path).try_send().await, 200) })
            .await
    }

    /// Executes a quote; requests without an answer are repeated under the quote's key.
    pub(super) async fn execute(&self, quote: &Value) {
        let id = text(&quote["id"]);
        let path = format!("/quotes/{id}/execute");
        wait::until("the execution", wait::PATIENCE, || async {
            expected(self.client.post(&path).idempotency_key(id).try_send().await, 200)
        })
        .await;
    }

    /// Waits until all payments of a type have ended, and returns them.
    pub(super) async fn ended(&self, kind: &str) -> Vec<Value> {
        const FINAL: [&str; 4] = ["COMPLETED", "FAILED", "EXPIRED", "REJECTED"];
        let path = format!("/transactions?type={kind}&limit=100");
        wait::until("all payments have ended", PATIENCE, || async {
            let page = self.get(&path).await;
            let all = page["data"].as_array().expect("a list").clone();
            match all.iter().find(|one| !FINAL.contains(&text(&one["status"]))) {
                Some(open) => Err(open.to_string()),
                None => Ok(all),
            }
        })
        .await
    }

    /// Waits until the sealed part of the ledger has paid out this number of satoshis. Those that came in count
    /// negative.
    pub(super) async fn has_paid_out(&self, satoshis: i64) {
        wait::until("the cash in bitcoin", PATIENCE, || async {
            let exported = self.run(&["export", "postings", "--format", "jsonl", "--reason", "a test"]);
            let entries = exported.lines().map(|line| serde_json::from_str::<Value>(line).expect("an entry"));
            let cash = entries.filter(|entry| entry["account"] == "CA" && entry["currency"] == "BTC");
            let sum: i64 = cash.map(|entry| entry["amount"].as_i64().expect("an amount")).sum();
            if sum == satoshis { Ok(()) } else { Err(format!("{sum}, not {satoshis}")) }
        })
        .await;
    }

    /// Ends the process in order, and verifies the ledger.
    pub(super) fn finish(mut self) {
        self.server.stop();
        let found: Value = serde_json::from_str(&self.run(&["ledger", "verify", "--json"])).unwrap();
        assert_eq!((&found["is_sound"], &found["fault_count"]), (&json!(true), &json!(0)), "{found}");
    }
}

/// Adds variables to a command.
fn with(mut command: Command, variables: &[(&'static str, String)]) -> Command {
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    command
}

/// Returns a port on which no process listens.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// Returns the body of an answer with this status.
pub(super) fn expected(answered: Result<Response, SendError>, status: u16) -> Result<Value, String> {
    match answered {
        Ok(response) if response.status == status => Ok(response.json()),
        Ok(response) => Err(response.to_string()),
        Err(error) => Err(error.to_string()),
    }
}
