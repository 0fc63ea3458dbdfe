//! Two servers of two versions on one database, under load, through a whole upgrade and back.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use causeway_testing::http::Client;
use causeway_testing::postgres::Cluster;
use causeway_testing::wait;
use serde_json::json;

use super::old_data::fill;
use super::site::{OldPrograms, Site, platform_account, present};
use crate::life::process::{Credentials, Server, read_credentials, succeeded};

/// Concurrent payers.
const PAYERS: usize = 16;
/// Payments acknowledged in each stage of the upgrade.
const PAYMENTS: usize = 300;
/// Time limit of a stage; under load on a small machine it takes long.
const STAGE_TIMEOUT: Duration = Duration::from_secs(120);

/// Payers that repeat each payment under its key, at one server after the other, until it is acknowledged.
#[derive(Clone)]
struct Payers {
    account: String,
    clients: Arc<Mutex<Vec<Client>>>,
    acknowledged: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl Payers {
    fn new(account: String) -> Self {
        Self { account, clients: Arc::default(), acknowledged: Arc::default(), stop: Arc::default() }
    }

    /// Sends further requests to these servers.
    fn turn_to(&self, clients: &[&Client]) {
        *self.clients.lock().unwrap() = clients.iter().map(|client| (*client).clone()).collect();
    }

    fn acknowledged(&self) -> usize {
        self.acknowledged.load(Ordering::Acquire)
    }

    /// Pays in one cent at a time until `stop`.
    async fn pay(self, payer: usize) {
        let mut number = 0;
        while !self.stop.load(Ordering::Acquire) {
            self.pay_once(&format!("upgrade-{payer}-{number}"), payer + number).await;
            number += 1;
        }
    }

    async fn pay_once(&self, key: &str, first: usize) {
        let path = format!("/sandbox/internal-accounts/{}/fund", self.account);
        for attempt in first.. {
            let client = {
                let clients = self.clients.lock().unwrap();
                clients[attempt % clients.len()].clone()
            };
            let request = client.post(&path).json(&json!({ "amount": 1 })).idempotency_key(key);
            match request.try_send().await {
                Ok(response) if response.status == 200 => break,
                Ok(response) => assert!(response.status >= 500, "a payment was refused: {response}"),
                // The server ends, or is not there any more.
                Err(_) => {}
            }
        }
        self.acknowledged.fetch_add(1, Ordering::AcqRel);
    }

    /// Waits until the payers have had as many payments more acknowledged.
    async fn go_on(&self) {
        let enough = self.acknowledged() + PAYMENTS;
        wait::until("enough payments are acknowledged", STAGE_TIMEOUT, || async {
            let acknowledged = self.acknowledged();
            if acknowledged >= enough { Ok(()) } else { Err(format!("{acknowledged} of {enough}")) }
        })
        .await;
    }
}

/// Upgrades from the version that `cargo xtask upgrade` names; does nothing without one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_keyed_request_fails_while_two_versions_serve() {
    let Some(old) = OldPrograms::find() else { return };
    let cluster = Cluster::private().await.unwrap();
    let database = cluster.database().await.unwrap();
    let site = Site::on_postgres(&database.url);
    let beside = Site::on_postgres(&database.url);
    let mut older = fill(&site, &old).await;
    let create = ["platform", "create", "--environment", "sandbox", "--name", "Load"];
    let created = site.operate(&old.service(), &create);
    let credentials = read_credentials(Path::new(created["credentials"].as_str().unwrap()));
    let client = |server: &Server| {
        let Credentials { id, secret } = &credentials;
        Client::new(&server.base_url()).basic(id, secret)
    };
    let payers = Payers::new(platform_account(&client(&older)).await);
    payers.turn_to(&[&client(&older)]);
    let paying: Vec<_> = (0..PAYERS).map(|payer| tokio::spawn(payers.clone().pay(payer))).collect();
    payers.go_on().await;

    let migrate = beside.command(present(), &["migrate"]);
    let migrated = tokio::task::spawn_blocking(|| succeeded(migrate)).await.unwrap();
    assert!(migrated.contains("can go on working"), "{migrated}");
    payers.go_on().await;

    let mut newer = beside.start(present());
    payers.turn_to(&[&client(&older), &client(&newer)]);
    payers.go_on().await;

    let stopped = tokio::task::spawn_blocking(move || older.stop()).await;
    stopped.unwrap();
    payers.go_on().await;
    let mut older = site.start(&old.service());
    older.client().get("/readyz").send().await.expect(200);
    payers.turn_to(&[&client(&older), &client(&newer)]);
    payers.go_on().await;

    let stopped = tokio::task::spawn_blocking(move || older.stop()).await;
    stopped.unwrap();
    let mut replaced = site.start(present());
    payers.turn_to(&[&client(&replaced), &client(&newer)]);
    payers.go_on().await;
    payers.stop.store(true, Ordering::Release);
    for payer in paying {
        payer.await.expect("no payment was refused");
    }

    let accounts = client(&newer).get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    assert_eq!(accounts["data"][0]["balance"]["amount"], payers.acknowledged(), "each payment counts once");
    newer.stop();
    replaced.stop();
    site.verify();
}
