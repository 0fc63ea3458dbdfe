//! A pull is confirmed across a restart (cards J31).

use std::process::Command;
use std::time::Duration;

use causeway_testing::http::{Client, Request};
use causeway_testing::postgres::{Durability, database_with};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::scene::{authorization_body, pulls};
use crate::life::process::{Credentials, Folder, Server, utf8};
use crate::wallets::device::{literal, text};

/// Time for the jobs of a killed process to be claimed again after their lease, and for the pull, which takes
/// half a minute.
const PATIENCE: Duration = Duration::from_secs(150);

mod cards_j31_restart {
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
    let wallet_keys = format!("SANDBOX:{},PRODUCTION:{}", "1b".repeat(32), "2c".repeat(32));
    let tombstones = folders[0].beside("wallet-tombstones");
    let variables = [
        ("SVC_DATABASE", database.url.as_str()),
        ("SVC_ROOT_KEY", root_key.as_str()),
        ("SVC_WALLET_KEYS", wallet_keys.as_str()),
        ("SVC_TOMBSTONE_FILE", utf8(&tombstones)),
    ];
    walk(folders, &variables).await;
}

/// Authorizes, kills every process before the pull is confirmed, starts them again and waits for the
/// confirmation.
async fn walk(folders: &[&Folder], variables: &[(&str, &str)]) {
    let start = |folder: &&Folder| {
        let mut command: Command = folder.serve();
        command.envs(variables.iter().copied());
        Server::start(command)
    };

    let mut servers: Vec<Server> = folders.iter().map(start).collect();
    let Credentials { id, secret } = servers[0].credentials();
    let client = |server: &Server| Client::new(&server.base_url()).basic(&id, &secret);
    let OpenPull { transaction, accounts } = begin(&client(&servers[0])).await;
    assert_eq!((&transaction["status"], pulls(&transaction)), (&json!("AUTHORIZED"), [1, 1_000, 1]));

    servers.iter_mut().for_each(Server::kill);
    let servers: Vec<Server> = folders.iter().map(start).collect();
    let client = client(&servers[0]);

    let path = format!("/transactions/{}", text(&transaction["id"]));
    let confirmed = wait::until("the pull is confirmed", PATIENCE, || async {
        let transaction = client.get(&path).send().await.expect(200);
        if pulls(&transaction)[2] == 0 { Ok(transaction) } else { Err(transaction) }
    })
    .await;
    assert_eq!((&confirmed["status"], pulls(&confirmed)), (&json!("AUTHORIZED"), [1, 1_000, 0]));

    let page = client.get(&accounts).send().await.expect(200);
    let is_wallet = |one: &&Value| one["id"] == transaction["accountId"];
    let wallet = page["data"].as_array().unwrap().iter().find(is_wallet).unwrap();
    let amounts = json!([wallet["balance"]["amount"], wallet["totalBalance"]["amount"]]);
    assert_eq!(amounts, json!([490_000_000, 500_000_000]), "posted once");
}

/// An authorized transaction whose pull is not confirmed yet.
struct OpenPull {
    transaction: Value,
    /// The path that lists the customer's accounts.
    accounts: String,
}

/// Issues a card with a delegated key, and authorizes.
async fn begin(client: &Client) -> OpenPull {
    let post = |path: &str, body: &Value| client.post(path).json(body);
    let person = json!({
        "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "email": "jane@example.com", "currencies": ["USD"],
    });
    let customer = post("/customers", &person).send().await.expect(201);

    let accounts = format!("/customers/internal-accounts?customerId={}", text(&customer["id"]));
    let listed = client.get(&format!("{accounts}&currency=USDB")).send().await.expect(200);
    let wallet = listed["data"][0]["id"].clone();
    let fund = format!("/sandbox/internal-accounts/{}/fund", text(&wallet));
    post(&fund, &json!({ "amount": 500_000_000 })).send().await.expect(200);

    let body = json!({ "cardholderId": customer["id"], "form": "VIRTUAL", "fundingSources": [wallet] });
    let card = post("/cards", &body).send().await.expect(201);
    let path = format!("/cards/{}", text(&card["id"]));
    wait::until("the card is active", PATIENCE, || async {
        let card = client.get(&path).send().await.expect(200);
        if card["state"] == "ACTIVE" { Ok(()) } else { Err(card) }
    })
    .await;

    let body = json!({ "cardId": card["id"], "internalAccountId": wallet, "nickname": "k" });
    let request = || -> Request { post("/auth/delegated-keys", &body) };
    let first = request().send().await.expect(202);
    let second = literal(request(), &first).send().await.expect(202);
    literal(request(), &second).send().await.expect(201);

    let simulate = format!("/sandbox/cards/{}/simulate/authorization", text(&card["id"]));
    let transaction = post(&simulate, &authorization_body(1_000, "CORNER 005")).send().await.expect(202);
    OpenPull { transaction, accounts }
}
