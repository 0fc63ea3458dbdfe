//! The cluster: three members of etcd, two PostgreSQL servers under Patroni, and HAProxy.

use std::path::Path;
use std::time::Duration;

use causeway_testing::{postgres, wait};
use tempfile::TempDir;

use super::configuration::{Configuration, MACHINES};
use super::daemon::{self, Daemon};
use super::node::Node;
use crate::error::Result;

/// Time limit of everything that the cluster does by itself: a failover takes half a minute, longer on a loaded machine.
pub(super) const LIMIT: Duration = Duration::from_secs(300);

/// User and database of the service.
const OWNER: &str = "causeway";

/// A running cluster. All of it ends when this value is dropped: HAProxy, the servers, etcd, and then their files.
pub(super) struct Cluster {
    configuration: Configuration,
    _haproxy: Daemon,
    nodes: [Node; 2],
    _etcd: Vec<Daemon>,
    folder: TempDir,
}

impl Cluster {
    /// Starts everything, and creates the database when the standby has joined.
    pub(super) async fn start() -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("causeway-failover-").tempdir()?;
        let programs = postgres::program("postgres")?;
        let programs = programs.parent().ok_or("PostgreSQL's programs are in no folder")?;
        let configuration = Configuration::new(folder.path(), programs);
        postgres::give_to_servers(folder.path())?;
        for machine in MACHINES {
            let own = folder.path().join(machine.name);
            std::fs::create_dir(&own)?;
            postgres::give_to_servers(&own)?;
        }
        let etcd = start_etcd(&configuration, folder.path())?;
        let [one, two, _] = MACHINES;
        let first = Node::start(&configuration, one, folder.path().join(one.name))?;
        let second = Node::start(&configuration, two, folder.path().join(two.name))?;
        let haproxy = start_haproxy(&configuration, folder.path())?;
        let cluster = Self { configuration, _haproxy: haproxy, nodes: [first, second], _etcd: etcd, folder };
        cluster.wait_for_standby().await;
        cluster.create_database().await?;
        Ok(cluster)
    }

    /// Returns the URL of the service's database.
    pub(super) fn url(&self) -> String {
        self.configuration.database_url(OWNER, OWNER)
    }

    /// Returns the folder with the logs, and room for the processes of the service.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the index of the node that is the primary, once there is one.
    pub(super) async fn primary(&self) -> usize {
        wait::until("there is a primary", LIMIT, || async {
            for (index, node) in self.nodes.iter().enumerate() {
                if node.is_primary().await {
                    return Ok(index);
                }
            }
            Err("there is none")
        })
        .await
    }

    pub(super) fn node(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// Waits until this node is the primary.
    pub(super) async fn wait_for_primary(&self, index: usize) {
        wait::until("the standby has taken over", LIMIT, || async {
            if self.nodes[index].is_primary().await { Ok(()) } else { Err("it has not yet") }
        })
        .await;
    }

    /// Waits until there is a standby for which commits wait, and which may take over.
    pub(super) async fn wait_for_standby(&self) {
        wait::until("there is a synchronous standby", LIMIT, || async {
            for node in &self.nodes {
                if node.is_synchronous_standby().await {
                    return Ok(());
                }
            }
            Err("there is none")
        })
        .await;
    }

    /// Makes the other node the primary, as an operator does before maintenance.
    pub(super) async fn switch_over(&self, from: usize, to: usize) -> Result<()> {
        let [from, to] = [&self.nodes[from], &self.nodes[to]];
        let mut command = daemon::command("patronictl", "patroni", self.folder())?;
        command.arg("-c").arg(&from.file).args(["switchover", "causeway", "--force"]);
        command.args(["--leader", from.machine.name, "--candidate", to.machine.name]);
        // In another thread: the payers share this one.
        let output = tokio::task::spawn_blocking(move || command.output()).await??;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("patronictl: {}", String::from_utf8_lossy(&output.stderr)).into())
    }

    /// Creates user and database through HAProxy, which may need a moment to see the primary.
    async fn create_database(&self) -> Result<()> {
        let url = self.configuration.database_url("postgres", "postgres");
        let role = format!("CREATE ROLE {OWNER} LOGIN PASSWORD '{}'", self.configuration.password());
        let database = format!("CREATE DATABASE {OWNER} OWNER {OWNER} TEMPLATE template0 ENCODING 'UTF8'");
        for sql in [&role, &database] {
            wait::until("the database is created", LIMIT, || async { self.psql(&url, sql) }).await;
        }
        Ok(())
    }

    fn psql(&self, url: &str, sql: &str) -> std::result::Result<(), String> {
        let command = postgres::command(Path::new("psql"), self.folder());
        let mut command = command.map_err(|error| error.to_string())?;
        let output = command.args(["--no-psqlrc", "--command", sql, url]).output();
        let output = output.map_err(|error| error.to_string())?;
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        // A repetition finds what the try before has created.
        if output.status.success() || complaint.contains("already exists") { Ok(()) } else { Err(complaint) }
    }
}

fn start_etcd(configuration: &Configuration, folder: &Path) -> Result<Vec<Daemon>> {
    let mut members = Vec::new();
    for machine in MACHINES {
        let own = folder.join(machine.name);
        let mut command = daemon::command("etcd", "etcd-server", &own)?;
        command.envs(configuration.etcd(machine)?);
        members.push(Daemon::start(command, &own.join("etcd.log"))?);
    }
    Ok(members)
}

fn start_haproxy(configuration: &Configuration, folder: &Path) -> Result<Daemon> {
    let file = folder.join("haproxy.cfg");
    std::fs::write(&file, configuration.haproxy())?;
    let mut command = daemon::command("haproxy", "haproxy", folder)?;
    command.args(["-db", "-f"]).arg(&file);
    Daemon::start(command, &folder.join("haproxy.log"))
}
