//! Two servers on one PostgreSQL database.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use causeway_domain::{Clock, Ids};
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_store::{Database, Error, Options, Store, Tx, params};
use causeway_testing::http::Client;
use causeway_testing::postgres::{Durability, TestDatabase, database_with};
use causeway_testing::receiver::Receiver;
use causeway_testing::wait;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::harness::euro_account;
use crate::life::process::{Credentials, Folder, Server, command, succeeded, utf8};
use crate::payments::scene::transfer;

pub(super) use crate::payments::scene::text;

/// A server of the pair.
pub(super) struct Member {
    folder: Folder,
    pub(super) server: Server,
    /// The start of the process, by which its row is found.
    pub(super) started_at: i64,
}

/// Servers on one database, usually two.
pub(super) struct Pair {
    pub(super) members: Vec<Member>,
    credentials: Credentials,
    database: TestDatabase,
    /// A connection of the test's own.
    store: Store,
}

/// The parties of payments. Clones share the numbers of their keys.
#[derive(Clone)]
pub(super) struct Scene {
    source: String,
    destination: String,
    paid: Arc<AtomicUsize>,
}

/// Returns the command in the environment of the database.
fn on(database: &TestDatabase, mut command: std::process::Command) -> std::process::Command {
    command
        .env("SVC_DATABASE", &database.url)
        .env("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32)))
        .env("SVC_RATE_LIMIT_PER_SECOND", "0");
    command
}

impl Pair {
    pub(super) async fn start() -> Self {
        let database = database_with(Durability::Full).await.unwrap();
        let folder = Folder::new();
        let server = Server::start(on(&database, folder.serve()));
        let credentials = server.credentials();
        let keys = Arc::new(Keys::new(Keyring::generate(&Ids::system())));
        let place = Database::Postgres { url: database.url.clone() };
        let store = Store::open(&place, Options::new(Clock::system(), Ids::system(), keys)).unwrap();
        let mut pair = Self { members: Vec::new(), credentials, database, store };
        let started_at = pair.newest_start(0).await;
        pair.members.push(Member { folder, server, started_at });
        pair.add().await;
        pair
    }

    /// Starts another server.
    pub(super) async fn add(&mut self) {
        let newest = self.number("SELECT MAX(started_at) FROM process").await;
        let folder = Folder::new();
        let server = Server::start(on(&self.database, folder.serve()));
        let started_at = self.newest_start(newest).await;
        self.members.push(Member { folder, server, started_at });
    }

    /// Waits for the first beat of a process that has started after the newest of the others.
    async fn newest_start(&self, newest: i64) -> i64 {
        wait::until("the first beat of a process", wait::PATIENCE, || async {
            let sql = "SELECT COALESCE(MAX(started_at), 0) FROM process WHERE beat_at IS NOT NULL";
            let found = self.number(sql).await;
            if found > newest { Ok(found) } else { Err(found) }
        })
        .await
    }

    /// Returns a client of a member.
    pub(super) fn client(&self, member: usize) -> Client {
        let Credentials { id, secret } = &self.credentials;
        Client::new(&self.members[member].server.base_url()).basic(id, secret)
    }

    /// Runs an operator's command at a member.
    #[track_caller]
    pub(super) fn operate(&self, member: usize, arguments: &[&str]) -> Value {
        let data = self.members[member].folder.data();
        let all = [arguments, &["--json", "--data", utf8(&data)]].concat();
        serde_json::from_str(&succeeded(on(&self.database, command(&all)))).unwrap()
    }

    /// Kills the server that has started then.
    pub(super) fn kill(&mut self, started_at: i64) {
        self.take(started_at).server.kill();
    }

    /// Stops the server that has started then, and waits for its end.
    pub(super) fn stop(&mut self, started_at: i64, limit: Duration) {
        let mut member = self.take(started_at);
        member.server.signal(Signal::TERM);
        assert!(member.server.wait_for_exit(limit).success(), "{}", member.server.log());
    }

    fn take(&mut self, started_at: i64) -> Member {
        let place = self.members.iter().position(|member| member.started_at == started_at);
        self.members.remove(place.expect("a server that runs"))
    }

    /// Returns the number that a query yields.
    pub(super) async fn number(&self, sql: &str) -> i64 {
        self.database.number(sql).await.unwrap()
    }

    /// Waits until a query yields this number.
    pub(super) async fn wait_for_number(&self, what: &str, sql: &str, expected: i64) {
        wait::until(what, wait::PATIENCE, || async {
            let found = self.number(sql).await;
            if found == expected { Ok(()) } else { Err(found) }
        })
        .await;
    }

    /// Returns the number of payments that a stopped server was about to submit, once the database has done what it sent.
    pub(super) async fn wait_for_submissions(&self, stopped: i64) -> i64 {
        let sql = format!(
            "SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
                 AND state = 'active' AND pid <> pg_backend_pid()) THEN -1
             ELSE (SELECT COUNT(*) FROM job WHERE kind = 'SUBMIT_PAYOUT' AND state = 'LEASED'
                 AND lease_holder = (SELECT process_id FROM process WHERE started_at = {stopped})) END"
        );
        wait::until("a moment without statements", wait::PATIENCE, || async {
            let found = self.number(&sql).await;
            if found >= 0 { Ok(found) } else { Err("a statement runs") }
        })
        .await
    }

    /// Returns the texts that a query about the server that has started then yields.
    pub(super) async fn texts(&self, sql: &'static str, started_at: i64) -> Vec<String> {
        let read = move |tx: &mut Tx<'_>| tx.query(sql, params![started_at], |row| row.get("resource"));
        let found: Result<Vec<String>, Error> = self.store.read(read).await;
        found.unwrap()
    }

    /// Waits until the work of the server that has started then was taken over; returns the milliseconds
    /// since its last beat, in database time.
    pub(super) async fn silence_until_lost(&self, started_at: i64) -> i64 {
        let sql =
            format!("SELECT COALESCE(lost_at - beat_at, -1) FROM process WHERE started_at = {started_at}");
        wait::until("its work to be taken over", wait::PATIENCE * 4, || async {
            let found = self.number(&sql).await;
            if found >= 0 { Ok(found) } else { Err("not yet") }
        })
        .await
    }

    /// Waits for the status of a payment, asking the last member.
    pub(super) async fn wait_for_status(&self, payment: &str, expected: &str) {
        let client = self.client(self.members.len() - 1);
        let path = format!("/transactions/{payment}");
        wait::until("the payment has come so far", wait::PATIENCE * 2, || async {
            let found = client.get(&path).send().await.expect(200);
            if found["status"] == expected { Ok(()) } else { Err(found) }
        })
        .await;
    }

    /// Registers the receiver, funds the platform's account and creates the account to be paid.
    pub(super) async fn prepare(&self, webhooks: &Receiver) -> Scene {
        let client = self.client(0);
        client.patch("/config").json(&json!({ "webhookEndpoint": webhooks.url() })).send().await.expect(200);
        let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
        let source = text(&accounts["data"][0]["id"]).to_owned();
        let fund = format!("/sandbox/internal-accounts/{source}/fund");
        client.post(&fund).json(&json!({ "amount": 100_000_000 })).send().await.expect(200);
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
        let customer = client.post("/customers").json(&person).send().await.expect(201);
        let account = euro_account(&customer, "DE89370400440532013000");
        let account = client.post("/customers/external-accounts").json(&account).send().await.expect(201);
        Scene { source, destination: text(&account["id"]).to_owned(), paid: Arc::default() }
    }

    /// Returns the number of payments about which the rail was instructed more than once. One that was recalled before it
    /// was submitted late does not count: the rail leaves it unpaid.
    pub(super) async fn repeated_submissions(&self) -> i64 {
        let repeated = "SELECT COUNT(*) FROM sandbox_payout WHERE submissions > 1 AND released_at IS NULL";
        self.number(repeated).await
    }

    /// Stops all servers, and checks that the ledger is sound. Returns the number of payments at the rail.
    pub(super) async fn stop_and_verify(mut self) -> usize {
        while let Some(mut member) = self.members.pop() {
            member.server.stop();
            if self.members.is_empty() {
                let data = member.folder.data();
                let verify = command(&["ledger", "verify", "--json", "--data", utf8(&data)]);
                let found: Value = serde_json::from_str(&succeeded(on(&self.database, verify))).unwrap();
                assert_eq!(found["is_sound"], true, "{found}");
            }
        }
        let orders = self.number("SELECT COUNT(*) FROM sandbox_payout").await;
        self.store.close();
        usize::try_from(orders).unwrap()
    }
}

impl Scene {
    /// Pays 10.00 USD, and returns the transaction.
    pub(super) async fn pay(&self, client: &Client) -> String {
        let number = self.paid.fetch_add(1, Ordering::Relaxed);
        let mut body = transfer(&self.source, &self.destination, "SENDING", 1_000);
        body["immediatelyExecute"] = json!(true);
        let request = client.post("/quotes").json(&body).idempotency_key(&format!("pay-{number}"));
        text(&request.send().await.expect(201)["transactionId"]).to_owned()
    }
}
