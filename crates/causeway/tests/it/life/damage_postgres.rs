//! Damage is told as well where PostgreSQL keeps the files: what it says of a page that it cannot read, or of a file that is gone,
//! is told on.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use causeway_testing::postgres::{Cluster, TestDatabase};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::damage::check_alert;
use super::process::{Folder, Server, command, refused, succeeded, utf8};

/// A server on a database of its own in a cluster of its own.
struct Kept {
    folder: Folder,
    cluster: Cluster,
    database: TestDatabase,
}

impl Kept {
    async fn new() -> Self {
        let cluster = Cluster::private().await.unwrap();
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

    /// Does something to the file of a table, and has the server forget what it has read of it.
    async fn damage(&self, table: &str, how: impl FnOnce(&Path)) {
        let file = self.cluster.file_of(&self.database, table).await.unwrap();
        how(&file);
        self.cluster.crash(&self.database).await.unwrap();
    }
}

/// Writes over the beginning of the first page, where it says what is where in it.
fn spoil(file: &Path) {
    OpenOptions::new().write(true).open(file).unwrap().write_all(&[0xff; 24]).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_postgres_cannot_read_stops_all_writing() {
    let kept = Kept::new().await;
    let mut server = Server::start(kept.serve());
    let api = server.api();
    let customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
    let create = || api.post("/customers").json(&customer).send();
    create().await.expect(201);
    kept.damage("ledger_balance", spoil).await;
    // The server comes back first.
    wait::until("the damage is met", wait::PATIENCE, || async {
        let accounts = api.get("/platform/internal-accounts?currency=USD").send().await;
        accounts.refused(503, "SERVICE_UNAVAILABLE");
        let ready = server.client().get("/readyz").send().await.json();
        if ready["reason"] == "database damaged" { Ok(()) } else { Err(ready) }
    })
    .await;
    create().await.refused(503, "SERVICE_UNAVAILABLE");
    check_alert(&server, &kept.folder).await;
    let check = |(code, said): (i32, String)| {
        assert_eq!(code, 5, "{said}");
        assert!(said.contains("the database is damaged") && said.contains("its own tools"), "{said}");
    };
    check(refused(&mut kept.verify()));
    kept.damage("platform", |file| fs::remove_file(file).unwrap()).await;
    server.kill();
    check(refused(&mut kept.serve()));
    check(refused(&mut kept.verify()));
}

/// To PostgreSQL a page of zeros is one that nothing was written to: it has no objection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_have_become_zeros_are_missed_by_the_verification() {
    let kept = Kept::new().await;
    let mut server = Server::start(kept.serve());
    let sound: Value = serde_json::from_str(&succeeded(kept.verify())).unwrap();
    assert_eq!(sound["fault_count"], 0, "{sound}");
    let zero = |file: &Path| {
        let length = usize::try_from(fs::metadata(file).unwrap().len()).unwrap();
        fs::write(file, vec![0; length]).unwrap();
    };
    kept.damage("ledger_balance", zero).await;
    server.kill();
    let found = kept.verify().output().unwrap();
    assert_eq!(found.status.code(), Some(7), "{found:?}");
    let found: Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!(found["faults"][0]["kind"], "ACCOUNT_MISMATCH", "{found}");
}
