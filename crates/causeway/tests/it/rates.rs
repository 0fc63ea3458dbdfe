//! Rates and fees of corridors (money 5.1).

use std::collections::BTreeSet;
use std::time::Duration;

use causeway_domain::Time;
use causeway_service::platforms::NewPlatform;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{journey, on_engines};
use crate::operator::acting::act;
use crate::payments::scene::{Scene, text, transfer};

/// Currencies that can be paid out to an account with a rail, each with its default rail (money 4.3).
const REACHED: [(&str, &str); 37] = [
    ("USD", "RTP"),
    ("EUR", "SEPA_INSTANT"),
    ("DKK", "SEPA_INSTANT"),
    ("GBP", "FASTER_PAYMENTS"),
    ("MXN", "SPEI"),
    ("BRL", "PIX"),
    ("INR", "UPI"),
    ("SGD", "FAST"),
    ("NGN", "BANK_TRANSFER"),
    ("CAD", "BANK_TRANSFER"),
    ("HKD", "BANK_TRANSFER"),
    ("MYR", "BANK_TRANSFER"),
    ("THB", "BANK_TRANSFER"),
    ("VND", "BANK_TRANSFER"),
    ("IDR", "BANK_TRANSFER"),
    ("PHP", "BANK_TRANSFER"),
    ("ZAR", "BANK_TRANSFER"),
    ("AED", "BANK_TRANSFER"),
    ("GTQ", "BANK_TRANSFER"),
    ("JMD", "BANK_TRANSFER"),
    ("BDT", "BANK_TRANSFER"),
    ("COP", "BANK_TRANSFER"),
    ("EGP", "BANK_TRANSFER"),
    ("GHS", "BANK_TRANSFER"),
    ("PKR", "BANK_TRANSFER"),
    ("CNY", "BANK_TRANSFER"),
    ("KES", "MOBILE_MONEY"),
    ("RWF", "MOBILE_MONEY"),
    ("TZS", "MOBILE_MONEY"),
    ("ZMW", "MOBILE_MONEY"),
    ("MWK", "MOBILE_MONEY"),
    ("UGX", "MOBILE_MONEY"),
    ("BWP", "MOBILE_MONEY"),
    ("XOF", "MOBILE_MONEY"),
    ("XAF", "MOBILE_MONEY"),
    ("HTG", "MOBILE_MONEY"),
    ("ARS", "SWIFT"),
];

async fn list(scene: &Scene, query: &str) -> Vec<Value> {
    let response = scene.platform.get(&format!("/exchange-rates{query}")).send().await.expect(200);
    response["data"].as_array().unwrap().clone()
}

fn codes(entries: &[Value], side: &str) -> BTreeSet<String> {
    entries.iter().map(|entry| text(&entry[side]["code"]).to_owned()).collect()
}

journey! {
    async fn money_j26_rates(service) {
        let scene = Scene::new(service).await;
        let query = "?sourceCurrency=USD&destinationCurrency=INR&destinationCurrency=EUR&sendingAmount=10000";
        let listed = list(&scene, query).await;
        assert_eq!(codes(&listed, "destinationCurrency"), BTreeSet::from(["EUR", "INR"].map(str::to_owned)));
        let rupees = listed.iter().find(|entry| entry["destinationCurrency"]["code"] == "INR").unwrap();
        let summary = json!([rupees["receivingAmount"], rupees["fees"], rupees["exchangeRate"],
            rupees["destinationPaymentRail"], rupees["sendingAmount"]]);
        assert_eq!(summary, json!([820_875, { "fixed": 0, "total": 50 }, 0.012_182_12, "UPI", 10_000]));
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
            scene.platform.get(&format!("/exchange-rates{query}")).send().await.expect_error(400, code);
        }
        for query in ["?sourceCurrency=ZZZ", "?sourceCurrency=USD&destinationCurrency=ZZZ", "?destinationCurrency=BTC"] {
            assert_eq!(list(&scene, query).await, Vec::<Value>::new(), "{query}");
        }

        let all = list(&scene, "").await;
        let own = ["USD", "EUR", "MXN", "BTC", "USDC", "USDB"].map(str::to_owned);
        let corridors = all.iter().map(|entry| {
            let code = |side: &str| text(&entry[side]["code"]).to_owned();
            [code("sourceCurrency"), code("destinationCurrency"), text(&entry["destinationPaymentRail"]).to_owned()]
        });
        let mut corridors: Vec<_> = corridors.collect();
        corridors.sort();
        let mut expected: Vec<_> = own
            .iter()
            .flat_map(|source| REACHED.map(|(code, rail)| [source.as_str(), code, rail].map(str::to_owned)))
            .collect();
        expected.sort();
        assert_eq!(corridors, expected, "one entry for each corridor");
        assert!(all.iter().all(|entry| entry["updatedAt"] == all[0]["updatedAt"]));

        let nothing = list(&scene, "?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=0").await;
        assert_eq!((&nothing[0]["receivingAmount"], &nothing[0]["exchangeRate"]), (&json!(0), &json!(1.086_956_52)));
    }
}

journey! {
    async fn money_j26_windows(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let listed = async || {
            let all = list(&scene, "").await;
            let updated: BTreeSet<String> = all.iter().map(|entry| text(&entry["updatedAt"]).to_owned()).collect();
            assert_eq!(updated.len(), 1, "all entries are of one window: {updated:?}");
            updated.into_iter().next().expect("a time of update").parse::<Time>().expect("an instant")
        };

        let window = Duration::from_mins(5);
        let first = listed().await;
        let mut now = first;

        // Five minutes cross into the next window exactly once, however late in its window the clock was
        // frozen.
        for _ in 0..5 {
            assert_eq!(listed().await, now, "each process says so");
            scene.platform.advance(Duration::from_mins(1)).await;
            let next = listed().await;
            assert!(next == now || (now == first && next == first.plus(window)), "{now} to {next}");
            now = next;
        }
        assert_eq!(now, first.plus(window));
    }
}

on_engines! {
    async fn a_corridor_that_overflows_is_left_out(service) {
        let scene = Scene::new(service).await;
        let most = "?sourceCurrency=USD&destinationCurrency=EUR&destinationCurrency=VND&sendingAmount=9000000000000000";
        assert_eq!(codes(&list(&scene, most).await, "destinationCurrency"), BTreeSet::from(["EUR".to_owned()]));
        let above = "/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=9000000000000001";
        let response = scene.platform.get(above).send().await;
        let error = response.expect_error(400, "INVALID_AMOUNT");
        assert_eq!((&error["details"]["field"], &error["details"]["value"]), (&json!("sendingAmount"), &json!(9_000_000_000_000_001_i64)));
    }
}

journey! {
    async fn rates_listed_in_production_can_be_quoted(service) {
        let mut new = NewPlatform::default_of(Environment::Production, "Test platform");
        new.currencies = ["EUR", "GBP"].map(|code| code.parse().unwrap()).into();
        let platform = service.platform_like(new).await;
        let list = async || {
            let listed = platform.get("/exchange-rates?sendingAmount=10000").send().await.expect(200);
            listed["data"].as_array().unwrap().clone()
        };
        let pounds = async || {
            let found = list().await.into_iter().find(|one| one["sourceCurrency"]["code"] != one["destinationCurrency"]["code"]);
            found.expect("the one corridor between two currencies")
        };
        let set = async |rate: &str| {
            act(service, "rate set", json!({ "sending": "EUR", "receiving": "GBP", "rate": rate, "confirm": rate })).await;
        };

        let before = service.app().clock.now();
        set("0.8").await;
        let updated = |entry: &Value| text(&entry["updatedAt"]).parse::<Time>().expect("an instant");
        let first = pounds().await;
        assert!(updated(&first) >= before, "listed as of when it was set");
        assert_eq!(first, pounds().await, "each process says the same");

        // Neither a price of bitcoin nor one of the dollar is set: rate details do without.
        let euros = platform.own_account("EUR").await;
        let pounds_account = platform.own_account("GBP").await;
        let body = transfer(&euros, &pounds_account, "SENDING", 10_000);
        let quote = platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!([&quote["totalReceivingAmount"], &first["receivingAmount"]], [&json!(7_960), &json!(7_960)]);
        let details = &quote["rateDetails"];
        assert_eq!([&details["svcApiMultiplier"], &details["counterpartyMultiplier"]], [&json!(0.995), &json!(0.8)]);

        // A price of bitcoin only changes the unit of the multipliers.
        act(service, "rate set", json!({ "sending": "USD", "receiving": "BTC", "rate": "0.00001", "confirm": "0.00001" })).await;
        act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "rate": "0.5", "confirm": "0.5" })).await;
        let again = platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!(again["totalReceivingAmount"], 7_960);
        let details = &again["rateDetails"];
        assert_eq!([&details["svcApiMultiplier"], &details["counterpartyMultiplier"]], [&json!(19_900), &json!(0.000_04)]);

        set("0.9").await;
        let later = pounds().await;
        assert!(updated(&later) >= updated(&first) && later["receivingAmount"] == 8_955, "{later}");
    }
}
