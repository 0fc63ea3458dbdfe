//! Anchor files, which keep the heads of the ledgers outside of the database and authorise changes to them,
//! with the program as it runs.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use causeway_domain::ids::{Id, InternalAccountId, PlatformConfigId, PlatformId};
use causeway_domain::{Amount, Clock, CurrencyCode, Ids, postings};
use causeway_store::Store;
use causeway_store::ledger::{self, LedgerError, Origin};
use serde_json::{Value, json};

use super::anchored::{Kept, client, fund, kinds};
use super::process::{Server, command, succeeded, utf8};
use crate::harness::Setup;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_copy_is_authorised_and_one_put_back_by_hand_is_not() {
    let kept = Kept::on(Setup::Sqlite).await;
    let mut server = kept.start();
    let credentials = server.credentials();
    fund(&server, &credentials).await;
    let copy = kept.folder.beside("copy.db");
    succeeded(kept.command(&["backup", utf8(&copy)]));
    fund(&server, &credentials).await;
    server.stop();

    kept.seal();
    assert!(!kept.folder.data().join("anchors").exists(), "the file is where it was said to be");
    assert_eq!(kept.verify().0, Some(0));

    // The planted fault: the same copy without the authorised line.
    let database = kept.folder.data().join("causeway.db");
    let newer = kept.folder.beside("newer.db");
    fs::rename(&database, &newer).unwrap();
    fs::copy(&copy, &database).unwrap();
    let (code, found) = kept.verify();
    assert_eq!((code, kinds(&found)), (Some(7), vec!["ANCHOR_MISSING"]), "{found}");

    fs::rename(&newer, &database).unwrap();
    let said: Value =
        serde_json::from_str(&succeeded(kept.command(&["restore", utf8(&copy), "--replace", "--json"])))
            .unwrap();
    assert_eq!(said["ledgers"].as_array().unwrap().len(), 1, "{said}");
    let after = &said["ledgers"][0]["journals_after"];
    assert!(after.as_u64() >= Some(1), "the last payment is not in the copy: {said}");
    assert_eq!(kept.count("restored"), 1, "{}", kept.text());
    let (code, found) = kept.verify();
    assert_eq!((code, &found["fault_count"]), (Some(0), &json!(0)), "{found}");

    let before = kept.count("seen");
    let mut server = kept.start();
    fund(&server, &credentials).await;
    server.stop();
    kept.seal();
    assert!(kept.count("seen") > before, "{}", kept.text());
    assert_eq!(kept.verify().0, Some(0), "it goes on from there");

    // One alert reports the older state, until an operator has closed it.
    let told = || {
        let list: Vec<Value> =
            serde_json::from_str(&succeeded(kept.command(&["alert", "list", "--json"]))).unwrap();
        list.into_iter().filter(|alert| alert["kind"] == "OLDER_STATE_RESTORED").collect::<Vec<_>>()
    };
    let open = told();
    assert_eq!((open.len(), &open[0]["detail"]["ledgers"][0]["lost"]), (1, after), "{open:?}");
    succeeded(kept.command(&["alert", "close", open[0]["alert"].as_str().unwrap(), "--reason", "known"]));
    kept.seal();
    assert_eq!(told(), Vec::<Value>::new());
}

/// Checks that a replaced key counts only up to its rotation. On PostgreSQL the operator gives every server
/// the new key before that; on SQLite the server makes it.
async fn a_replaced_key_counts_up_to_its_rotation(setup: Setup) {
    let mut kept = Kept::on(setup).await;
    let mut server = kept.start();
    let credentials = server.credentials();
    fund(&server, &credentials).await;
    let config = client(&server, &credentials).get("/config").send().await.expect(200);
    let platform = config["id"].as_str().unwrap().parse().map(PlatformConfigId::uuid);
    let platform = platform.map(PlatformId::from_uuid).unwrap();

    let first = kept.keys();
    if setup != Setup::Sqlite {
        server.stop();
        kept.given.push_str(&format!("2:{}\n", "6b".repeat(32)));
        server = kept.start();
    }

    succeeded(kept.command(&["keys", "rotate"]));
    assert!(kept.count("rotated to key 2") >= 1, "{}", kept.text());
    let before = kept.count("seen");
    fund(&server, &credentials).await;
    server.stop();
    kept.seal();
    assert!(kept.count("seen") > before, "{}", kept.text());

    let (code, found) = kept.verify();
    assert_eq!((code, &found["fault_count"]), (Some(0), &json!(0)), "{found}");
    let verifiers = found["heads"][0]["verifiers"].as_array().unwrap();
    assert_eq!(verifiers.len(), 2, "of the old checkpoints too: {found}");

    // A holder of the replaced key with access to the database books as if the key still counted.
    book(kept.open(&first), platform).await;
    let (code, found) = kept.verify();
    assert_eq!(code, Some(7), "{found}");
    assert_eq!(kinds(&found), ["KEY_RETIRED"; 2], "the journal and the balance: {found}");
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
    let kept = Kept::on(setup).await;
    let start = || Server::start(kept.there(kept.folder.serve()));
    let mut server = start();
    fund(&server, &server.credentials()).await;
    server.stop();
    start().stop();
    let file = kept.folder.data().join("anchors");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);

    let verify = || {
        let data = kept.folder.data();
        let found = kept.there(command(&["ledger", "verify", "--json", "--data", utf8(&data)])).output();
        serde_json::from_slice::<Value>(&found.unwrap().stdout).unwrap()
    };

    let found = verify();
    let head = &found["heads"][0];
    let seen = fs::read_to_string(&file).unwrap();
    assert!(found["is_sound"] == true && found["anchors"].as_u64() >= Some(1), "{found}");
    assert!(seen.contains(&format!("\n{}\n", head["journals"])), "{seen}");
    assert!(!kept.anchors.exists());

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
    let one = Kept::on(Setup::Postgres).await;
    let other = one.another();
    let mut server = one.start();
    let credentials = server.credentials();
    fund(&server, &credentials).await;

    let mut second = other.start();
    fund(&second, &credentials).await;
    server.stop();
    second.stop();
    let logs = [server.log() + &one.seal(), second.log() + &other.seal()];

    let found = one.verify().1;
    let head = &found["heads"][0];
    let journals = head["journals"].as_u64().unwrap();
    for (kept, log) in [&one, &other].into_iter().zip(&logs) {
        let logged = logged_heads(log);
        let newest = logged.last().unwrap_or_else(|| panic!("no head in {log}"));
        assert_eq!(*newest, json!([head["platform"], journals, head["root"]]));
        assert!(kept.text().contains(&format!("\n{journals}\n")), "{}", kept.text());
    }

    let (code, both) = one.verify_with(&["--anchors", utf8(&other.anchors)]);
    assert_eq!((code, &both["torn"]), (Some(0), &json!(0)), "{both}");

    // A changed line of one file is reported, and does not count.
    let whole = one.text();
    let forged = whole.replace(&format!("\n{journals}\n"), &format!("\n{}\n", journals + 1));
    fs::write(&one.anchors, forged).unwrap();
    let (code, found) = one.verify_with(&["--anchors", utf8(&other.anchors)]);
    assert_eq!((code, kinds(&found)), (Some(7), vec!["ANCHOR_NOT_AUTHENTIC"]), "{found}");

    // One file has lost a head that the other one has. The planted fault: the other file is not given.
    fs::write(&one.anchors, "").unwrap();
    assert_eq!(one.verify().1["anchors"], 0);
    assert!(one.verify_with(&["--anchors", utf8(&other.anchors)]).1["anchors"].as_u64() >= Some(1));
}

/// Checks that half a line, left by a process that was killed while it wrote, is reported, and that the rest
/// of the file counts.
async fn a_torn_last_line_is_told_and_the_rest_counts(setup: Setup) {
    let kept = Kept::on(setup).await;
    let mut server = kept.start();
    let credentials = server.credentials();
    for _ in 0..2 {
        fund(&server, &credentials).await;
        server.stop();
        kept.seal();
        server = kept.start();
    }
    server.stop();
    let whole = kept.text();
    let heads = kept.count("seen");
    assert!(heads >= 2, "{whole}");

    let torn = kept.folder.beside("torn");
    fs::write(&torn, &whole[..whole.len() - 20]).unwrap();
    fs::write(&kept.anchors, "").unwrap();
    let with_torn = || kept.verify_with(&["--anchors", utf8(&torn)]);
    let (code, found) = with_torn();
    assert_eq!((code, &found["torn"], &found["anchors"]), (Some(0), &json!(1), &json!(heads - 1)), "{found}");

    // The planted fault: a complete line with another signature.
    let signature = whole.trim_end().len() - 20;
    let other = if whole.as_bytes()[signature] == b'A' { "B" } else { "A" };
    let changed = format!("{}{other}{}", &whole[..signature], &whole[signature + 1..]);
    fs::write(&torn, changed).unwrap();
    let (code, found) = with_torn();
    assert_eq!((code, kinds(&found)), (Some(7), vec!["ANCHOR_NOT_AUTHENTIC"]), "{found}");

    fs::write(&torn, "no notes\nat all\n").unwrap();
    let (code, found) = with_torn();
    assert_eq!((code, kinds(&found)), (Some(7), vec!["ANCHOR_NOT_AUTHENTIC"]), "{found}");
    assert_eq!(found["faults"][0]["subject"], "2 lines", "{found}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_torn_last_line_is_told_and_the_rest_counts_on_sqlite() {
    a_torn_last_line_is_told_and_the_rest_counts(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_torn_last_line_is_told_and_the_rest_counts_on_postgres() {
    a_torn_last_line_is_told_and_the_rest_counts(Setup::Postgres).await;
}
