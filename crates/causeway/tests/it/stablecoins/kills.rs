//! The process is killed again and again between a call of the provider and its storage, and the provider
//! errs in every way: each mint or burn has one outcome, and none is carried out twice (stablecoins 7.1,
//! 7.3).

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use causeway_testing::http::{Client, Request};
use causeway_testing::postgres::{Durability, database_with};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::provider::Provider;
use super::scene::{NETWORK_TOKEN, fresh_key, text};
use crate::life::load::{work_and_kill, work_off};
use crate::life::process::{Credentials, Folder, Server, command, read_credentials, succeeded, utf8};

/// Kills on each engine, unless [`KILLS_VARIABLE`] sets another number.
const KILLS: usize = 3;
/// Environment variable with the number of kills; `cargo xtask kill` sets it.
const KILLS_VARIABLE: &str = "CAUSEWAY_KILLS";
/// Mints and burns that begin in each round.
const IN_A_ROUND: usize = 25;
/// Minimum of a round that is answered before the process is killed.
const ACKNOWLEDGED: usize = 10;
/// The claims of a dead process are taken again after their lease, and the provider is asked after half a
/// minute.
const PATIENCE: Duration = Duration::from_secs(400);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_order_is_carried_out_once_sqlite() {
    let site = Site::new(Provider::start(true).await, Vec::new());
    site.order_and_kill(kills()).await.audit().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_order_is_carried_out_once_postgres() {
    let database = database_with(Durability::Full).await.unwrap();
    let variables =
        vec![("SVC_DATABASE", database.url.clone()), ("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32)))];
    let site = Site::new(Provider::start(true).await, variables);
    site.order_and_kill(kills()).await.audit().await.unwrap();
}

/// Checks that the audit finds the doubled orders of a provider that forgets orders.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_is_carried_out_twice_is_found() {
    let site = Site::new(Provider::start(false).await, Vec::new());
    let violation = site.order_and_kill(1).await.audit().await.unwrap_err();
    assert!(
        violation.contains("was carried out") && !violation.contains("carried out 0 times"),
        "{violation}"
    );
}

fn kills() -> usize {
    std::env::var(KILLS_VARIABLE).map_or(KILLS, |kills| kills.parse().expect("a number of kills"))
}

/// A production platform in a data folder, and its provider.
struct Site {
    folder: Folder,
    provider: Provider,
    variables: Vec<(&'static str, String)>,
}

/// A mint or burn; its amount in cents distinguishes it from all others.
#[derive(Debug, Clone)]
struct Order {
    cents: usize,
    key: String,
    is_mint: bool,
}

/// Orders of the callers, and their answers.
#[derive(Default)]
struct OrderBook {
    open: VecDeque<Order>,
    acknowledged: BTreeMap<usize, String>,
    refused: Vec<usize>,
}

/// Resources of the platform.
struct Scene {
    token: Value,
    bank: Value,
    wallet: Value,
}

/// The state once all operations have ended.
struct FinalState {
    site: Site,
    orders: OrderBook,
    operations: Vec<Value>,
}

impl Site {
    fn new(provider: Provider, variables: Vec<(&'static str, String)>) -> Self {
        Self { folder: Folder::new(), provider, variables }
    }

    fn start(&self) -> Server {
        let mut serve = self.folder.serve();
        serve.envs(self.variables.iter().map(|(name, value)| (name, value)));
        serve.env("SVC_DEVELOPMENT_MODE", "on").env("SVC_RATE_LIMIT_PER_SECOND", "0");
        serve.envs(self.provider.variables());
        serve.env("SVC_STABLECOIN_PROVIDER_TIMEOUT_SECONDS", "1");
        Server::start(serve)
    }

    /// Creates a production platform while no server runs, and returns its credentials.
    fn platform(&self) -> Credentials {
        self.start().stop();
        let create = ["platform", "create", "--environment", "production", "--name", "Live"];
        let output = self.output_of(&[&create[..], &["--currencies", "USD,BTC", "--json"]].concat());
        let platform: Value = serde_json::from_str(&output).unwrap();
        read_credentials(Path::new(text(&platform["credentials"])))
    }

    /// Configures the token data that the provider does not return, and the bank addresses that it requires.
    fn list_facts(&self) {
        let token = json!([{ "token": "ACME", "network": "SPARK", "network_token": NETWORK_TOKEN,
            "name": "Acme Dollar", "symbol": "ACME", "base_currency": "USD", "decimals": 6 }]);
        let banks = json!({ "021000021": { "line1": "1 Bank St", "city": "New York", "state": "NY", "postal_code": "10001" } });
        self.output_of(&["setting", "set", "stablecoin_tokens", &token.to_string(), "--platform", "Live"]);
        self.output_of(&["setting", "set", "stablecoin_bank_addresses", &banks.to_string()]);
    }

    /// Runs an operator's command and returns its output.
    fn output_of(&self, arguments: &[&str]) -> String {
        let data = self.folder.data();
        let mut command = command(&[arguments, &["--data", utf8(&data)]].concat());
        command
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .env("SVC_DEVELOPMENT_MODE", "on");
        succeeded(command)
    }

    /// Begins mints and burns in each round, kills the process while some are under way, and repeats all
    /// unanswered ones under their keys.
    async fn order_and_kill(self, kills: usize) -> FinalState {
        let Credentials { id, secret } = self.platform();
        let mut server = self.start();
        let client = |server: &Server| Client::new(&server.base_url()).basic(&id, &secret);
        self.list_facts();
        let scene = Scene::new(&client(&server)).await;
        self.output_of(&[
            "external-account",
            "enable",
            text(&scene.bank["id"]),
            "--platform",
            "Live",
            "--reason",
            "a test",
        ]);

        let orders = Mutex::new(OrderBook::default());
        for round in 0..kills {
            let before = round * IN_A_ROUND;
            orders.lock().unwrap().open.extend((before..before + IN_A_ROUND).map(Order::number));
            let caller = client(&server);
            let is_enough = || orders.lock().unwrap().answered() >= before + ACKNOWLEDGED;
            work_and_kill(&mut server, || scene.send_one(&caller, &orders), is_enough).await;
            server = self.start();
            let caller = client(&server);
            let remaining = || before + IN_A_ROUND - orders.lock().unwrap().answered();
            work_off(PATIENCE, || scene.send_one(&caller, &orders), remaining).await;
        }

        self.provider.becomes_honest();
        let orders = orders.into_inner().unwrap();
        let operations = scene.ended(&client(&server), orders.acknowledged.len()).await;
        server.stop();
        FinalState { site: self, orders, operations }
    }
}

impl Order {
    fn number(number: usize) -> Self {
        Self { cents: 100 + number, key: fresh_key(), is_mint: number.is_multiple_of(2) }
    }
}

impl OrderBook {
    /// Counts the answered orders.
    fn answered(&self) -> usize {
        self.acknowledged.len() + self.refused.len()
    }
}

impl Scene {
    async fn new(client: &Client) -> Self {
        let post =
            |path: &str, body: Value| client.post(path).idempotency_key(&fresh_key()).json(&body).send();
        let link = json!({ "provider": "BRALE", "apiClientId": "acme-777", "apiClientSecret": "s" });
        post("/stablecoin-provider-accounts", link).await.expect(201);
        let token = json!({ "providerTokenIdentifier": "ACME", "networkTokenIdentifier": NETWORK_TOKEN, "network": "SPARK" });
        let token = post("/stablecoins", token).await.expect(201);
        let address = json!({ "line1": "1 Main St", "city": "Austin", "state": "TX", "postalCode": "78701", "country": "US" });
        let beneficiary =
            json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe", "address": address });
        let bank = json!({ "currency": "USD", "accountInfo": { "accountType": "USD_ACCOUNT", "bankAccountType": "CHECKING",
            "accountNumber": "000123456789", "routingNumber": "021000021", "beneficiary": beneficiary } });
        let bank = post("/platform/external-accounts", bank).await.expect(201);
        let wallet = json!({ "currency": "BTC",
            "accountInfo": { "accountType": "SPARK_WALLET", "address": "spark1pgssxkutwulzsrc5hvskcy8nnr5ru79jjntmg0hfq2rg02vmfmv5x98u8vjdzl" } });
        let wallet = post("/platform/external-accounts", wallet).await.expect(201);
        Self { token, bank, wallet }
    }

    /// Sends the next open order; `false` if there is none, or if the process does not answer.
    async fn send_one(&self, client: &Client, orders: &Mutex<OrderBook>) -> bool {
        let Some(order) = orders.lock().unwrap().open.pop_front() else { return false };
        let sent = self.request(client, &order).try_send().await;
        let mut orders = orders.lock().unwrap();
        match sent.as_ref().map(|response| response.status) {
            Ok(201) => {
                let id = text(&sent.unwrap().json()["id"]).to_owned();
                orders.acknowledged.insert(order.cents, id);
            }
            Ok(400) => {
                let error = sent.unwrap().expect_error(400, "INVALID_INPUT");
                assert_eq!(error["details"]["reason"], "PROVIDER_REJECTED", "{error}");
                orders.refused.push(order.cents);
            }
            // Under way elsewhere, no answer of the provider, or none of ours: the same key again.
            Ok(409 | 503) => orders.open.push_back(order),
            Ok(status) => panic!("{status}: {:?}", sent.unwrap().json()),
            Err(_) => {
                orders.open.push_back(order);
                return false;
            }
        }
        true
    }

    /// Builds the request for an order.
    #[track_caller]
    fn request(&self, client: &Client, order: &Order) -> Request {
        let token = text(&self.token["id"]);
        let amount = (order.cents * 10_000).to_string();
        let bank = &self.bank["id"];
        let wallet = &self.wallet["id"];
        if order.is_mint {
            let source = json!({ "type": "ACH_DEBIT", "externalAccountId": bank });
            let mint =
                json!({ "amount": amount, "destination": { "accountId": wallet }, "fundingSource": source });
            let request = client.post(&format!("/stablecoins/{token}/mints"));
            return request.idempotency_key(&order.key).json(&mint);
        }
        let destination = json!({ "type": "EXTERNAL_ACCOUNT", "externalAccountId": bank, "rail": "WIRE" });
        let burn = json!({ "amount": amount, "source": { "type": "PROVIDER_INTERNAL_BALANCE" }, "destination": destination });
        client.post(&format!("/stablecoins/{token}/burns")).idempotency_key(&order.key).json(&burn)
    }

    /// Waits until all acknowledged operations have ended, and returns all operations.
    async fn ended(&self, client: &Client, acknowledged: usize) -> Vec<Value> {
        wait::until("all have come to an end", PATIENCE, || async {
            let all = self.operations(client).await;
            let open =
                all.iter().filter(|one| one["status"] != "COMPLETED" && one["status"] != "FAILED").count();
            if open == 0 && all.len() >= acknowledged {
                Ok(all)
            } else {
                Err(format!("{open} of {} are open", all.len()))
            }
        })
        .await
    }

    async fn operations(&self, client: &Client) -> Vec<Value> {
        let path = format!("/stablecoins/{}/operations?limit=100", text(&self.token["id"]));
        let mut all = Vec::new();
        let mut next = path.clone();
        loop {
            let page = client.get(&next).send().await.expect(200);
            all.extend(page["data"].as_array().unwrap().iter().cloned());
            let Some(cursor) = page["nextCursor"].as_str() else { return all };
            next = format!("{path}&cursor={cursor}");
        }
    }
}

impl FinalState {
    /// Compares the answers to the callers, and the operations of the service, with the transfers of the
    /// provider.
    async fn audit(&self) -> Result<(), String> {
        let faults = self.site.provider.faults();
        if let [fault, ..] = &faults[..] {
            return Err(format!("{} times against the document: {fault}", faults.len()));
        }
        let transfers = self.site.provider.transfers();
        let of = |cents: usize| {
            let value = format!("{}.{:02}", cents / 100, cents % 100);
            transfers.iter().filter(move |one| one.value == value).collect::<Vec<_>>()
        };

        for (cents, id) in &self.orders.acknowledged {
            let [transfer] = of(*cents)[..] else {
                return Err(format!("{cents} was carried out {} times", of(*cents).len()));
            };
            let expected = if transfer.succeeds() { "COMPLETED" } else { "FAILED" };
            let amount = (cents * 10_000).to_string();
            let operations: Vec<_> =
                self.operations.iter().filter(|one| one["amount"] == amount.as_str()).collect();
            match operations[..] {
                [only] if only["id"] == id.as_str() && only["status"] == expected => {}
                _ => return Err(format!("{cents}, {transfer:?} is shown as {operations:?}")),
            }
        }

        match self.orders.refused.iter().find(|cents| !of(**cents).is_empty()) {
            Some(cents) => Err(format!("{cents} was refused and carried out")),
            None if self.operations.len() == self.orders.acknowledged.len() => Ok(()),
            None => {
                Err(format!("{} operations for {}", self.operations.len(), self.orders.acknowledged.len()))
            }
        }
    }
}
