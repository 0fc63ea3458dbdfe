//! Limits of operators and platforms, and the platform's own fees (money 1.5, 11).

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{Service, journey};
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text, transfer};

pub(super) async fn change_setting(service: &Service, scene: &Scene, name: &str, value: &Value) {
    let setting = with(&scene.platform, json!({ "name": name, "value": value.to_string() }));
    act(service, "setting set", setting).await;
}

journey! {
    async fn money_j34_limits(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1_000_000).await;
        let euro = scene.euro_account().await;
        let limits = json!([{ "sending": "USD", "receiving": "EUR", "single_maximum": 100_000, "daily_volume": 150_000 }]);
        change_setting(service, &scene, "corridor_limits", &limits).await;
        scene.platform.freeze().await;

        let too_large = scene.transfer(&euro, "SENDING", 100_001);
        scene.platform.post("/quotes").json(&too_large).send().await.expect_error(400, "TRANSACTION_SIZE_LIMIT_EXCEEDED");

        let first = scene.quote(&euro, 100_000).await;
        let second = scene.quote(&euro, 100_000).await;
        scene.execute(&first).send().await.expect(200);
        let response = scene.execute(&second).idempotency_key("later").send().await;
        response.expect_error(429, "DAILY_VOLUME_LIMIT_EXCEEDED");
        let seconds: u64 = response.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=86_400).contains(&seconds), "{seconds}");
        assert_eq!(response.header("x-should-retry"), Some("false"));
        assert_eq!(scene.balances().await, (900_000, 900_000));

        let quoted = scene.quote(&euro, 100_000).await;
        assert_eq!(quoted["status"], "PENDING");
        let mut at_once = scene.transfer(&euro, "SENDING", 50_001);
        at_once["immediatelyExecute"] = json!(true);
        scene.platform.post("/quotes").json(&at_once).send().await.expect_error(429, "DAILY_VOLUME_LIMIT_EXCEEDED");
        at_once["lockedCurrencyAmount"] = json!(50_000);
        scene.platform.post("/quotes").json(&at_once).send().await.expect(201);

        // Other corridors are unaffected, and the volume starts anew the next day.
        let own = scene.platform.own_account("USD").await;
        let within = scene.quote(&own, 200_000).await;
        scene.execute(&within).send().await.expect(200);

        scene.platform.advance(Duration::from_secs(seconds)).await;
        let next = scene.quote(&euro, 100_000).await;
        scene.execute(&next).idempotency_key("later").send().await.expect(200);
    }
}

journey! {
    async fn amounts_stay_within_the_limits_of_the_platform(service) {
        let scene = Scene::new(service).await;
        let euro = scene.euro_account().await;
        let currency = json!({ "currencyCode": "USD", "minAmount": 100, "maxAmount": 10_000,
            "requiredCounterpartyFields": [], "enabledTransactionTypes": ["OUTGOING"] });
        let allowed = json!({ "supportedCurrencies": [currency] });
        let own = scene.platform.own_account("USD").await;
        scene.platform.patch("/config").json(&allowed).send().await.expect(200);
        let ask = |amount: i64| {
            let body = scene.transfer(&euro, "SENDING", amount);
            scene.platform.post("/quotes").json(&body).send()
        };
        for amount in [99, 10_001] {
            ask(amount).await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
        }
        ask(100).await.expect(201);
        ask(10_000).await.expect(201);

        // A currency that is not enabled for incoming payments accepts none.
        let within = scene.transfer(&own, "SENDING", 100);
        scene.platform.post("/quotes").json(&within).send().await.expect_error(400, "INVALID_CURRENCY");
        for (amount, code) in [(json!(0), "INVALID_AMOUNT"), (json!(-1), "INVALID_AMOUNT"), (json!("1"), "INVALID_AMOUNT")] {
            let mut body = scene.transfer(&euro, "SENDING", 100);
            body["lockedCurrencyAmount"] = amount;
            scene.platform.post("/quotes").json(&body).send().await.expect_error(400, code);
        }
    }
}

journey! {
    async fn money_j25_platform_fee(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let fee = |bps: i64, fixed: i64, currency: &str| json!({ "feeConfigs": [{
            "feeType": "CROSS_CURRENCY_TRANSACTION", "sourceCurrency": currency, "variableFeeBps": bps,
            "fixedFee": { "amount": fixed, "currency": currency } }] });
        platform.patch("/config").json(&fee(30, 50, "USD")).send().await.expect(200);
        platform.patch("/config").json(&fee(30, 50, "EUR")).send().await.expect_error(501, "NOT_IMPLEMENTED");
        change_setting(service, &scene, "fee_schedule", &json!([{ "rate_millionths": 10_000 }])).await;
        platform.fund(&scene.usd, 20_000).await;
        let own_balance = || async {
            let accounts = platform.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
            accounts["data"][0]["balance"]["amount"].as_i64().unwrap()
        };
        let good = scene.euro_account().await;
        let bad = platform.euro_account(&scene.alice, "DE89370400440532013004").await;
        platform.freeze().await;

        for (account, status, remaining, earned) in [(&good, "COMPLETED", 19_000, 53), (&bad, "FAILED", 19_000, 53)] {
            let quote = scene.quote(account, 1_000).await;
            let prices = ["feesIncluded", "platformFeesIncluded", "totalReceivingAmount"].map(|name| quote[name].as_i64());
            assert_eq!(prices, [Some(63), Some(53), Some(862)]);
            scene.execute(&quote).send().await.expect(200);
            platform.advance(Duration::from_secs(2)).await;
            assert_eq!(scene.payment(&quote).await["status"], status);
            // The second payment was refunded, with all fees.
            assert_eq!((scene.balances().await.0, own_balance().await), (remaining, earned), "{status}");
        }

        change_setting(service, &scene, "fee_schedule", &json!([{ "rate_millionths": 5_000 }])).await;
        let overridden = |bps: i64| {
            let mut body = scene.transfer(&good, "SENDING", 10_000);
            body["platformFeeOverride"] =
                json!({ "platformFixedFee": { "amount": 0, "currency": "USD" }, "platformVariableFeeBps": bps });
            platform.post("/quotes").json(&body).send()
        };

        for (bps, prices) in [(10, [10, 60, 9_144]), (0, [0, 50, 9_154])] {
            let quote = overridden(bps).await.expect(201);
            let summary = ["platformFeesIncluded", "feesIncluded", "totalReceivingAmount"].map(|name| quote[name].as_i64().unwrap());
            assert_eq!(summary, prices);
        }

        overridden(10_001).await.expect_error(400, "INVALID_INPUT");
        platform.patch("/config").json(&fee(0, 0, "USD")).send().await.expect(200);
        assert_eq!(platform.get("/config").send().await.expect(200)["feeConfigs"], json!([]));
        assert_eq!(text(&scene.quote(&good, 1_000).await["status"]), "PENDING");
    }
}

journey! {
    async fn payers_of_one_corridor_never_exceed_its_day(service) {
        let scene = Scene::new(service).await;
        let bob = scene.platform.customer(&["USD"]).await;
        let theirs = scene.platform.account_of(&bob, "USD").await;
        let euro = scene.euro_account().await;
        change_setting(service, &scene, "corridor_limits", &json!([{ "sending": "USD", "daily_volume": 5_000 }])).await;
        scene.platform.freeze().await;

        let mut quotes = Vec::new();
        for account in [&scene.usd, &theirs] {
            scene.platform.fund(account, 10_000).await;
            for _ in 0..5 {
                let body = transfer(account, &euro, "SENDING", 1_000);
                quotes.push(scene.platform.post("/quotes").json(&body).send().await.expect(201));
            }
        }

        let responses = join_all(quotes.iter().map(|quote| scene.execute(quote).send())).await;
        let refused: Vec<_> = responses.iter().filter(|response| response.status != 200).collect();
        assert_eq!(refused.len(), 5);
        for response in refused {
            response.expect_error(429, "DAILY_VOLUME_LIMIT_EXCEEDED");
        }
    }
}
