//! Payments to UMA addresses (money 8, 13.1: the counterparties of the sandbox).

use std::time::Duration;

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{Platform, journey};
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text};

pub(crate) fn simulated(user: &str) -> String {
    format!("${user}@sandbox.uma.test")
}

/// Looks an address up for a customer and returns the lookup's id.
async fn look_up(platform: &Platform, address: &str, customer: &Value) -> String {
    let path = format!(
        "/receiver/uma/{}?customerId={}",
        address.replace('$', "%24").replace('@', "%40"),
        text(&customer["id"])
    );
    text(&platform.get(&path).send().await.expect(200)["lookupId"]).to_owned()
}

/// Builds the body of a quote from Alice's dollar account to an address.
fn quote_body(scene: &Scene, address: &str, lookup: &str, side: &str, amount: i64) -> Value {
    json!({
        "lookupId": lookup,
        "source": { "sourceType": "ACCOUNT", "accountId": scene.usd },
        "destination": { "destinationType": "UMA_ADDRESS", "umaAddress": address },
        "lockedCurrencySide": side,
        "lockedCurrencyAmount": amount,
    })
}

/// Executes a quote from Alice's dollar account to a simulated counterparty, and returns the quote.
pub(crate) async fn pay(scene: &Scene, user: &str, amount: i64) -> Value {
    let address = simulated(user);
    let lookup = look_up(&scene.platform, &address, &scene.alice).await;
    let body = quote_body(scene, &address, &lookup, "SENDING", amount);
    let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
    scene.execute(&quote).send().await.expect(200);
    quote
}

journey! {
    async fn money_j27_uma_lookup_and_send(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 100_000).await;
        let to = simulated("success.eur");
        let lookup = look_up(platform, &to, &scene.alice).await;
        let body = quote_body(&scene, &to, &lookup, "SENDING", 10_000);
        let quote = platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!(quote["destination"], json!({ "destinationType": "UMA_ADDRESS", "umaAddress": to, "currency": "EUR" }));
        assert_eq!((&quote["totalReceivingAmount"], &quote["feesIncluded"]), (&json!(9_154), &json!(50)));
        assert!(quote["counterpartyInformation"].is_null(), "the platform asks for nothing");

        scene.events().await;
        assert_eq!(scene.execute(&quote).send().await.expect(200)["status"], "PROCESSING");
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        let events = scene.events().await;
        assert_eq!(events.about(&quote["transactionId"]), ["OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"]);

        let payment = scene.payment(&quote).await;
        assert_eq!((&payment["status"], &payment["destination"]["destinationType"]), (&json!("COMPLETED"), &json!("UMA_ADDRESS")));
        assert_eq!([&payment["senderUmaAddress"], &payment["receiverUmaAddress"]], [&scene.alice["umaAddress"], &json!(to)]);
        assert_eq!([&payment["paymentRail"], &payment["expectedSettlementAt"]], [&Value::Null, &Value::Null]);
        assert!(payment["rateDetails"]["svcApiMultiplier"].is_number());
        assert_eq!(scene.balances().await, (90_000, 90_000));

        for key in ["accountIdentifier", "receiverAccountIdentifier"] {
            let path = format!("/transactions?{key}={}", to.replace('$', "%24").replace('@', "%40"));
            assert_eq!(platform.get(&path).send().await.expect(200)["data"], json!([payment]), "{key}");
        }
        scene.cancel(&payment["id"]).send().await.expect_error(400, "INVALID_INPUT");

        let mut without = body.clone();
        without.as_object_mut().expect("an object").remove("lookupId");
        let refused = platform.post("/quotes").json(&without).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(refused["details"]["errors"][0]["field"], "lookupId");
        let other = quote_body(&scene, &simulated("success.usd"), &lookup, "SENDING", 10_000);
        platform.post("/quotes").json(&other).send().await.expect_error(400, "INVALID_RECEIVER");
        let path = format!("/receiver/uma/%24nobody%40sandbox.uma.test?customerId={}", text(&scene.alice["id"]));
        platform.get(&path).send().await.expect_error(404, "UMA_NOT_FOUND");
        platform.get("/receiver/uma/bob%40x").send().await.expect_error(400, "INVALID_UMA_ADDRESS");

        let quote = pay(&scene, "fail.compliance.usd", 10_000).await;
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.REFUND_COMPLETED").await;
        let events = scene.events().await;
        let failed = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.FAILED",
            "OUTGOING_PAYMENT.REFUND_PENDING", "OUTGOING_PAYMENT.REFUND_COMPLETED"];
        assert_eq!(events.about(&quote["transactionId"]), failed);
        let payment = scene.payment(&quote).await;
        assert_eq!([&payment["status"], &payment["failureReason"]], ["FAILED", "COMPLIANCE_REJECTED"]);
        assert_eq!([&payment["refund"]["status"], &payment["refund"]["reason"]], ["COMPLETED", "TRANSACTION_FAILED"]);
        assert_eq!(scene.balances().await, (90_000, 90_000));

        let to = simulated("require.fields.usd");
        let lookup = look_up(platform, &to, &scene.alice).await;
        let mut body = quote_body(&scene, &to, &lookup, "SENDING", 10_000);
        let refused = platform.post("/quotes").json(&body).send().await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(refused["details"]["missingFields"], json!(["BIRTH_DATE"]), "her name is known");
        body["senderCustomerInfo"] = json!({ "BIRTH_DATE": null, "NATIONALITY": "US" });
        platform.post("/quotes").json(&body).send().await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        body["senderCustomerInfo"] = json!({ "BIRTH_DATE": "1990-01-15" });
        platform.post("/quotes").json(&body).send().await.expect(201);

        platform.freeze().await;
        let lookup = look_up(platform, &to, &scene.alice).await;
        platform.advance(Duration::from_mins(15)).await;
        body["lookupId"] = json!(lookup);
        platform.post("/quotes").json(&body).send().await.expect_error(404, "LOOKUP_REQUEST_NOT_FOUND");
    }
}

journey! {
    async fn a_counterparty_that_takes_six_minutes(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        scene.platform.freeze().await;
        let quote = pay(&scene, "pending.long.usd", 10_000).await;
        scene.platform.advance(Duration::from_mins(5)).await;
        assert_eq!(scene.payment(&quote).await["status"], "PROCESSING");
        scene.platform.advance(Duration::from_secs(90)).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
    }
}

journey! {
    async fn lookup_amount_and_currency_of_a_uma_quote_are_checked(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let to = simulated("success.eur");
        let lookup = look_up(platform, &to, &scene.alice).await;
        let body = quote_body(&scene, &to, &lookup, "RECEIVING", 9_200);
        let quote = platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!((&quote["totalReceivingAmount"], &quote["totalSendingAmount"]), (&json!(9_200), &json!(10_050)));

        let ask = async |change: fn(&mut Value)| {
            let mut body = body.clone();
            change(&mut body);
            platform.post("/quotes").json(&body).send().await
        };
        ask(|body| body["destination"]["currency"] = json!("USD")).await.expect_error(400, "INVALID_CURRENCY");
        ask(|body| body["destination"]["currency"] = json!("EUR")).await.expect(201);
        ask(|body| body["destination"]["umaAddress"] = json!("$SUCCESS.EUR@Sandbox.UMA.test")).await.expect(201);
        ask(|body| body["destination"]["umaAddress"] = json!("bob")).await.expect_error(400, "INVALID_UMA_ADDRESS");
        ask(|body| body["lockedCurrencyAmount"] = json!(10_000_001)).await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
        ask(|body| body["lookupId"] = json!("Lookup:01890a5d-ac96-774b-bcce-b302099a8057")).await
            .expect_error(404, "LOOKUP_REQUEST_NOT_FOUND");
        ask(|body| body["lookupId"] = json!("abc")).await.expect_error(400, "INVALID_INPUT");

        // A lookup is checked for accounts too, if it is given.
        let euro = scene.euro_account().await;
        let mut account = scene.transfer(&euro, "SENDING", 1_000);
        account["lookupId"] = json!(lookup);
        platform.post("/quotes").json(&account).send().await.expect_error(400, "INVALID_RECEIVER");
        let current_lookup = platform.get(&format!("/receiver/external-account/{euro}")).send().await.expect(200);
        account["lookupId"] = current_lookup["lookupId"].clone();
        platform.post("/quotes").json(&account).send().await.expect(201);
        account["lookupId"] = json!("Lookup:01890a5d-ac96-774b-bcce-b302099a8057");
        platform.post("/quotes").json(&account).send().await.expect_error(404, "LOOKUP_REQUEST_NOT_FOUND");

        // Another platform's lookup is unknown.
        let stranger = service.platform_with(&["USD"]).await;
        let theirs = stranger.customer(&["USD"]).await;
        let foreign = look_up(&stranger, &to, &theirs).await;
        let mut body = body.clone();
        body["lookupId"] = json!(foreign);
        platform.post("/quotes").json(&body).send().await.expect_error(404, "LOOKUP_REQUEST_NOT_FOUND");

        // An operator's decision after the lookup counts.
        body["lookupId"] = json!(lookup);
        act(service, "uma-provider block", with(platform, json!({ "domain": "sandbox.uma.test" }))).await;
        platform.post("/quotes").json(&body).send().await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
    }
}

journey! {
    async fn required_receiver_details_are_shown_or_the_quote_is_refused(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 50_000).await;
        let asks = |name: &str, mandatory: bool| json!({ "supportedCurrencies": [{
            "currencyCode": "USD", "minAmount": 1, "maxAmount": 10_000_000,
            "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
            "requiredCounterpartyFields": [{ "name": name, "mandatory": mandatory }] }] });
        let to = simulated("success.usd");
        let lookup = look_up(platform, &to, &scene.alice).await;
        let mut body = quote_body(&scene, &to, &lookup, "SENDING", 1_000);

        platform.patch("/config").json(&asks("FULL_NAME", true)).send().await.expect(200);
        body["immediatelyExecute"] = json!(true);
        let quote = platform.post("/quotes").json(&body).send().await.expect(201);
        let known = json!({ "FULL_NAME": "Sandbox Receiver" });
        assert_eq!((&quote["status"], &quote["counterpartyInformation"]), (&json!("PROCESSING"), &known));
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        let payment = scene.payment(&quote).await;
        assert_eq!((&payment["status"], &payment["counterpartyInformation"]), (&json!("COMPLETED"), &known));

        platform.patch("/config").json(&asks("TAX_ID", false)).send().await.expect(200);
        let quote = platform.post("/quotes").json(&body).send().await.expect(201);
        assert!(quote["counterpartyInformation"].is_null(), "the counterparty's information was not sent");
        platform.patch("/config").json(&asks("TAX_ID", true)).send().await.expect(200);
        platform.post("/quotes").json(&body).send().await.expect_error(400, "INVALID_PAYREQ_RESPONSE");
    }
}

journey! {
    /// Checks that money paid in for a quote goes on to the address by itself, and back to its payer if it is
    /// refused there.
    async fn real_time_funding_of_an_address(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        for (user, status) in [("success.eur", "COMPLETED"), ("fail.compliance.usd", "FAILED")] {
            let last = if status == "FAILED" { "REFUND_COMPLETED" } else { status };
            let to = simulated(user);
            let lookup = look_up(platform, &to, &scene.alice).await;
            let mut body = quote_body(&scene, &to, &lookup, "SENDING", 10_000);
            body["source"] = json!({ "sourceType": "REALTIME_FUNDING", "customerId": scene.alice["id"], "currency": "USD" });
            let quote = platform.post("/quotes").json(&body).send().await.expect(201);
            scene.execute(&quote).send().await.expect_error(400, "INVALID_INPUT");
            let paid = json!({ "quoteId": quote["id"], "currencyCode": "USD" });
            platform.post("/sandbox/send").json(&paid).send().await.expect(200);
            scene.webhooks.wait_for_event(&format!("OUTGOING_PAYMENT.{last}")).await;
            let payment = scene.payment(&quote).await;
            assert_eq!(payment["status"], status);
            assert_eq!(payment["refund"]["status"], if status == "FAILED" { json!("COMPLETED") } else { Value::Null });
        }
    }
}

journey! {
    /// Checks that a platform without an endpoint cannot be paid, not in production either.
    async fn a_platform_without_an_endpoint_takes_no_payments(service) {
        let scene = Scene::new(service).await;
        let other = service.platform_with(&["USD"]).await;
        let bob = other.customer(&["USD"]).await;
        let to = text(&bob["umaAddress"]).to_owned();
        let lookup = look_up(&scene.platform, &to, &scene.alice).await;
        let body = quote_body(&scene, &to, &lookup, "SENDING", 1_000);
        scene.platform.post("/quotes").json(&body).send().await.expect_error(424, "PAYREQ_REQUEST_FAILED");
        let own = text(&scene.alice["umaAddress"]).to_owned();
        let path = format!("/receiver/uma/{}", own.replace('$', "%24").replace('@', "%40"));
        let lookup = scene.platform.get(&path).send().await.expect(200);
        let body = quote_body(&scene, &own, text(&lookup["lookupId"]), "SENDING", 1_000);
        scene.platform.post("/quotes").json(&body).send().await.expect_error(400, "SELF_PAYMENT");

        let production = service.platform(Environment::Production).await;
        act(service, "setting set", with(&production, json!({ "name": "regulated", "value": "on" }))).await;
        let body = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": ["USD"] });
        let jane = production.post("/customers").json(&body).send().await.expect(201);
        let jane = production.get(&format!("/customers/{}", text(&jane["id"]))).send().await.expect(200);
        let to = text(&jane["umaAddress"]).to_owned();
        let path = format!("/receiver/uma/{}", to.replace('$', "%24").replace('@', "%40"));
        let lookup = production.get(&path).send().await.expect(200);
        let body = json!({ "lookupId": lookup["lookupId"],
            "source": { "sourceType": "ACCOUNT", "accountId": production.own_account("USD").await },
            "destination": { "destinationType": "UMA_ADDRESS", "umaAddress": to },
            "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1_000 });
        production.post("/quotes").json(&body).send().await.expect_error(424, "PAYREQ_REQUEST_FAILED");
    }
}
