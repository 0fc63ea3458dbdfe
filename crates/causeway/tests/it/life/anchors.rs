//! Heads of the ledgers outside of the database, and what is authorised in their file, with the program as it runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::{Id, InternalAccountId, PlatformConfigId, PlatformId};
use causeway_domain::{Amount, Clock, CurrencyCode, Ids, postings};
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_store::ledger::{self, LedgerError, Origin};
use causeway_store::{Database, Options, Store};
use causeway_testing::http::Client;
use causeway_testing::wait;
use serde_json::{Value, json};

use super::process::{Folder, Server, command, succeeded, utf8};

/// A ledger is sealed at the start of a server, and every half minute.
const SEALING: Duration = Duration::from_secs(90);

/// A data folder whose heads are kept elsewhere.
struct Kept {
    folder: Folder,
    anchors: PathBuf,
}

impl Kept {
    fn new() -> Self {
        let folder = Folder::new();
        let anchors = folder.beside("heads");
        Self { folder, anchors }
    }

    fn start(&self) -> Server {
        let mut serve = self.folder.serve();
        serve.args(["--anchor-file", utf8(&self.anchors)]);
        Server::start(serve)
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.anchors).unwrap_or_default()
    }

    /// How many checkpoints of this occasion the file has.
    fn count(&self, occasion: &str) -> usize {
        self.text().lines().filter(|line| *line == occasion).count()
    }

    /// A command line with the same file.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.args(["--data", utf8(&self.folder.data()), "--anchor-file", utf8(&self.anchors)]);
        command
    }

    /// What the verification finds, and its exit code.
    fn verify(&self) -> (Option<i32>, Value) {
        let found = self.command(&["ledger", "verify", "--json"]).output().unwrap();
        (found.status.code(), serde_json::from_slice(&found.stdout).unwrap())
    }
}

fn kinds(found: &Value) -> Vec<&str> {
    found["faults"].as_array().unwrap().iter().map(|fault| fault["kind"].as_str().unwrap()).collect()
}

/// Pays in.
async fn fund(server: &Server, credentials: &(String, String)) {
    let client = Client::new(&server.base_url()).basic(&credentials.0, &credentials.1);
    let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    let account = accounts["data"][0]["id"].as_str().unwrap().to_owned();
    let fund = format!("/sandbox/internal-accounts/{account}/fund");
    client.post(&fund).json(&json!({ "amount": 100 })).send().await.expect(200);
}

/// Waits until the file has so many heads that were seen.
async fn wait_for_heads(kept: &Kept, count: usize) {
    wait::until("a head is kept", SEALING, || async {
        if kept.count("seen") >= count { Ok(()) } else { Err(kept.text()) }
    })
    .await;
}

/// Starts a server, which seals what was left and keeps its head.
async fn seal(kept: &Kept, count: usize) {
    let mut server = kept.start();
    wait_for_heads(kept, count).await;
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_copy_is_authorised_and_one_put_back_by_hand_is_not() {
    let kept = Kept::new();
    let mut server = kept.start();
    let credentials = server.credentials();
    fund(&server, &credentials).await;
    let copy = kept.folder.beside("copy.db");
    succeeded(kept.command(&["backup", utf8(&copy)]));
    fund(&server, &credentials).await;
    server.stop();
    seal(&kept, 1).await;
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
    succeeded(kept.command(&["restore", utf8(&copy), "--replace"]));
    assert_eq!(kept.count("restored"), 1, "{}", kept.text());
    let (code, found) = kept.verify();
    assert_eq!((code, &found["fault_count"]), (Some(0), &json!(0)), "{found}");
    let before = kept.count("seen");
    let mut server = kept.start();
    fund(&server, &credentials).await;
    server.stop();
    seal(&kept, before + 1).await;
    assert_eq!(kept.verify().0, Some(0), "it goes on from there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_key_counts_up_to_its_rotation() {
    let kept = Kept::new();
    let mut server = kept.start();
    let credentials = server.credentials();
    fund(&server, &credentials).await;
    let client = Client::new(&server.base_url()).basic(&credentials.0, &credentials.1);
    let config = client.get("/config").send().await.expect(200)["id"].as_str().unwrap().to_owned();
    let platform = config.parse::<PlatformConfigId>().map(PlatformConfigId::uuid).map(PlatformId::from_uuid);
    let platform = platform.unwrap();
    let first = fs::read_to_string(kept.folder.data().join("root.key")).unwrap();
    succeeded(kept.command(&["keys", "rotate"]));
    assert!(kept.count("rotated to key 2") >= 1, "{}", kept.text());
    fund(&server, &credentials).await;
    server.stop();
    let before = kept.count("seen");
    seal(&kept, before + 1).await;
    let (code, found) = kept.verify();
    assert_eq!((code, &found["fault_count"]), (Some(0), &json!(0)), "{found}");

    // Who has the replaced key, and the database, goes on as if it still counted.
    book_with(&kept.folder.data().join("causeway.db"), &first, platform).await;
    let (code, found) = kept.verify();
    assert_eq!(code, Some(7), "{found}");
    assert_eq!(kinds(&found), ["KEY_RETIRED"; 2], "the journal and the balance: {found}");
}

/// Books money on an account of its own making, under these root keys alone.
async fn book_with(database: &Path, keys: &str, platform: PlatformId) {
    let (clock, ids) = (Clock::system(), Ids::system());
    let keyring = Keys::new(Keyring::parse(keys).unwrap());
    let options = Options::new(clock, ids.clone(), Arc::new(keyring));
    let store = Store::open(&Database::Sqlite { path: database.to_owned() }, options).unwrap();
    let book = store.write(&[], move |tx| {
        let at = tx.wall();
        let account: InternalAccountId = ids.next(at);
        ledger::open(tx, platform, account, CurrencyCode::USD)?;
        let posting = postings::sandbox_funded(account, Amount::new(1, CurrencyCode::USD)).unwrap();
        ledger::post(tx, platform, &posting, &Origin { transaction: None, quote: None, at, ids: &ids })
    });
    book.await.map_err(|error: LedgerError| error).unwrap();
    store.close();
}
