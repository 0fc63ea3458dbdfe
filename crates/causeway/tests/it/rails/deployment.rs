//! A deployment in processes of its own, on either engine, which a test kills and starts again.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;

use causeway_testing::http::Client;
use causeway_testing::postgres::{Cluster, TestDatabase};
use serde_json::{Value, json};

use super::program::free_address;
use crate::life::process::{Credentials, Folder, Server, command, read_credentials, succeeded, utf8};

/// Name of the platform in whose ledger a bank's own money is booked.
pub(super) const PLATFORM: &str = "Acme";

/// The database and the number of servers of a deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Engine {
    Sqlite,
    Postgres,
    /// Two servers on one PostgreSQL database.
    TwoProcesses,
}

/// A deployment that runs.
pub(super) struct Deployment {
    members: Vec<Member>,
    database: Option<OwnCluster>,
}

/// A database on a cluster of its own, whose processes can be killed.
struct OwnCluster {
    database: TestDatabase,
    cluster: Cluster,
}

/// A server with its data folder, at an address that outlives it.
struct Member {
    folder: Folder,
    address: SocketAddr,
    /// `None` while it is killed.
    server: Option<Server>,
}

impl Deployment {
    /// Starts a deployment on an empty database.
    pub(super) async fn start(engine: Engine) -> Self {
        let database = match engine {
            Engine::Sqlite => None,
            Engine::Postgres | Engine::TwoProcesses => {
                let cluster = Cluster::private().await.unwrap();
                let database = cluster.database().await.unwrap();
                Some(OwnCluster { database, cluster })
            }
        };
        let mut deployment = Self { members: Vec::new(), database };
        for _ in 0..if engine == Engine::TwoProcesses { 2 } else { 1 } {
            let mut member = Member { folder: Folder::new(), address: free_address(), server: None };
            member.server = Some(deployment.serve(&member));
            deployment.members.push(member);
        }
        deployment
    }

    #[track_caller]
    fn serve(&self, member: &Member) -> Server {
        let mut serve = member.folder.serve();
        serve.env("SVC_LISTEN", member.address.to_string()).env("SVC_RATE_LIMIT_PER_SECOND", "0");
        Server::start(self.with_database(serve))
    }

    /// Sets development mode: production platforms are served without TLS, and adapters may be for tests only.
    fn with_database(&self, mut command: Command) -> Command {
        command.env("SVC_DEVELOPMENT_MODE", "true");
        if let Some(OwnCluster { database, .. }) = &self.database {
            command.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32)));
        }
        command
    }

    /// Kills all servers.
    pub(super) fn kill(&mut self) {
        for member in &mut self.members {
            if let Some(mut server) = member.server.take() {
                server.kill();
            }
        }
    }

    /// Starts the servers that were killed.
    #[track_caller]
    pub(super) fn start_again(&mut self) {
        for place in 0..self.members.len() {
            if self.members[place].server.is_none() {
                let server = self.serve(&self.members[place]);
                self.members[place].server = Some(server);
            }
        }
    }

    /// Kills the server processes of PostgreSQL's connections; the database recovers by itself. Returns `false` on an
    /// embedded database, which has no process of its own.
    pub(super) async fn kill_database(&self) -> bool {
        match &self.database {
            None => false,
            Some(OwnCluster { cluster, database }) => {
                cluster.kill_backends(database).await.unwrap();
                true
            }
        }
    }

    /// Returns clients of all servers with these credentials.
    pub(super) fn clients(&self, credentials: &Credentials) -> Vec<Client> {
        let Credentials { id, secret } = credentials;
        let base = |member: &Member| format!("http://{}/svc/2025-10-13", member.address);
        self.members.iter().map(|member| Client::new(&base(member)).basic(id, secret)).collect()
    }

    /// Returns the data folder of the first server.
    pub(super) fn data(&self) -> PathBuf {
        self.members[0].folder.data()
    }

    /// Returns scheme, host and port of the first server.
    pub(super) fn origin(&self) -> String {
        format!("http://{}", self.members[0].address)
    }

    /// Returns the most resident memory that the first server has had, in KiB.
    #[track_caller]
    pub(super) fn peak_memory(&self) -> u64 {
        let server = self.members[0].server.as_ref().expect("a server that runs");
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("resident memory");
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Returns the metrics of the first server.
    #[track_caller]
    pub(super) fn metrics(&self) -> String {
        self.members[0].folder.metrics()
    }

    /// Returns the URL of pushes for a rail.
    pub(super) fn push_url(&self, rail: &str) -> String {
        format!("{}/rails/v1/{rail}/changes", self.origin())
    }

    /// Runs an operator's command, and returns its JSON.
    #[track_caller]
    pub(super) fn operate(&self, arguments: &[&str]) -> Value {
        let printed = succeeded(self.command(&[arguments, &["--json"]].concat()));
        serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}"))
    }

    /// Runs an operator's command that gives a reason, and returns its JSON.
    #[track_caller]
    pub(super) fn change(&self, arguments: &[&str]) -> Value {
        self.operate(&[arguments, &["--reason", "a test"]].concat())
    }

    /// Builds an operator's command for the first server.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let data = self.members[0].folder.data();
        self.with_database(command(&[arguments, &["--data", utf8(&data)]].concat()))
    }

    /// Creates a production platform with a legal name and an address, and returns the credentials of its token.
    #[track_caller]
    pub(super) fn create_platform(&self, name: &str) -> Credentials {
        let file = self.members[0].folder.beside(name);
        let create = ["platform", "create", "--environment", "production", "--name", name, "--output"];
        self.change(&[&create[..], &[utf8(&file)]].concat());
        let address = json!({
            "line1": "1 Main Street", "city": "New York", "postalCode": "10001", "country": "US",
        });
        let identity = ["--legal-name", "Acme Inc.", "--address", &address.to_string()];
        self.change(&[&["platform", "set", "--platform", name][..], &identity[..]].concat());
        read_credentials(&file)
    }

    /// Adds a rail to an adapter on this machine, and returns what it prints.
    #[track_caller]
    pub(super) fn add_rail(&self, name: &str, url: &str, key: &str) -> Value {
        let to = ["--url", url, "--adapter-key", key, "--allow", "127.0.0.0/8"];
        self.change(&[&["rail", "add", name][..], &to[..]].concat())
    }

    /// Names the account of a rail at its bank, enables the rail and sets its routes.
    #[track_caller]
    pub(super) fn route(&self, rail: &str) {
        self.bind(rail);
        for corridor in ["usd-instant", "usd-debit"] {
            self.set_route(rail, corridor, &[]);
        }
    }

    /// Names the account of a rail at its bank, and enables the rail.
    #[track_caller]
    pub(super) fn bind(&self, rail: &str) {
        let account = format!("{rail}-usd");
        let home = ["--currency", "USD", "--home", PLATFORM];
        self.change(&[&["rail-account", "add", &account][..], &home[..]].concat());
        self.change(&["rail-account", "bind", rail, "main-usd", &account]);
        self.change(&["rail", "resume", rail]);
    }

    /// Sets a route of US dollars to a corridor of the examples.
    #[track_caller]
    pub(super) fn set_route(&self, rail: &str, corridor: &str, further: &[&str]) {
        let payment_rail = if corridor == "usd-instant" { "RTP" } else { "ACH" };
        let to = ["--account-type", "USD_ACCOUNT", "--payment-rail", payment_rail, "--currency", "USD"];
        self.change(&[&["rail-route", "set", rail, corridor][..], &to[..], further].concat());
    }

    /// Returns the open alerts of a kind.
    #[track_caller]
    pub(super) fn alerts(&self, kind: &str) -> Vec<Value> {
        let listed = self.operate(&["alert", "list"]);
        let Value::Array(alerts) = listed else { panic!("no list of alerts: {listed}") };
        alerts.into_iter().filter(|alert| alert["kind"] == kind).collect()
    }

    /// Returns the status of a rail.
    #[track_caller]
    pub(super) fn rail_status(&self, rail: &str) -> String {
        self.operate(&["rail", "show", rail])["status"].as_str().expect("a status").to_owned()
    }

    /// Ends the servers in order, and verifies the ledger.
    #[track_caller]
    pub(super) fn finish(mut self) {
        for member in &mut self.members {
            member.server.take().expect("a server that runs").stop();
        }
        let found = self.operate(&["ledger", "verify"]);
        assert_eq!((&found["is_sound"], &found["fault_count"]), (&json!(true), &json!(0)), "{found}");
    }
}
