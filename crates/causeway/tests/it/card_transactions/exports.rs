//! Card transactions in exports (money 12).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::scene::{Network, assert_status};
use crate::harness::{Service, on_engines};
use crate::operator::acting::{export, with};
use crate::wallets::device::text;

async fn lines(service: &Service, network: &Network, action: &str, mut arguments: Value) -> Vec<Value> {
    arguments["format"] = "jsonl".into();
    let lines = export(service, action, with(network.scene.platform(), arguments)).await;
    lines.iter().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

on_engines! {
    async fn card_transactions_are_exported_under_the_ids_that_platforms_know(service) {
        let network = Network::new(service).await;
        let cleared = network.authorize(1_234).await;
        let open = network.authorize(777).await;
        assert_status(&network.send_event(&cleared, "clearing", 1_234).await, "SETTLED");
        network.send_event(&cleared, "return", 200).await;
        let refunded = network.settled(&cleared).await;

        let all = lines(service, &network, "export transactions", json!({})).await;
        let listed = network.scene.platform().get("/transactions?limit=100&sortOrder=asc").send().await.expect(200);
        let ids = |lines: &[Value], name: &str| lines.iter().map(|line| line[name].clone()).collect::<Vec<_>>();
        assert_eq!(ids(&all, "transaction"), ids(listed["data"].as_array().unwrap(), "id"), "as they are listed");
        let wallet = network.scene.wallet();
        for (transaction, status, sent, authorized, refunded) in
            [(&refunded, text(&refunded["status"]), 1_234, 1_234, json!(200)), (&open, "AUTHORIZED", 777, 777, Value::Null)]
        {
            let line = all.iter().find(|line| line["transaction"] == transaction["id"]).expect("a line");
            let summary = ["type", "status", "direction", "source", "destination", "sent_amount", "authorized_amount", "refunded_amount", "description"];
            let expected = json!(["CARD", status, "DEBIT", wallet, network.card["id"], sent, authorized, refunded, "CORNER CAFE"]);
            assert_eq!(json!(summary.map(|name| &line[name])), expected, "{line}");
        }

        let behind = json!({ "after": all[all.len() - 2]["cursor"] });
        assert_eq!(lines(service, &network, "export transactions", behind).await, all[all.len() - 1..]);

        let known: BTreeSet<&str> = all.iter().map(|line| text(&line["transaction"])).collect();
        for (action, arguments) in [("export postings", json!({})), ("export statement", json!({ "account": wallet }))] {
            let named = lines(service, &network, action, arguments).await;
            let named: BTreeSet<String> = named.iter().filter_map(|line| line["transaction"].as_str().map(str::to_owned)).collect();
            assert!(named.iter().all(|id| known.contains(id.as_str())), "{action}: {named:?} {known:?}");
            assert!(named.contains(text(&cleared["id"])), "{action}: {named:?}");
        }
    }
}
