//! Data of an older version, written by its own programs.

use causeway_testing::wait;
use serde_json::json;

use super::site::{OldPrograms, Site, api, platform_account};
use crate::life::process::{Server, succeeded};

/// Commands of operators. Those that need a platform name the first one.
const OPERATED: [&[&str]; 4] = [
    &["platform", "create", "--environment", "sandbox", "--name", "Beside"],
    &["alert-sink", "add", "webhook", "http://localhost:9/alerts", "--from", "note", "--sandbox"],
    &["sandbox", "fault", "hide-outcomes", "--platform", "Beside"],
    &[
        "deposit",
        "push",
        "--platform",
        "Sandbox",
        "--reference",
        "INVOICE 2",
        "--amount",
        "5000",
        "--currency",
        "EUR",
        "--rail",
        "SEPA",
        "--payer",
        "Some Payer",
    ],
];

/// Size of the seed of customers, external accounts, wallets, cards, agents and payments.
const SEED: [&str; 4] = ["--customers", "30", "--payments", "60"];

/// Fills a new deployment, and returns a server of the older version on it.
pub(super) async fn fill(site: &Site, old: &OldPrograms) -> Server {
    let program = old.service();
    let mut server = site.start(&program);
    let client = api(&server);
    client
        .patch("/config")
        .json(&json!({ "webhookEndpoint": "http://localhost:9/" }))
        .send()
        .await
        .expect(200);
    let token = json!({ "name": "reports", "permissions": ["VIEW"] });
    client.post("/tokens").json(&token).send().await.expect(201);
    let path = format!("/sandbox/internal-accounts/{}/fund", platform_account(&client).await);
    for number in 0..5 {
        let key = format!("old-{number}");
        client.post(&path).json(&json!({ "amount": 100 })).idempotency_key(&key).send().await.expect(200);
    }
    for arguments in OPERATED {
        site.operate(&program, arguments);
    }
    wait::until("an alert about the unmatched deposit", wait::PATIENCE, || async {
        let alerts = site.operate(&program, &["alert", "list"]).to_string();
        if alerts.contains("DEPOSIT_UNMATCHED") { Ok(()) } else { Err(alerts) }
    })
    .await;
    wait::until("a notice that its receiver does not take", wait::PATIENCE, || async {
        let sinks = site.operate(&program, &["alert-sink", "list"]).to_string();
        if sinks.contains("\"last_error\":\"") { Ok(()) } else { Err(sinks) }
    })
    .await;
    server.stop();
    let data = site.folder.data();
    let folder = data.to_str().unwrap();
    succeeded(site.command(&old.bench(), &[&["seed", folder][..], &SEED[..]].concat()));
    site.start(&program)
}
