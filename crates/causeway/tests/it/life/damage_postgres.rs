//! Damage to the files of PostgreSQL: what it reports about a page that it cannot read, or about a missing
//! file, is passed on.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

use causeway_testing::http::Client;
use causeway_testing::postgres::{Cluster, TestDatabase};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::damage::{UNCLEAN_END, check_alert, wait_for_damage};
use super::process::{Folder, Server, command, refused, succeeded, utf8};

/// A data folder with a database in its own cluster.
struct PostgresSetup {
    folder: Folder,
    cluster: Cluster,
    database: TestDatabase,
}

impl PostgresSetup {
    async fn new() -> Self {
        Self::on(Cluster::private().await.unwrap()).await
    }

    async fn on(cluster: Cluster) -> Self {
        let database = cluster.database().await.unwrap();
        Self { folder: Folder::new(), cluster, database }
    }

    fn with_settings(&self, mut command: Command) -> Command {
        command.env("SVC_DATABASE", &self.database.url).env("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32)));
        command
    }

    fn serve(&self) -> Command {
        self.with_settings(self.folder.serve())
    }

    fn verify(&self) -> Command {
        self.with_settings(command(&["ledger", "verify", "--json", "--data", utf8(&self.folder.data())]))
    }

    /// Kills a server, damages its database and starts the next server.
    async fn after_a_kill(table: &str, change: impl FnOnce(&Path)) -> (Self, Server) {
        let setup = Self::new().await;
        Server::start(setup.serve()).kill();
        setup.damage(table, change).await;
        let server = Server::start(setup.serve());
        (setup, server)
    }

    /// Changes the file of a table, and crashes the database server, which forgets what it has read of it.
    async fn damage(&self, table: &str, change: impl FnOnce(&Path)) {
        let file = self.cluster.file_of(&self.database, table).await.unwrap();
        change(&file);
        self.cluster.crash(&self.database).await.unwrap();
    }
}

/// Requests the balances until the database reports the damage; its server restarts first.
async fn meet_damage(server: &Server, api: &Client) {
    wait::until("the damage is met", wait::PATIENCE, || async {
        let accounts = api.get("/platform/internal-accounts?currency=USD").send().await;
        accounts.expect_error(503, "SERVICE_UNAVAILABLE");
        let ready = server.client().get("/readyz").send().await.json();
        if ready["reason"] == "database damaged" { Ok(()) } else { Err(ready) }
    })
    .await;
}

/// Overwrites the beginning of the first page, which locates its contents.
fn overwrite_header(file: &Path) {
    OpenOptions::new().write(true).open(file).unwrap().write_all(&[0xff; 24]).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_postgres_cannot_read_stops_all_writing() {
    let setup = PostgresSetup::new().await;
    let mut server = Server::start(setup.serve());
    let api = server.api();
    let customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
    let create = || api.post("/customers").json(&customer).send();
    create().await.expect(201);

    setup.damage("ledger_balance", overwrite_header).await;
    meet_damage(&server, &api).await;
    create().await.expect_error(503, "SERVICE_UNAVAILABLE");
    check_alert(&server, &setup.folder).await;
    check_damaged(&mut setup.verify(), "ledger_balance");

    setup.damage("platform", remove).await;
    server.kill();
    check_refused(&mut setup.serve());
    check_damaged(&mut setup.verify(), "platform");
}

/// Checks that a command or a start is refused, with the remedy.
#[track_caller]
fn check_refused(command: &mut Command) {
    let (code, message) = refused(command);
    assert_eq!(code, 5, "{message}");
    assert!(message.contains("the database is damaged") && message.contains("its own tools"), "{message}");
}

/// Checks that the verification names the damaged table, continues behind it, and names the remedy.
#[track_caller]
fn check_damaged(verify: &mut Command, table: &str) {
    let output = verify.output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let damage = report["damage"].as_str().unwrap();
    assert!(damage.contains("the database is damaged") && damage.contains("its own tools"), "{damage}");
    let faults = report["faults"].as_array().unwrap();
    let of_engine = faults.iter().filter(|fault| fault["kind"] == "DATABASE_DAMAGED");
    assert!(of_engine.map(Value::to_string).any(|fault| fault.contains(table)), "{report}");
    assert!(faults.iter().any(|fault| fault["kind"] == "PART_UNREADABLE"), "{report}");
    assert!(report["tables"].as_u64() > Some(50), "{report}");
}

fn remove(file: &Path) {
    fs::remove_file(file).unwrap();
}

/// Checks a changed byte in a cluster with checksums, and a file that is removed once the database server has
/// closed it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changed_and_removed_files_stop_all_writing() {
    for damage in [flip as fn(&Path), remove] {
        let setup = PostgresSetup::on(Cluster::private_with_checksums().await.unwrap()).await;
        let server = Server::start(setup.serve());
        let api = server.api();
        let customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
        let create = || api.post("/customers").json(&customer).send();
        create().await.expect(201);

        setup.damage("ledger_balance", damage).await;
        meet_damage(&server, &api).await;
        create().await.expect_error(503, "SERVICE_UNAVAILABLE");
        check_alert(&server, &setup.folder).await;
        check_damaged(&mut setup.verify(), "ledger_balance");
    }
}

fn flip(file: &Path) {
    let open = OpenOptions::new().read(true).write(true).open(file).unwrap();
    let mut byte = [0];
    open.read_exact_at(&mut byte, 8191).unwrap();
    open.write_all_at(&[byte[0] ^ 1], 8191).unwrap();
}

/// Checks a table of zeros, which PostgreSQL reads as unused pages without an objection: the balances of
/// existing accounts are missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn balances_that_have_become_zeros_stop_all_writing() {
    let setup = PostgresSetup::new().await;
    let mut server = Server::start(setup.serve());
    let credentials = server.credentials();
    let report: Value = serde_json::from_str(&succeeded(setup.verify())).unwrap();
    assert_eq!((&report["fault_count"], &report["damage"]), (&json!(0), &Value::Null), "{report}");
    server.stop();
    setup.damage("ledger_balance", zero).await;

    let server = Server::start(setup.serve());
    let api = Client::new(&server.base_url()).basic(&credentials.id, &credentials.secret);
    let accounts = api.get("/platform/internal-accounts?currency=USD").send().await;
    accounts.expect_error(503, "SERVICE_UNAVAILABLE");
    let customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
    api.post("/customers").json(&customer).send().await.expect_error(503, "SERVICE_UNAVAILABLE");

    check_alert(&server, &setup.folder).await;
    check_verified(&setup);
    drop(server);
    check_verified(&setup);
}

/// Checks the report of the verification about missing balances, by a server or by the command itself.
#[track_caller]
fn check_verified(setup: &PostgresSetup) {
    let output = setup.verify().output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["faults"][0]["kind"], "BALANCE_MISSING", "{report}");
    let damage = report["damage"].as_str().unwrap();
    assert!(damage.contains("the database is damaged") && damage.contains("its own tools"), "{damage}");
}

/// Checks that a server at work stops writing once the verification alone has found the damage.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_balance_that_the_verification_misses_stops_all_writing() {
    let setup = PostgresSetup::new().await;
    let server = Server::start(setup.serve());
    server.client().get("/readyz").send().await.expect(200);

    setup.database.execute("DELETE FROM ledger_balance").await.unwrap();
    check_verified(&setup);
    wait_for_damage(&server).await;
    check_alert(&server, &setup.folder).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_table_is_read_after_a_kill() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 4] = [
        ("ledger_balance", overwrite_header),
        ("ledger_balance", zero),
        ("customer", remove),
        ("ledger_balance_account", remove),
    ];
    for (relation, damage) in damages {
        let (setup, mut server) = PostgresSetup::after_a_kill(relation, damage).await;
        wait_for_damage(&server).await;
        check_alert(&server, &setup.folder).await;

        // An orderly stop leaves the finding to the next server.
        server.stop();
        let mut server = Server::start(setup.serve());
        wait_for_damage(&server).await;
        server.stop();

        // The planted fault: without the mark no table is read.
        fs::remove_file(setup.folder.data().join("serving")).unwrap();
        let server = Server::start(setup.serve());
        server.client().get("/readyz").send().await.expect(200);
        assert!(!server.log().contains(UNCLEAN_END), "{}", server.log());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undamaged_database_is_read_once() {
    let (setup, mut server) = PostgresSetup::after_a_kill("customer", |_| {}).await;
    wait::until("everything is read", wait::PATIENCE, || async {
        let log = server.log();
        if log.contains(&format!("{UNCLEAN_END}; the database is undamaged")) { Ok(()) } else { Err(log) }
    })
    .await;
    server.client().get("/readyz").send().await.expect(200);
    server.stop();

    let mut server = Server::start(setup.serve());
    server.client().get("/readyz").send().await.expect(200);
    server.stop();
    assert!(!server.log().contains(UNCLEAN_END), "{}", server.log());
}

fn zero(file: &Path) {
    let length = usize::try_from(fs::metadata(file).unwrap().len()).unwrap();
    fs::write(file, vec![0; length]).unwrap();
}
