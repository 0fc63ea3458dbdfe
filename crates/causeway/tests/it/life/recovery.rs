//! A machine that is lost under load is recovered from a backup on another one.

use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use causeway_testing::http::Client;
use causeway_testing::postgres::TestDatabase;
use causeway_testing::wait;
use rustix::process::Signal;
use serde_json::{Value, json};

use super::anchored::{AnchoredFolder, client};
use super::process::{command, refused, send_signal, succeeded, utf8};
use crate::harness::Setup;

/// Cents on the account that pays.
const FUNDED: i64 = 10_000_000;
/// Cents of each payment.
const AMOUNT: i64 = 100;

/// A caller that makes one payment after the other.
struct Load {
    api: Client,
    account: String,
    bank: String,
    /// Payments that the server has acknowledged, in order.
    acknowledged: Mutex<Vec<String>>,
}

impl Load {
    async fn new(api: Client) -> Self {
        let post = async |path: &str, body: Value| api.post(path).json(&body).send().await;
        let person =
            json!({ "customerType": "INDIVIDUAL", "fullName": "Ada Lovelace", "currencies": ["USD"] });
        let customer = post("/customers", person).await.expect(201);
        let id = customer["id"].as_str().unwrap();
        let accounts = format!("/customers/internal-accounts?currency=USD&customerId={id}");
        let accounts = api.get(&accounts).send().await.expect(200);
        let account = accounts["data"][0]["id"].as_str().unwrap().to_owned();
        let fund = format!("/sandbox/internal-accounts/{account}/fund");
        post(&fund, json!({ "amount": FUNDED })).await.expect(200);
        let beneficiary = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" });
        let bank = json!({ "customerId": id, "currency": "USD", "accountInfo": { "accountType": "USD_ACCOUNT",
            "accountNumber": "000123456999", "routingNumber": "021000021", "beneficiary": beneficiary } });
        let bank = post("/customers/external-accounts", bank).await.expect(201);
        let bank = bank["id"].as_str().unwrap().to_owned();
        Self { api, account, bank, acknowledged: Mutex::default() }
    }

    /// Pays until the server does not answer any more.
    async fn pay(&self) {
        let body = json!({ "source": { "accountId": self.account }, "destination": { "accountId": self.bank },
            "amount": AMOUNT });
        for number in 0.. {
            let key = format!("payment-{number}");
            let request = self.api.post("/transfer-out").idempotency_key(&key).json(&body);
            let Ok(response) = request.try_send().await else { return };
            if response.status == 201 {
                let id = response.json()["id"].as_str().unwrap().to_owned();
                self.acknowledged.lock().unwrap().push(id);
            }
        }
    }

    fn acknowledged(&self) -> Vec<String> {
        self.acknowledged.lock().unwrap().clone()
    }

    /// Waits until so many more payments were acknowledged, and returns all of them.
    async fn after(&self, more: usize) -> Vec<String> {
        let before = self.acknowledged().len();
        wait::until("further payments", wait::PATIENCE, || async {
            let all = self.acknowledged();
            if all.len() >= before + more { Ok(all) } else { Err(all.len()) }
        })
        .await
    }
}

/// Runs a command beside the load, and returns its report.
async fn report_of(command: Command) -> Value {
    let output = tokio::task::spawn_blocking(move || succeeded(command)).await.unwrap();
    serde_json::from_str(&output).unwrap()
}

async fn nothing_acknowledged_before_a_backup_is_lost(setup: Setup) {
    let lost = AnchoredFolder::on(setup).await;
    let mut server = lost.start();
    let credentials = server.credentials();
    Load::new(client(&server, &credentials)).await;
    server.stop();
    lost.seal();

    let mut server = lost.start();
    let load = Arc::new(Load::new(client(&server, &credentials)).await);
    let paying = tokio::spawn({
        let load = Arc::clone(&load);
        async move { load.pay().await }
    });
    let before = load.after(20).await;
    let safe = tempfile::tempdir().unwrap();
    let archive = safe.path().join("copy.tar");
    let backup = report_of(lost.command(&["backup", utf8(&archive), "--with-keys", "--json"])).await;
    assert_eq!(backup["with_keys"], true);
    assert!(backup["ledgers"][0]["journals"].as_u64() >= Some(1), "{backup}");
    load.after(5).await;
    server.kill();
    paying.await.unwrap();
    // The machine is gone: its folder, and its database.
    drop(lost);

    let other = AnchoredFolder::on(setup).await;
    let restored = report_of(other.command(&["restore", utf8(&archive), "--json"])).await;
    assert_eq!(
        (&restored["is_check"], &restored["key_state"]),
        (&json!(false), &json!("fits")),
        "{restored}"
    );
    assert_eq!(restored["ledgers"][0]["journals_after"], 0, "{restored}");
    let verification = other.verify();
    assert_eq!(verification.code, Some(0), "{}", verification.report);
    assert!(verification.report["anchors"].as_u64() >= Some(1), "{}", verification.report);

    let mut server = other.start();
    let api = client(&server, &credentials);
    for payment in &before {
        let payment = api.get(&format!("/transactions/{payment}")).send().await.expect(200);
        assert_eq!(payment["sentAmount"]["amount"], AMOUNT, "{payment}");
    }
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_before_a_backup_is_lost_on_sqlite() {
    nothing_acknowledged_before_a_backup_is_lost(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_before_a_backup_is_lost_on_postgres() {
    nothing_acknowledged_before_a_backup_is_lost(Setup::Postgres).await;
}

/// Checks that a rehearsal beside a running server verifies the archive and changes nothing: neither the data
/// folder, nor the database, nor the temporary files of the machine.
async fn a_rehearsal_changes_nothing(setup: Setup) {
    let anchored = AnchoredFolder::on(setup).await;
    let mut server = anchored.start();
    let credentials = server.credentials();
    Load::new(client(&server, &credentials)).await;
    server.stop();
    anchored.seal();
    let archive = anchored.folder.beside("copy.tar");
    succeeded(anchored.command(&["backup", utf8(&archive)]));
    let mut server = anchored.start();
    Load::new(client(&server, &credentials)).await;
    server.stop();
    anchored.seal();

    let temporary = tempfile::tempdir().unwrap();
    let before = files(&anchored);
    let check = || {
        let mut check = anchored.command(&["restore", utf8(&archive), "--check", "--json"]);
        check.env("TMPDIR", temporary.path());
        check
    };
    let report = report_of(check()).await;
    assert_eq!(report["is_check"], true, "{report}");
    let verified = &report["verified"];
    assert!(verified["entries"].as_u64() >= Some(2) && verified["anchors"].as_u64() >= Some(1), "{report}");
    let ledger = &report["ledgers"][0];
    assert!(ledger["journals_after"].as_u64() >= Some(1) && ledger["after_since"].is_string(), "{report}");
    if let Some(database) = anchored.database() {
        assert_eq!(database.number(REHEARSALS).await.unwrap(), 0);
        interrupt(check(), database).await;
        assert_eq!(database.number(REHEARSALS).await.unwrap(), 0, "left by an interrupted rehearsal");
    }
    assert_eq!(files(&anchored), before);
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
    assert_eq!(anchored.verify().code, Some(0));
}

/// Counts the temporary databases of the server.
const REHEARSALS: &str = "SELECT count(*) FROM pg_database WHERE datname LIKE 'causeway_rehearsal_%'";

/// Starts a rehearsal, and interrupts it once it has made its temporary database.
async fn interrupt(mut check: Command, database: &TestDatabase) {
    let process = check.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    wait::until("a temporary database", wait::PATIENCE, || async {
        match database.number(REHEARSALS).await {
            Ok(1) => Ok(()),
            other => Err(format!("{other:?}")),
        }
    })
    .await;
    send_signal(&process, Signal::TERM);
    let ended = tokio::task::spawn_blocking(move || process.wait_with_output()).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.code() == Some(1) && said.contains("interrupted by a signal"), "{said}");
}

/// Returns the files in the data folder and beside it, with their contents. Files that a server or a command
/// creates only while it works are left out.
fn files(anchored: &AnchoredFolder) -> Vec<(String, Vec<u8>)> {
    let folders = [anchored.folder.data(), anchored.folder.beside("")];
    let all = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let all = all.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let mut all: Vec<(String, Vec<u8>)> =
        all.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())).collect();
    all.retain(|(name, _)| !name.ends_with("causeway.lock"));
    all.sort();
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rehearsal_changes_nothing_on_sqlite() {
    a_rehearsal_changes_nothing(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rehearsal_changes_nothing_on_postgres() {
    a_rehearsal_changes_nothing(Setup::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_with_tables_and_one_of_another_engine_are_refused() {
    let postgres = AnchoredFolder::on(Setup::Postgres).await;
    postgres.start().stop();
    let archive = postgres.folder.beside("copy.tar");
    succeeded(postgres.command(&["backup", utf8(&archive)]));
    let (_, complaint) = refused(&mut postgres.command(&["restore", utf8(&archive)]));
    assert!(complaint.contains("nothing was restored") && complaint.contains("has tables"), "{complaint}");
    let elsewhere = postgres.folder.beside("elsewhere");
    let mut restore = command(&["restore", utf8(&archive), "--data", utf8(&elsewhere)]);
    let (_, complaint) = refused(restore.env("SVC_ROOT_KEY", &postgres.root_keys));
    assert!(complaint.contains("another engine") && complaint.contains("SVC_DATABASE"), "{complaint}");
    assert!(!elsewhere.exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_program_of_postgres_is_named_and_leaves_no_file() {
    let postgres = AnchoredFolder::on(Setup::Postgres).await;
    postgres.start().stop();
    let archive = postgres.folder.beside("copy.tar");
    let mut backup = postgres.command(&["backup", utf8(&archive)]);
    backup.env("PATH", postgres.folder.beside("no-programs"));
    let (_, complaint) = refused(&mut backup);
    assert!(complaint.contains("pg_dump") && complaint.contains("postgresql-client"), "{complaint}");
    assert!(!archive.exists() && !postgres.folder.beside("copy.tar.partial").exists());
}
