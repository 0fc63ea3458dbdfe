//! A mint that continues over a restart (stablecoins J17).

use std::process::Command;
use std::time::Duration;

use causeway_testing::http::Client;
use causeway_testing::postgres::{Durability, database_with};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::scene::{NETWORK_TOKEN, address, fresh_key, text};
use crate::life::process::{Credentials, Folder, Server};

/// The claims of a dead process are taken again after their lease.
const PATIENCE: Duration = Duration::from_secs(120);

mod stablecoins_j17_restart {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        walk(&[&Folder::new()], &[]).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn postgres() {
        on_postgres(&[&Folder::new()]).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn two_processes() {
        on_postgres(&[&Folder::new(), &Folder::new()]).await;
    }
}

async fn on_postgres(folders: &[&Folder]) {
    let database = database_with(Durability::Full).await.unwrap();
    let root_key = format!("1:{}", "5a".repeat(32));
    walk(folders, &[("SVC_DATABASE", database.url.as_str()), ("SVC_ROOT_KEY", root_key.as_str())]).await;
}

/// Mints by a debit that fails late; every process is killed while it is under way, and started again.
async fn walk(folders: &[&Folder], variables: &[(&str, &str)]) {
    let start = |folder: &&Folder| {
        let mut command: Command = folder.serve();
        command.envs(variables.iter().copied());
        Server::start(command)
    };
    let mut servers: Vec<Server> = folders.iter().map(start).collect();
    let Credentials { id, secret } = servers[0].credentials();
    let client = |server: &Server| Client::new(&server.base_url()).basic(&id, &secret);
    let path = begin(&client(&servers[0])).await;
    wait_for(&client(&servers[servers.len() - 1]), &path, "PROCESSING").await;

    servers.iter_mut().for_each(Server::kill);
    let servers: Vec<Server> = folders.iter().map(start).collect();
    let ended = wait_for(&client(&servers[0]), &path, "FAILED").await;
    assert_eq!(ended["failureReason"], "PROVIDER_TRANSFER_FAILED");
    let again = client(&servers[servers.len() - 1]).get(&path).send().await.expect(200);
    assert_eq!(again, ended, "the operation has failed once");
}

/// Begins the mint and returns the path of its operation.
async fn begin(client: &Client) -> String {
    let post = |path: &str, body: Value| client.post(path).idempotency_key(&fresh_key()).json(&body).send();
    let link = json!({ "provider": "BRALE", "apiClientId": "acme-777", "apiClientSecret": "s" });
    post("/stablecoin-provider-accounts", link).await.expect(201);
    let token = json!({ "providerTokenIdentifier": "ACME", "networkTokenIdentifier": NETWORK_TOKEN, "network": "SPARK" });
    let token = post("/stablecoins", token).await.expect(201);
    let beneficiary = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" });
    let bank = json!({ "currency": "USD", "accountInfo": { "accountType": "USD_ACCOUNT",
        "accountNumber": "000123456005", "routingNumber": "021000021", "beneficiary": beneficiary } });
    let bank = post("/platform/external-accounts", bank).await.expect(201);
    let wallet = json!({ "currency": "BTC", "accountInfo": { "accountType": "SPARK_WALLET", "address": address("q777") } });
    let wallet = post("/platform/external-accounts", wallet).await.expect(201);
    let mint = json!({ "amount": "1000000", "destination": { "accountId": wallet["id"] },
        "fundingSource": { "type": "ACH_DEBIT", "externalAccountId": bank["id"] } });
    let mint = post(&format!("/stablecoins/{}/mints", text(&token["id"])), mint).await.expect(201);
    format!("/stablecoin-operations/{}", text(&mint["id"]))
}

async fn wait_for(client: &Client, path: &str, status: &str) -> Value {
    wait::until("the mint has come so far", PATIENCE, || async {
        let operation = client.get(path).send().await.expect(200);
        if operation["status"] == status { Ok(operation) } else { Err(operation) }
    })
    .await
}
