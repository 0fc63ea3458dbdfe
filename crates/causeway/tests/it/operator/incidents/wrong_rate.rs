//! An exchange rate a hundred times off.

use causeway_service::platforms::NewPlatform;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::{NAME, OnCallOperator, printed};
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
        for spelling in ["usd/eur", "USD EUR", "usdeur", "USD / EUR"] {
            assert_eq!(on_call.find(spelling).await, found, "{spelling}");
        }
        let shown = on_call.run(text(&found["next"])).await;
        let changes = shown["changes"].as_array().expect("a list").iter();
        let changes: Vec<[&Value; 2]> = changes.map(|change| [&change["rate"], &change["is_unusual"]]).collect();
        assert_eq!(changes, [[&json!("92"), &json!(true)], [&json!("0.92"), &Value::Null]]);
        assert_eq!(shown["changes"][0]["actor"], format!("{NAME} (network)"));
        let [newest, earlier] = &shown["open"].as_array().expect("open quotes")[..] else { panic!("{shown}") };
        assert_eq!([&newest["quote"], &newest["rate"]], [&mispriced["id"], &json!("92")]);
        assert_eq!([&newest["platform"], &newest["status"], &earlier["rate"]], [&json!("Live"), &json!("PENDING"), &json!("0.92")]);

        let commands = &shown["commands"];
        let priced = on_call.run(printed(commands, "causeway payment list ")).await;
        let ids: Vec<&Value> = priced["rows"].as_array().expect("a page").iter().map(|row| &row["transaction"]).collect();
        assert_eq!(ids, [&mispriced["transactionId"], &earlier["transaction"]], "{priced}");
        let executable = on_call.run(printed(commands, "causeway quote list ")).await;
        assert_eq!(executable["rows"][0]["quote"], mispriced["id"], "{executable}");
        printed(commands, "causeway platform disable --platform ");
        printed(commands, "causeway rate set USD EUR --remove");

        on_call.run(printed(commands, "causeway rate set USD EUR 0.92 --confirm 0.92")).await;
        assert_eq!(quote(&platform).await["totalReceivingAmount"], 915);
        let corrected = on_call.run(text(&found["next"])).await;
        printed(&corrected["commands"], "causeway rate set USD EUR RATE --confirm RATE");
        assert_eq!([&corrected["rate"], &corrected["changes"][0]["is_unusual"]], [&json!("0.92"), &json!(true)]);
    }
}
