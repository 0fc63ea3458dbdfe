//! Opening balance, movements and closing balance of an account (money 12).

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Service, journey};
use crate::operator::acting::{act, export, with};
use crate::payments::scene::Scene;

const DAY: Duration = Duration::from_hours(24);

/// Returns the movements of Alice's dollar account, each with the available balance after it.
async fn movements(service: &Service, scene: &Scene) -> Vec<Value> {
    let request = with(&scene.platform, json!({ "account": scene.usd, "format": "jsonl" }));
    let lines = export(service, "export statement", request).await;
    let lines = lines.iter().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    lines.filter(|line| line["part"] == "AV" && line["cursor"].is_i64()).collect()
}

/// Returns the effect of a transaction on its internal account, as the platform sees it.
fn effect(payment: &Value) -> i64 {
    let amount = |name: &str| payment[name]["amount"].as_i64().expect("an amount");
    match (payment["type"].as_str(), payment["status"].as_str()) {
        (Some("INCOMING"), Some("COMPLETED")) => amount("receivedAmount"),
        (Some("OUTGOING"), Some("COMPLETED")) => -amount("sentAmount"),
        // Refunded, reversed, or never debited.
        _ => 0,
    }
}

journey! {
    async fn opening_and_movements_make_the_closing_balance_of_every_day(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        scene.platform.freeze().await;
        let account = async |suffix| scene.platform.dollar_account(&scene.alice, suffix).await;
        let good = account("111").await;
        let refusing = account("002").await;
        let rejected = account("004").await;
        let slow = account("005").await;
        let mut closing = 0;
        let mut counted = 0;

        for day in 0..3 {
            scene.transfer_in(&good, 2_000 + day).send().await.expect(201);
            scene.transfer_in(&rejected, 300).send().await.expect(201);
            scene.transfer_in(&refusing, 300).send().await.expect(201);
            scene.transfer_out(&good, 1_000 + day, None).send().await.expect(201);
            scene.transfer_out(&rejected, 400, None).send().await.expect(201);
            scene.transfer_out(&refusing, 400, None).send().await.expect(201);
            let cancelled = scene.transfer_out(&slow, 500, Some("ACH")).send().await.expect(201);
            scene.cancel(&cancelled["id"]).send().await.expect(200);
            scene.platform.advance(DAY).await;
            let returned = scene.transfer_in(&good, 700).send().await.expect(201);
            scene.platform.advance(Duration::from_secs(2)).await;
            act(service, "payment return", with(&scene.platform, json!({ "transaction": returned["id"] }))).await;

            let opening = closing;
            closing = scene.balances().await.0;
            let all = movements(service, &scene).await;
            let moved: i64 = all[counted..].iter().map(|line| line["amount"].as_i64().expect("an amount")).sum();
            assert_eq!(opening + moved, closing, "day {day}: {all:#?}");
            assert_eq!(all.last().expect("a movement")["balance_after"], closing);
            counted = all.len();
        }

        let mut by_transaction: BTreeMap<String, i64> = BTreeMap::new();
        for line in movements(service, &scene).await {
            let transaction = line["transaction"].as_str().expect("a transaction").to_owned();
            *by_transaction.entry(transaction).or_default() += line["amount"].as_i64().expect("an amount");
        }

        let all = scene.platform.get("/transactions?limit=100").send().await.expect(200);
        let listed = all["data"].as_array().expect("transactions");
        for payment in listed {
            let booked = by_transaction.remove(payment["id"].as_str().expect("an id")).unwrap_or_default();
            assert_eq!(booked, effect(payment), "{payment}");
        }

        assert_eq!(by_transaction, BTreeMap::new(), "what is booked is listed");
        assert_eq!(listed.iter().map(effect).sum::<i64>(), closing);
        assert_eq!((closing, scene.balances().await.1), (10_000 + 3 * 1_000, 13_000));
    }
}
