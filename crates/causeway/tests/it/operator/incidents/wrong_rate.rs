//! An exchange rate a hundred times off.

use causeway_service::platforms::NewPlatform;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::super::acting::with;
use super::{NAME, OnCallOperator};
use crate::harness::{Platform, journey};
use crate::payments::scene::{text, transfer};

/// Creates a quote over 10.00 USD to the platform's account in euro.
async fn quote(platform: &Platform) -> Value {
    let [usd, eur] = [platform.own_account("USD").await, platform.own_account("EUR").await];
    platform.post("/quotes").json(&transfer(&usd, &eur, "SENDING", 1_000)).send().await.expect(201)
}

journey! {
    async fn a_wrong_rate_is_refused_or_found_by_its_history_and_corrected(service) {
        let mut new = NewPlatform::default_of(Environment::Production, "Live");
        new.currencies = ["USD", "EUR"].map(|code| code.parse().unwrap()).into();
        let platform = service.platform_like(new).await;
        let on_call = OnCallOperator::new(service).await;
        on_call.run("causeway rate set USD EUR 0.92 --confirm 0.92").await;

        let wrong = json!({ "sending": "USD", "receiving": "EUR", "rate": "92" });
        let refused = on_call.send("rate/set", wrong).await.expect(409);
        assert!(text(&refused["remedy"]).ends_with("--confirm 92"), "{refused}");
        assert_eq!(quote(&platform).await["totalReceivingAmount"], 915);
        on_call.run("causeway rate set USD EUR 92 --confirm 92").await;
        let mispriced = quote(&platform).await;
        assert_eq!(mispriced["totalReceivingAmount"], 91_540);

        let found = on_call.find("USD/EUR").await;
        assert_eq!((&found["kind"], &found["about"]), (&json!("RATE"), &json!("1 USD = 92 EUR")));
        assert_eq!(on_call.find("usd/eur").await, found);
        let history = on_call.run(text(&found["next"])).await;
        let rates: Vec<&str> = history.as_array().expect("a list").iter().map(|change| text(&change["rate"])).collect();
        assert_eq!(rates, ["92", "0.92"]);
        assert_eq!(history[0]["actor"], format!("{NAME} (network)"));
        let since = json!({ "pair": "USD/EUR", "since": history[0]["at"] });
        let priced = on_call.act("payment/list", with(&platform, since)).await;
        let [only] = &priced["rows"].as_array().expect("a page")[..] else { panic!("{priced}") };
        assert_eq!((&only["transaction"], &only["rate"]), (&mispriced["transactionId"], &json!("92")));
        let pending = json!({ "pair": "USD/EUR", "status": "PENDING" });
        let executable = on_call.act("quote/list", with(&platform, pending)).await;
        assert_eq!(executable["rows"][0]["quote"], mispriced["id"], "{executable}");
        let shown = on_call.run(&format!("causeway payment show {}", text(&only["transaction"]))).await;
        assert_eq!((&shown["price"]["rate"], &shown["status"]), (&json!("92"), &json!("PENDING")));

        on_call.run("causeway rate set USD EUR 0.92 --confirm 0.92").await;
        assert_eq!(quote(&platform).await["totalReceivingAmount"], 915);
    }
}
