//! Damage, as readiness, an alert, commands and the start report it, with the remedy.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_store::{Database, Error, Options, Store};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::process::{Folder, Server, output_of, refused, run, utf8};

/// Returns the page of the database at which a table begins.
async fn first_page(folder: &Folder, table: &str) -> u64 {
    let clock = Clock::system();
    let ids = Ids::system();
    let keys = Keys::new(Keyring::open_or_create(&folder.data().join("root.key"), &ids).unwrap());
    let database = Database::Sqlite { path: database(folder) };
    let store = Store::open(&database, Options::new(clock, ids, Arc::new(keys))).unwrap();
    let sql = format!("SELECT rootpage FROM sqlite_schema WHERE name = '{table}'");
    let read = store.read(move |tx| tx.query(&sql, &[], |row| row.get::<i64>("rootpage")));
    let page: Result<Vec<i64>, Error> = read.await;
    store.close();
    u64::try_from(page.unwrap()[0]).unwrap()
}

fn database(folder: &Folder) -> PathBuf {
    folder.data().join("causeway.db")
}

fn zero(file: &Path, page: u64) {
    let mut file = OpenOptions::new().write(true).open(file).unwrap();
    file.seek(SeekFrom::Start((page - 1) * 4096)).unwrap();
    file.write_all(&[0; 4096]).unwrap();
}

/// Checks that readiness, an alert and one line of the log say why nothing is written.
pub(super) async fn check_alert(server: &Server, folder: &Folder) {
    let ready = server.client().get("/readyz").send().await;
    let reason = ready.json()["reason"].clone();
    assert_eq!((ready.status, reason), (503, json!("database damaged")));
    let data = folder.data();
    let list = ["alert", "list", "--json", "--data", utf8(&data)];
    let alerts: Value = serde_json::from_str(&output_of(&list)).unwrap();
    assert_eq!(alerts[0]["kind"], "DATABASE_DAMAGED", "{alerts}");
    assert!(alerts[0]["detail"]["remedy"].as_str().unwrap().contains("causeway restore"), "{alerts}");
    let alerts =
        server.log().lines().filter(|line| line.contains("the database is damaged: nothing")).count();
    assert_eq!(alerts, 1, "{}", server.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_zeroed_page_stops_all_writing() {
    let folder = Folder::new();
    let mut server = folder.start();
    let api = server.api();
    server.stop();
    zero(&database(&folder), first_page(&folder, "ledger_balance").await);

    let server = folder.start();
    let api = api.at(&server.base_url());

    let accounts = api.get("/platform/internal-accounts?currency=USD").send().await;
    accounts.expect_error(503, "SERVICE_UNAVAILABLE");
    let customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
    api.post("/customers").json(&customer).send().await.expect_error(503, "SERVICE_UNAVAILABLE");

    let output = run(&["ledger", "verify", "--json", "--data", utf8(&folder.data())]);
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let damage = report["damage"].as_str().unwrap();
    assert!(damage.contains("the database is damaged") && damage.contains("causeway restore"), "{damage}");

    let count = |kind: &str, words: &str| {
        let faults = report["faults"].as_array().unwrap().iter();
        let of_kind = faults.filter(|fault| fault["kind"] == kind);
        of_kind.filter(|fault| fault.to_string().contains(words)).count()
    };
    assert!(count("DATABASE_DAMAGED", "ledger_balance") > 0, "{report}");
    assert!(count("PART_UNREADABLE", "balances") > 0, "{report}");
    assert!(report["tables"].as_u64() > Some(50), "the verification continues after the damage: {report}");
    check_alert(&server, &folder).await;
}

/// Checks that nothing is written into a removed file, although the connections keep it open and could.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_removed_under_a_server_accepts_no_writes() {
    let folder = Folder::new();
    let server = folder.start();
    let customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
    let create = || server.api().post("/customers").json(&customer).send();
    create().await.expect(201);

    fs::remove_file(database(&folder)).unwrap();
    for _ in 0..2 {
        create().await.expect_error(503, "SERVICE_UNAVAILABLE");
    }
    check_alert(&server, &folder).await;
}

/// The message of a server whose predecessor did not stop in order.
pub(super) const UNCLEAN_END: &str = "the last server did not stop in order";

/// Waits until the server finds damage in the background that no request has met.
pub(super) async fn wait_for_damage(server: &Server) {
    wait::until("the damage is found", wait::PATIENCE, || async {
        let ready = server.client().get("/readyz").send().await;
        if ready.status == 503 && ready.json()["reason"] == "database damaged" {
            Ok(())
        } else {
            Err(ready.status)
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pages_are_checked_after_a_kill() {
    let folder = Folder::new();
    folder.start().stop();
    let page = first_page(&folder, "external_account").await;

    let mut server = folder.start();
    let data = folder.data();
    let set = ["setting", "set", "payout_timeout_days", "7", "--reason", "x", "--data", utf8(&data)];
    output_of(&set);

    server.kill();
    zero(&database(&folder), page);
    for _ in 0..2 {
        let mut server = folder.start();
        wait_for_damage(&server).await;
        // An orderly stop leaves the finding to the next server.
        server.stop();
    }

    // The planted fault: without the mark the pages are not read.
    fs::remove_file(data.join("serving")).unwrap();
    let server = folder.start();
    assert!(!server.log().contains(UNCLEAN_END), "{}", server.log());
}

#[test]
fn a_start_on_a_damaged_file_names_the_remedy() {
    let folder = Folder::new();
    folder.start().stop();
    zero(&database(&folder), 1);
    let (code, message) = refused(&mut folder.serve());
    assert_eq!(code, 5, "{message}");
    assert!(message.contains("damaged") && message.contains("causeway restore"), "{message}");
}

#[test]
fn a_root_key_without_its_database_is_refused() {
    for damage in [|file: &Path| fs::remove_file(file).unwrap(), |file: &Path| fs::write(file, "").unwrap()] {
        let folder = Folder::new();
        folder.start().stop();
        let key = fs::read_to_string(folder.data().join("root.key")).unwrap();

        damage(&database(&folder));
        let (code, message) = refused(&mut folder.serve());
        assert_eq!(code, 5, "{message}");
        assert!(message.contains("is missing or empty") && message.contains("causeway restore"), "{message}");
        assert_eq!(fs::read_to_string(folder.data().join("root.key")).unwrap(), key);

        // The planted fault: with the check off, as in a repeated first start, everything is created anew
        // silently.
        fs::write(folder.data().join("first-start"), "").unwrap();
        folder.start().stop();
        assert_eq!(fs::read_to_string(folder.data().join("root.key")).unwrap(), key);
        damage(&database(&folder));
        fs::rename(folder.data().join("root.key"), folder.beside("root.key")).unwrap();
        let _ = fs::remove_file(folder.data().join("anchors"));
        folder.start().stop();
    }
}

/// Kills a first start as soon as each of its files exists, and at its end.
#[test]
fn a_first_start_that_was_cut_short_can_be_repeated() {
    for name in ["causeway.lock", "first-start", "root.key", "causeway.db", "causeway.db-wal", "credentials"]
    {
        let folder = Folder::new();
        let mut process = folder
            .serve()
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();

        let file = folder.data().join(name);
        let outcome = wait::blocking(wait::PATIENCE, || {
            // Some files exist for a moment only.
            if file.exists()
                || process.try_wait().unwrap().is_some()
                || database(&folder).exists() && name == "first-start"
            {
                Ok(())
            } else {
                Err("not there yet")
            }
        });

        process.kill().unwrap();
        process.wait().unwrap();
        outcome.unwrap();

        // The planted fault: without its mark, a start that has left a root key is not repeated but refused.
        let marked = folder.data().join("first-start");
        let has = |path: PathBuf| fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if marked.exists() && has(folder.data().join("root.key")) && !has(database(&folder)) {
            fs::remove_file(&marked).unwrap();
            let (code, message) = refused(&mut folder.serve());
            assert_eq!(code, 5, "{message}");
            fs::write(&marked, "").unwrap();
        }

        let mut server = folder.start();
        assert!(!folder.data().join("first-start").exists());
        server.stop();
    }
}

#[test]
fn a_key_that_others_can_read_is_refused() {
    let folder = Folder::new();
    folder.start().stop();
    for name in ["root.key", "wallet.keys"] {
        let key = folder.data().join(name);
        for mode in [0o644, 0o604, 0o660] {
            fs::set_permissions(&key, Permissions::from_mode(mode)).unwrap();
            let (_, message) = refused(&mut folder.serve());
            assert!(message.contains("chmod 600") && message.contains(name), "{mode:o}: {message}");
        }
        fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
    }
    folder.start().stop();
}

#[tokio::test]
async fn operator_actions_can_be_listed() {
    let folder = Folder::new();
    let server = folder.start();
    let data = folder.data();
    let set = ["setting", "set", "payout_timeout_days", "7", "--reason", "slow rail", "--data", utf8(&data)];
    output_of(&set);

    let list = |more: &[&str]| -> Value {
        let line = [&["audit", "list", "--json", "--data", utf8(&data)], more].concat();
        serde_json::from_str(&output_of(&line)).unwrap()
    };
    let all = list(&[]);
    let newest = &all[0];
    assert_eq!((&newest["action"], &newest["reason"]), (&json!("setting set"), &json!("slow rail")), "{all}");
    let older = list(&["--before", &newest["number"].to_string()]);
    assert_eq!(older.as_array().unwrap().len() + 1, all.as_array().unwrap().len());
    assert_eq!(list(&["--action", "setting set"]).as_array().unwrap().len(), 1);
    server.client().get("/readyz").send().await.expect(200);
}

/// Runs a statement on the database of a folder without a server.
async fn change(folder: &Folder, sql: &'static str) {
    let clock = Clock::system();
    let ids = Ids::system();
    let keys = Keys::new(Keyring::open_or_create(&folder.data().join("root.key"), &ids).unwrap());
    let database = Database::Sqlite { path: database(folder) };
    let store = Store::open(&database, Options::new(clock, ids, Arc::new(keys))).unwrap();
    let write = store.write(&[], move |tx| tx.execute_counted(sql, &[]));
    let count: Result<u64, Error> = write.await;
    count.unwrap();
    store.close();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_that_cannot_be_read_are_named_by_the_verification() {
    let folder = Folder::new();
    folder.start().stop();
    let data = folder.data();
    change(
        &folder,
        "INSERT INTO setting (scope, name, value, updated_at) VALUES ('DEPLOYMENT', 'session_seconds', 'seven', 0)",
    )
    .await;
    let of_key = "INSERT INTO secret_key (key_id, platform_id, purpose, wrapped, doc, created_at, retired_at) \
                  VALUES (x'01890a5dac96774bbcceb302099a8057', NULL, 'none', x'00', 'seven', 9999999999999, NULL)";
    change(&folder, of_key).await;

    let output = run(&["platform", "list", "--data", utf8(&data)]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(5), "{message}");
    assert!(message.contains("secret_key 01890a5d-ac96-774b-bcce-b302099a8057: column doc"), "{message}");

    let output = run(&["ledger", "verify", "--json", "--data", utf8(&data)]);
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();

    let fault = &report["faults"][0];
    assert_eq!(
        (&fault["kind"], &fault["subject"]),
        (&json!("ROW_UNREADABLE"), &json!("setting DEPLOYMENT/session_seconds"))
    );
    assert!(fault["detail"].as_str().unwrap().contains("value"), "{report}");
    assert_eq!(report["faults"][1]["subject"], "secret_key 01890a5d-ac96-774b-bcce-b302099a8057", "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_has_lost_a_table_is_refused() {
    let folder = Folder::new();
    folder.start().stop();
    change(&folder, "DROP TABLE alert").await;
    for arguments in [&["platform", "list"][..], &["ledger", "verify"]] {
        let data = folder.data();
        let output = run(&[arguments, &["--data", utf8(&data)]].concat());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(5), "{message}");
        assert!(message.contains("lost tables: alert"), "{message}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_lost_under_a_server_is_reported_by_readiness() {
    let folder = Folder::new();
    let server = folder.start();
    change(&folder, "DROP TABLE alert").await;
    wait::until("the lost table is reported", wait::PATIENCE, || async {
        let ready = server.client().get("/readyz").send().await;
        if ready.status == 503 && ready.json()["reason"] == "schema does not fit" {
            Ok(())
        } else {
            Err(ready.status)
        }
    })
    .await;
}
