//! The process is killed under load, again and again: acknowledged payments persist, payments with an unknown
//! outcome are settled by repeating them under their key, and none happens twice.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use causeway_testing::http::Client;
use causeway_testing::postgres::{Cluster, TestDatabase};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::books::{Books, platform_account};
use crate::life::process::{Credentials, Folder, Server, command, succeeded, utf8};

/// Kills on each engine, unless [`KILLS_VARIABLE`] sets another number.
const KILLS: usize = 20;
/// Environment variable with the number of kills; `cargo xtask kill` sets it.
const KILLS_VARIABLE: &str = "CAUSEWAY_KILLS";
/// Minimum of payments acknowledged before each kill.
const ACKNOWLEDGED: usize = 200;
/// Minimum of payments with an unknown outcome after each kill.
const UNKNOWN_OUTCOMES: usize = 5;
/// Time limit of a round; under load on a small machine it takes long.
const ROUND_TIMEOUT: Duration = Duration::from_secs(120);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    kill_and_settle(&Site { folder: Folder::new(), database: None }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let cluster = Cluster::private().await.unwrap();
    let database = cluster.database().await.unwrap();
    kill_and_settle(&Site { folder: Folder::new(), database: Some(&database) }).await;
}

/// A data folder, and the database if PostgreSQL is used.
struct Site<'a> {
    folder: Folder,
    database: Option<&'a TestDatabase>,
}

impl Site<'_> {
    /// Builds the command of a server without a rate limit.
    fn serve(&self) -> Command {
        let mut serve = self.with_database(self.folder.serve());
        serve.env("SVC_RATE_LIMIT_PER_SECOND", "0");
        serve
    }

    fn with_database(&self, mut command: Command) -> Command {
        if let Some(database) = self.database {
            command.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32)));
        }
        command
    }

    /// Checks that the ledger is sound and has each acknowledged payment once, with one entry on either side.
    fn verify(&self, books: &Books) {
        let data = self.folder.data();
        let verify = command(&["ledger", "verify", "--json", "--data", utf8(&data)]);
        let found: Value = serde_json::from_str(&succeeded(self.with_database(verify))).unwrap();
        assert_eq!((&found["is_sound"], &found["fault_count"]), (&json!(true), &json!(0)), "{found}");
        assert_eq!(found["entries"], 2 * books.acknowledged(), "{found}");
    }
}

/// Starts a server, and in each round lets callers pay in until enough payments are acknowledged, kills the
/// server under load, starts it again and settles the unknown outcomes.
async fn kill_and_settle(site: &Site<'_>) {
    let mut server = Server::start(site.serve());
    let Credentials { id, secret } = server.credentials();
    let client = |server: &Server| Client::new(&server.base_url()).basic(&id, &secret);
    let books = Books::new(&platform_account(&client(&server)).await);
    let kills =
        std::env::var(KILLS_VARIABLE).map_or(KILLS, |kills| kills.parse().expect("a number of kills"));
    for round in 0..kills {
        let before = books.acknowledged();
        // The number varies, so that kills fall into different moments of a batch.
        let enough = before + ACKNOWLEDGED + (round * 37) % 90;
        pay_and_kill(&books, &client(&server), &mut server, enough).await;
        assert!(
            books.unknown_outcomes() >= UNKNOWN_OUTCOMES,
            "only {} payments have an unknown outcome",
            books.unknown_outcomes()
        );
        server = Server::start(site.serve());
        books.settle(&client(&server)).await;
        books.audit(&client(&server)).await.unwrap_or_else(|violation| panic!("round {round}: {violation}"));
    }
    server.stop();
    site.verify(&books);
}

async fn pay_and_kill(books: &Books, client: &Client, server: &mut Server, enough: usize) {
    let stop = Arc::new(AtomicBool::new(false));
    let paying = tokio::spawn({
        let books = books.clone();
        let client = client.clone();
        let stop = Arc::clone(&stop);
        async move { books.pay_until(&client, &stop).await }
    });
    wait::until("enough payments are acknowledged", ROUND_TIMEOUT, || async {
        let acknowledged = books.acknowledged();
        if acknowledged >= enough { Ok(()) } else { Err(format!("{acknowledged} of {enough}")) }
    })
    .await;
    server.kill();
    stop.store(true, Ordering::Release);
    paying.await.unwrap();
}

/// Kills the backends of PostgreSQL under a running server: the database recovers, the server reconnects, and
/// every payment with an unknown outcome is settled.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_backends() {
    const CRASHES: usize = 5;
    let cluster = Cluster::private().await.unwrap();
    let database = cluster.database().await.unwrap();
    let site = Site { folder: Folder::new(), database: Some(&database) };
    let mut server = Server::start(site.serve());
    let Credentials { id, secret } = server.credentials();
    let client = Client::new(&server.base_url()).basic(&id, &secret);
    let books = Books::new(&platform_account(&client).await);
    for crash in 0..CRASHES {
        let stop = Arc::new(AtomicBool::new(false));
        let paying = tokio::spawn({
            let books = books.clone();
            let client = client.clone();
            let stop = Arc::clone(&stop);
            async move { books.pay_until(&client, &stop).await }
        });
        let enough = books.acknowledged() + ACKNOWLEDGED;
        wait::until("enough payments are acknowledged", ROUND_TIMEOUT, || async {
            let acknowledged = books.acknowledged();
            if acknowledged >= enough { Ok(()) } else { Err(format!("{acknowledged} of {enough}")) }
        })
        .await;

        cluster.kill_backends(&database).await.unwrap();
        stop.store(true, Ordering::Release);
        paying.await.unwrap();
        books.settle(&client).await;
        wait_for_reads(&client).await;
        books.audit(&client).await.unwrap_or_else(|violation| panic!("crash {crash}: {violation}"));
    }
    server.stop();
    site.verify(&books);
}

/// Waits until the database has recovered. If no outcome was unknown, no request has waited for that yet.
async fn wait_for_reads(client: &Client) {
    wait::until("the database has recovered", wait::PATIENCE, || async {
        let response = client.get("/platform/internal-accounts").send().await;
        if response.status == 200 { Ok(()) } else { Err(response.status) }
    })
    .await;
}
