//! Anchor files, which keep the heads of the ledgers outside of the database and authorise changes to them,
//! with the program as it runs.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use causeway_domain::ids::{Id, InternalAccountId, PlatformConfigId, PlatformId};
use causeway_domain::{Amount, Clock, CurrencyCode, Ids, postings};
use causeway_store::ledger::{self, LedgerError, Origin};
use causeway_store::{Store, backup};
use serde_json::{Value, json};

use super::anchored::{AnchoredFolder, Verification, client, fund, kinds};
use super::process::{Server, command, succeeded, utf8};
use crate::harness::Setup;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_copy_is_authorised_and_one_put_back_by_hand_is_not() {
    let anchored = AnchoredFolder::on(Setup::Sqlite).await;
    let mut server = anchored.start();
    let credentials = server.credentials();
    fund(&server, &credentials).await;
    let archive = anchored.folder.beside("copy.tar");
    succeeded(anchored.command(&["backup", utf8(&archive)]));
    let copy = anchored.folder.beside("copy.db");
    backup::copy(&anchored.folder.data().join("causeway.db"), &copy).unwrap();
    fund(&server, &credentials).await;
    server.stop();

    anchored.seal();
    assert!(!anchored.folder.data().join("anchors").exists(), "the file is at the configured path");
    assert_eq!(anchored.verify().code, Some(0));

    // The planted fault: a copy without the authorised line.
    let database = anchored.folder.data().join("causeway.db");
    let newer = anchored.folder.beside("newer.db");
    fs::rename(&database, &newer).unwrap();
    fs::copy(&copy, &database).unwrap();
    let Verification { code, report } = anchored.verify();
    assert_eq!((code, kinds(&report)), (Some(7), vec!["ANCHOR_MISSING"]), "{report}");

    fs::rename(&newer, &database).unwrap();
    let report: Value = serde_json::from_str(&succeeded(anchored.command(&[
        "restore",
        utf8(&archive),
        "--replace",
        "--json",
    ])))
    .unwrap();
    assert_eq!(report["ledgers"].as_array().unwrap().len(), 1, "{report}");
    let after = &report["ledgers"][0]["journals_after"];
    assert!(after.as_u64() >= Some(1), "the last payment is not in the copy: {report}");
    assert!(report["ledgers"][0]["after_since"].is_string(), "{report}");
    assert_eq!(anchored.count("restored"), 1, "{}", anchored.text());
    let Verification { code, report } = anchored.verify();
    assert_eq!((code, &report["fault_count"]), (Some(0), &json!(0)), "{report}");

    let before = anchored.count("seen");
    let mut server = anchored.start();
    fund(&server, &credentials).await;
    server.stop();
    anchored.seal();
    assert!(anchored.count("seen") > before, "{}", anchored.text());
    assert_eq!(anchored.verify().code, Some(0), "the ledger continues from there");

    // One alert reports the older state, until an operator has closed it.
    let restore_alerts = || {
        let list: Vec<Value> =
            serde_json::from_str(&succeeded(anchored.command(&["alert", "list", "--json"]))).unwrap();
        list.into_iter().filter(|alert| alert["kind"] == "OLDER_STATE_RESTORED").collect::<Vec<_>>()
    };
    let open = restore_alerts();
    assert_eq!((open.len(), &open[0]["detail"]["ledgers"][0]["lost"]), (1, after), "{open:?}");
    succeeded(anchored.command(&["alert", "close", open[0]["alert"].as_str().unwrap(), "--reason", "known"]));
    anchored.seal();
    assert_eq!(restore_alerts(), Vec::<Value>::new());
}

/// Checks that a replaced key counts only up to its rotation. On PostgreSQL the operator gives every server
/// the new key before that; on SQLite the server makes it.
async fn a_replaced_key_counts_up_to_its_rotation(setup: Setup) {
    let mut anchored = AnchoredFolder::on(setup).await;
    let mut server = anchored.start();
    let credentials = server.credentials();
    fund(&server, &credentials).await;
    let config = client(&server, &credentials).get("/config").send().await.expect(200);
    let platform = config["id"].as_str().unwrap().parse().map(PlatformConfigId::uuid);
    let platform = platform.map(PlatformId::from_uuid).unwrap();

    let first = anchored.keys();
    if setup != Setup::Sqlite {
        server.stop();
        anchored.root_keys.push_str(&format!("2:{}\n", "6b".repeat(32)));
        server = anchored.start();
    }

    succeeded(anchored.command(&["keys", "rotate", "--yes", "--reason", "a test"]));
    assert!(anchored.count("rotated to key 2") >= 1, "{}", anchored.text());
    let before = anchored.count("seen");
    fund(&server, &credentials).await;
    server.stop();
    anchored.seal();
    assert!(anchored.count("seen") > before, "{}", anchored.text());

    let Verification { code, report } = anchored.verify();
    assert_eq!((code, &report["fault_count"]), (Some(0), &json!(0)), "{report}");
    let verifiers = report["heads"][0]["verifiers"].as_array().unwrap();
    assert_eq!(verifiers.len(), 2, "of the old checkpoints too: {report}");

    // A holder of the replaced key with access to the database books as if the key still counted.
    book(anchored.open(&first), platform).await;
    let Verification { code, report } = anchored.verify();
    assert_eq!(code, Some(7), "{report}");
    assert_eq!(kinds(&report), ["KEY_RETIRED"; 2], "the journal and the balance: {report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_key_counts_up_to_its_rotation_on_sqlite() {
    a_replaced_key_counts_up_to_its_rotation(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_key_counts_up_to_its_rotation_on_postgres() {
    a_replaced_key_counts_up_to_its_rotation(Setup::Postgres).await;
}

/// Books money on an account that it opens itself, with the root keys of this store alone.
async fn book(store: Store, platform: PlatformId) {
    let ids = Ids::system();
    let book = store.write(&[], move |tx| {
        let at = Clock::system().now();
        let account: InternalAccountId = ids.next(at);
        ledger::open(tx, platform, account, CurrencyCode::USD, at)?;
        let posting = postings::sandbox_funded(account, Amount::new(1, CurrencyCode::USD)).unwrap();
        ledger::post(tx, platform, &posting, &Origin { transaction: None, quote: None, at, ids: &ids })
    });
    book.await.map_err(|error: LedgerError| error).unwrap();
    store.close();
}

/// Checks the default: the heads are kept in the data folder, for its owner only, and the verification reads
/// them there.
async fn heads_are_kept_in_the_data_folder(setup: Setup) {
    let anchored = AnchoredFolder::on(setup).await;
    let start = || Server::start(anchored.with_database(anchored.folder.serve()));
    let mut server = start();
    fund(&server, &server.credentials()).await;
    server.stop();
    start().stop();
    let file = anchored.folder.data().join("anchors");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);

    let verify = || {
        let data = anchored.folder.data();
        let output =
            anchored.with_database(command(&["ledger", "verify", "--json", "--data", utf8(&data)])).output();
        serde_json::from_slice::<Value>(&output.unwrap().stdout).unwrap()
    };

    let report = verify();
    let head = &report["heads"][0];
    let text = fs::read_to_string(&file).unwrap();
    assert!(report["is_sound"] == true && report["anchors"].as_u64() >= Some(1), "{report}");
    assert!(text.contains(&format!("\n{}\n", head["journals"])), "{text}");
    assert!(!anchored.anchors.exists());

    // The planted fault: without the file there is nothing to compare the ledger with.
    fs::remove_file(&file).unwrap();
    assert_eq!(verify()["anchors"], 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_are_kept_in_the_data_folder_on_sqlite() {
    heads_are_kept_in_the_data_folder(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_are_kept_in_the_data_folder_on_postgres() {
    heads_are_kept_in_the_data_folder(Setup::Postgres).await;
}

/// Returns the heads that a server has logged: platform, number of journals, and root.
fn logged_heads(log: &str) -> Vec<Value> {
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let heads = lines.filter(|line| line["message"] == "the head of a ledger");
    heads.map(|line| json!([line["platform"], line["journals"], line["root"]])).collect()
}

/// Checks that each server logs a head and keeps it in its own file, whichever of them has sealed it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_log_and_keep_the_newest_head_each() {
    let one = AnchoredFolder::on(Setup::Postgres).await;
    let other = one.another();
    let mut server = one.start();
    let credentials = server.credentials();
    fund(&server, &credentials).await;

    let mut second = other.start();
    fund(&second, &credentials).await;
    server.stop();
    second.stop();
    let logs = [server.log() + &one.seal(), second.log() + &other.seal()];

    let report = one.verify().report;
    let head = &report["heads"][0];
    let journals = head["journals"].as_u64().unwrap();
    for (anchored, log) in [&one, &other].into_iter().zip(&logs) {
        let logged = logged_heads(log);
        let newest = logged.last().unwrap_or_else(|| panic!("no head in {log}"));
        assert_eq!(*newest, json!([head["platform"], journals, head["root"]]));
        assert!(anchored.text().contains(&format!("\n{journals}\n")), "{}", anchored.text());
    }

    let Verification { code, report: both } = one.verify_with(&["--anchors", utf8(&other.anchors)]);
    assert_eq!((code, &both["torn"]), (Some(0), &json!(0)), "{both}");

    // A changed line of one file is reported, and does not count.
    let whole = one.text();
    let forged = whole.replace(&format!("\n{journals}\n"), &format!("\n{}\n", journals + 1));
    fs::write(&one.anchors, forged).unwrap();
    let Verification { code, report } = one.verify_with(&["--anchors", utf8(&other.anchors)]);
    assert_eq!((code, kinds(&report)), (Some(7), vec!["ANCHOR_NOT_AUTHENTIC"]), "{report}");

    // One file has lost a head that the other one has. The planted fault: the other file is not given.
    fs::write(&one.anchors, "").unwrap();
    assert_eq!(one.verify().report["anchors"], 0);
    assert!(one.verify_with(&["--anchors", utf8(&other.anchors)]).report["anchors"].as_u64() >= Some(1));
}

/// Checks that half a line, left by a process that was killed while it wrote, is reported, and that the rest
/// of the file counts.
async fn a_torn_last_line_is_reported_and_the_rest_counts(setup: Setup) {
    let anchored = AnchoredFolder::on(setup).await;
    let mut server = anchored.start();
    let credentials = server.credentials();
    for _ in 0..2 {
        fund(&server, &credentials).await;
        server.stop();
        anchored.seal();
        server = anchored.start();
    }
    server.stop();
    let whole = anchored.text();
    let heads = anchored.count("seen");
    assert!(heads >= 2, "{whole}");

    let torn = anchored.folder.beside("torn");
    fs::write(&torn, &whole[..whole.len() - 20]).unwrap();
    fs::write(&anchored.anchors, "").unwrap();
    let with_torn = || anchored.verify_with(&["--anchors", utf8(&torn)]);
    let Verification { code, report } = with_torn();
    assert_eq!(
        (code, &report["torn"], &report["anchors"]),
        (Some(0), &json!(1), &json!(heads - 1)),
        "{report}"
    );

    // The planted fault: a complete line with another signature.
    let signature = whole.trim_end().len() - 20;
    let other = if whole.as_bytes()[signature] == b'A' { "B" } else { "A" };
    let changed = format!("{}{other}{}", &whole[..signature], &whole[signature + 1..]);
    fs::write(&torn, changed).unwrap();
    let Verification { code, report } = with_torn();
    assert_eq!((code, kinds(&report)), (Some(7), vec!["ANCHOR_NOT_AUTHENTIC"]), "{report}");

    fs::write(&torn, "no notes\nat all\n").unwrap();
    let Verification { code, report } = with_torn();
    assert_eq!((code, kinds(&report)), (Some(7), vec!["ANCHOR_NOT_AUTHENTIC"]), "{report}");
    assert_eq!(report["faults"][0]["subject"], "2 lines", "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_torn_last_line_is_reported_and_the_rest_counts_on_sqlite() {
    a_torn_last_line_is_reported_and_the_rest_counts(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_torn_last_line_is_reported_and_the_rest_counts_on_postgres() {
    a_torn_last_line_is_reported_and_the_rest_counts(Setup::Postgres).await;
}
