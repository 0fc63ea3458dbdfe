//! A production platform on a PostgreSQL that acknowledges commits before they are on disk, with the program as it runs.

use std::process::Command;

use causeway_testing::postgres::{Cluster, TestDatabase};
use causeway_testing::wait;

use super::anchored::client;
use super::process::{Folder, Server, command, refused, succeeded, utf8};

/// The setting that allows such commits.
const SWITCH: &str = "SVC_ALLOW_ASYNCHRONOUS_COMMIT";
const CREATE: [&str; 6] = ["platform", "create", "--environment", "production", "--name", "Live"];

/// A database in its own cluster, where the default of the role can be changed.
struct PostgresSetup {
    folder: Folder,
    cluster: Cluster,
    database: TestDatabase,
}

impl PostgresSetup {
    async fn new() -> Self {
        let cluster = Cluster::private().await.unwrap();
        let database = cluster.database().await.unwrap();
        Self { folder: Folder::new(), cluster, database }
    }

    /// Sets the acknowledgement of commits for new connections.
    async fn set_synchronous_commit(&self, setting: &str) {
        let sql = format!("ALTER ROLE CURRENT_USER SET synchronous_commit = {setting}");
        self.cluster.execute(&sql).await.unwrap();
    }

    fn with_database(&self, mut command: Command) -> Command {
        command.env("SVC_DATABASE", &self.database.url).env("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32)));
        command
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.with_database(command(arguments));
        command.args(["--data", utf8(&self.folder.data())]);
        command
    }

    fn list(&self) -> Command {
        self.command(&["platform", "list"])
    }

    fn serve(&self) -> Command {
        self.with_database(self.folder.serve())
    }

    /// Returns the command of a server for work on one machine, which needs no proxy.
    fn serve_in_development(&self) -> Command {
        let mut serve = self.serve();
        serve.env("SVC_DEVELOPMENT_MODE", "on");
        serve
    }
}

fn with_switch(mut command: Command) -> Command {
    command.env(SWITCH, "true");
    command
}

/// Checks that a command is refused, with the reason and the setting that allows it.
#[track_caller]
fn check_refused(mut command: Command, setting: &str) {
    let (_, message) = refused(&mut command);
    assert!(message.contains(&format!("synchronous_commit is {setting}")), "{message}");
    assert!(message.contains("allow_asynchronous_commit"), "{message}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_production_platform_requires_durable_commits() {
    let setup = PostgresSetup::new().await;
    setup.set_synchronous_commit("off").await;

    // Sandbox platforms do not: their money is not real.
    let mut server = Server::start(setup.serve_in_development());
    check_refused(setup.command(&CREATE), "off");
    server.stop();
    succeeded(setup.list());
    check_refused(setup.command(&CREATE), "off");

    succeeded(with_switch(setup.command(&CREATE)));
    for setting in ["off", "local"] {
        setup.set_synchronous_commit(setting).await;
        check_refused(setup.list(), setting);
        check_refused(setup.serve_in_development(), setting);
        let mut behind_proxy = setup.serve();
        behind_proxy.arg("--behind-proxy");
        check_refused(behind_proxy, setting);
        succeeded(with_switch(setup.list()));
        Server::start(with_switch(setup.serve_in_development())).stop();
    }

    // A disabled platform has no valid credentials, so nothing is checked; it cannot be enabled with this
    // setting.
    succeeded(with_switch(setup.command(&["platform", "disable", "--platform", "Live"])));
    succeeded(setup.list());
    check_refused(setup.command(&["platform", "enable", "--platform", "Live"]), "local");
    setup.set_synchronous_commit("on").await;
    succeeded(setup.command(&["platform", "enable", "--platform", "Live"]));
    Server::start(setup.serve_in_development()).stop();
}

/// Checks that a default of the database server that changes while it is connected is read by each new
/// connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_setting_that_changes_counts_from_the_next_connect() {
    let setup = PostgresSetup::new().await;
    let server = Server::start(setup.serve_in_development());
    let api = client(&server, &server.credentials());
    succeeded(setup.command(&CREATE));
    api.get("/config").send().await.expect(200);

    setup.set_synchronous_commit("off").await;
    api.get("/config").send().await.expect(200);
    setup.database.end_connections().await.unwrap();
    wait::until("the database is refused", wait::PATIENCE, || async {
        let answer = api.get("/config").send().await;
        let is_logged = server.log().contains("synchronous_commit is off");
        if answer.status == 503 && is_logged { Ok(()) } else { Err(answer) }
    })
    .await;

    setup.set_synchronous_commit("on").await;
    wait::until("the database is accepted again", wait::PATIENCE, || async {
        let answer = api.get("/config").send().await;
        if answer.status == 200 { Ok(()) } else { Err(answer) }
    })
    .await;
}
