//! What corridors cost (money 5.1).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::scene::{Scene, text};
use crate::harness::journey;

async fn list(scene: &Scene, query: &str) -> Vec<Value> {
    let answer = scene.platform.get(&format!("/exchange-rates{query}")).send().await.expect(200);
    answer["data"].as_array().unwrap().clone()
}

fn codes(entries: &[Value], side: &str) -> BTreeSet<String> {
    entries.iter().map(|entry| text(&entry[side]["code"]).to_owned()).collect()
}

journey! {
    async fn money_j26_rates(service) {
        let scene = Scene::set(service).await;
        let query = "?sourceCurrency=USD&destinationCurrency=INR&destinationCurrency=EUR&sendingAmount=10000";
        let listed = list(&scene, query).await;
        assert_eq!(codes(&listed, "destinationCurrency"), BTreeSet::from(["EUR", "INR"].map(str::to_owned)));
        let rupees = listed.iter().find(|entry| entry["destinationCurrency"]["code"] == "INR").unwrap();
        let said = json!([rupees["receivingAmount"], rupees["fees"], rupees["exchangeRate"],
            rupees["destinationPaymentRail"], rupees["sendingAmount"]]);
        assert_eq!(said, json!([820_875, { "fixed": 0, "total": 50 }, 0.012_182_12, "UPI", 10_000]));
        assert_eq!((&rupees["minSendingAmount"], &rupees["maxSendingAmount"]), (&json!(100), &json!(10_000_000)));

        let account = json!({ "customerId": scene.alice["id"], "currency": "INR", "accountInfo": {
            "accountType": "INR_ACCOUNT", "vpa": "ravi@upi",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Ravi Example" } } });
        let account = scene.platform.post("/customers/external-accounts").json(&account).send().await.expect(201);
        let quote = scene.quote(text(&account["id"]), 10_000).await;
        assert_eq!(quote["totalReceivingAmount"], rupees["receivingAmount"]);
        assert_eq!(quote["destination"]["paymentRail"], "UPI");

        for (query, code) in [
            ("?sourceCurrency=usd", "INVALID_CURRENCY"),
            ("?destinationCurrency=eur", "INVALID_CURRENCY"),
            ("?sendingAmount=-1", "INVALID_AMOUNT"),
        ] {
            scene.platform.get(&format!("/exchange-rates{query}")).send().await.refused(400, code);
        }
        for query in ["?sourceCurrency=ZZZ", "?sourceCurrency=USD&destinationCurrency=ZZZ", "?destinationCurrency=BTC"] {
            assert_eq!(list(&scene, query).await, Vec::<Value>::new(), "{query}");
        }
        let all = list(&scene, "").await;
        let (sources, destinations) = (codes(&all, "sourceCurrency"), codes(&all, "destinationCurrency"));
        let own = ["USD", "EUR", "MXN", "BTC", "USDC", "USDB"].map(str::to_owned);
        assert_eq!(sources, BTreeSet::from(own));
        assert!(destinations.len() > 30 && !destinations.contains("USDC"), "{destinations:?}");
        assert_eq!(all.len(), sources.len() * destinations.len(), "one entry for each corridor");
        assert!(all.iter().all(|entry| entry["updatedAt"] == all[0]["updatedAt"]));
        let nothing = list(&scene, "?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=0").await;
        assert_eq!((&nothing[0]["receivingAmount"], &nothing[0]["exchangeRate"]), (&json!(0), &json!(1.086_956_52)));
    }
}
