//! Requests that are refused before any money moves, and the state that a refusal leaves unchanged (money
//! 3.2, 8.2, 8.6).

use std::time::Duration;

use causeway_domain::Time;
use serde_json::json;

use crate::harness::{journey, on_engines};
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text};

journey! {
    async fn the_platforms_fee_goes_to_an_active_account(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 20_000).await;
        let fee = json!({ "feeConfigs": [{ "feeType": "CROSS_CURRENCY_TRANSACTION", "sourceCurrency": "USD",
            "variableFeeBps": 30, "fixedFee": { "amount": 50, "currency": "USD" } }] });
        platform.patch("/config").json(&fee).send().await.expect(200);
        let euro = scene.euro_account().await;
        let earlier = scene.quote(&euro, 1_000).await;
        let account = with(platform, json!({ "account": platform.own_account("USD").await }));
        act(service, "account freeze", account.clone()).await;

        for response in [
            scene.execute(&earlier).send().await,
            platform.post("/quotes").json(&scene.transfer(&euro, "SENDING", 1_000)).send().await,
        ] {
            assert_eq!(response.expect_error(400, "INVALID_INPUT")["details"]["reason"], "ACCOUNT_NOT_ACTIVE");
        }

        assert_eq!(scene.balances().await, (20_000, 20_000));
        act(service, "account release", account).await;
        scene.execute(&earlier).send().await.expect(200);
    }
}

journey! {
    async fn a_closed_account_takes_no_fee(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let euro = scene.euro_account().await;
        act(service, "account close", with(platform, json!({ "account": platform.own_account("USD").await }))).await;
        let mut body = scene.transfer(&euro, "SENDING", 1_000);
        body["platformFeeOverride"] =
            json!({ "platformFixedFee": { "amount": 10, "currency": "USD" }, "platformVariableFeeBps": 0 });
        let response = platform.post("/quotes").json(&body).send().await;
        assert_eq!(response.expect_error(400, "INVALID_INPUT")["details"]["reason"], "PLATFORM_FEE_ACCOUNT_MISSING");
    }
}

on_engines! {
    async fn a_one_time_code_confirms_no_payment(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1_000).await;
        let euro = scene.euro_account().await;
        let quote = scene.quote(&euro, 1_000).await;
        let mut body = scene.transfer(&euro, "SENDING", 1_000);
        body["scaFactor"] = json!("TOTP");

        for response in [
            scene.execute(&quote).json(&json!({ "scaFactor": "TOTP" })).send().await,
            scene.platform.post("/quotes").json(&body).send().await,
        ] {
            assert_eq!(response.expect_error(400, "INVALID_INPUT")["details"]["errors"][0]["field"], "scaFactor");
        }
        assert_eq!(scene.payment(&quote).await["status"], "PENDING");

        // If another field is wrong too, the response names both.
        body["lockedCurrencyAmount"] = json!("1");
        let error = scene.platform.post("/quotes").json(&body).send().await.expect_error(400, "INVALID_INPUT");
        let fields: Vec<_> = error["details"]["errors"].as_array().unwrap().iter().map(|error| text(&error["field"])).collect();
        assert_eq!(fields, ["lockedCurrencyAmount", "scaFactor"]);
        scene.execute(&quote).json(&json!({ "scaFactor": "SMS_OTP" })).send().await.expect(200);
    }
}

journey! {
    async fn a_refused_rate_uses_up_no_volume(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1_000_000).await;
        let euro = scene.euro_account().await;
        let limits = json!([{ "sending": "USD", "daily_volume": 150_000 }]).to_string();
        act(service, "setting set", with(&scene.platform, json!({ "name": "corridor_limits", "value": limits }))).await;
        scene.platform.freeze().await;
        let first = scene.quote(&euro, 100_000).await;
        let second = scene.quote(&euro, 100_000).await;
        let third = scene.quote(&euro, 100_000).await;

        service.rail.refuse_rates(true);
        scene.execute(&first).send().await.expect_error(409, "QUOTE_RATE_UNAVAILABLE");
        service.rail.refuse_rates(false);
        scene.execute(&second).send().await.expect(200);

        // An exhausted daily volume is reported before the rate.
        service.rail.refuse_rates(true);
        scene.execute(&third).send().await.expect_error(429, "DAILY_VOLUME_LIMIT_EXCEEDED");
        assert_eq!(scene.payment(&third).await["status"], "PENDING");
    }
}

journey! {
    async fn missing_payer_details_are_named(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 1_000).await;
        let euro = scene.euro_account().await;
        let earlier = scene.quote(&euro, 1_000).await;
        let required = json!({ "USD": { "customer": ["BIRTH_DATE", "NATIONALITY"], "counterparty": [] } }).to_string();
        act(service, "setting set", with(platform, json!({ "name": "provider_required_fields", "value": required }))).await;
        let lacking = json!(["birthDate", "nationality"]);

        let ask = |destination: &str| platform.post("/quotes").json(&scene.transfer(destination, "SENDING", 1_000)).send();
        let error = ask(&euro).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(error["details"]["missingFields"], lacking);
        let error = scene.execute(&earlier).send().await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(error["details"]["missingFields"], lacking);

        // A currency that is not enabled is reported first.
        let dollars = json!({ "currencyCode": "USD", "minAmount": 1, "maxAmount": 10_000,
            "requiredCounterpartyFields": [], "enabledTransactionTypes": ["INCOMING"] });
        platform.patch("/config").json(&json!({ "supportedCurrencies": [dollars] })).send().await.expect(200);
        ask(&euro).await.expect_error(400, "INVALID_CURRENCY");
    }
}

journey! {
    async fn a_slow_rail_says_from_the_beginning_when_it_settles(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 1_000).await;
        platform.freeze().await;
        let dollars = platform.dollar_account(&scene.alice, "111").await;
        let mut body = scene.transfer(&dollars, "SENDING", 1_000);
        body["destination"]["paymentRail"] = json!("ACH");
        let quote = platform.post("/quotes").json(&body).send().await.expect(201);

        let said = |payment: &serde_json::Value| {
            let at = |member: &str| text(&payment[member]).parse::<Time>().expect("an instant");
            let ahead = at("expectedSettlementAt").since(at("createdAt"));
            assert!(ahead > Duration::from_hours(24), "{ahead:?}");
            assert_eq!(payment["settlementTimelineSeconds"], json!(ahead.as_secs()));
            at("expectedSettlementAt")
        };

        let expected = said(&scene.payment(&quote).await);
        assert_eq!(said(&scene.events().await.first("OUTGOING_PAYMENT.PENDING")), expected);
        platform.advance(Duration::from_mins(10)).await;
        scene.execute(&quote).send().await.expect(200);
        assert!(said(&scene.payment(&quote).await) >= expected);

        // An instant rail has no expected settlement time.
        let quote = scene.quote(&dollars, 1_000).await;
        assert!(scene.payment(&quote).await["expectedSettlementAt"].is_null());
    }
}
