//! Transfers to external accounts (money 10.3, 13.1).

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{Service, journey};
use crate::operator::acting::{act, with};
use crate::payments::books::sums;
use crate::payments::scene::{Scene, text};

/// Longer than a payout and its refund take together.
const SETTLEMENT_WAIT: Duration = Duration::from_secs(3);
const SOLANA: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

fn outgoing(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("OUTGOING_PAYMENT.{name}")).collect()
}

fn outcome(payment: &Value) -> Value {
    json!([payment["status"], payment["failureReason"], payment["refund"]["status"]])
}

/// Creates a scene with an amount in Alice's dollar account and a frozen clock.
async fn set_up(service: &Service, amount: i64) -> Scene {
    let scene = Scene::new(service).await;
    scene.platform.fund(&scene.usd, amount).await;
    scene.platform.freeze().await;
    scene.events().await;
    scene
}

async fn balance(service: &Service, code: &str, currency: &str) -> i64 {
    sums(service).await.get(&(code.to_owned(), currency.to_owned())).copied().unwrap_or_default()
}

journey! {
    async fn money_j23_transfer_out(service) {
        let scene = set_up(service, 50_000).await;
        let to = scene.platform.dollar_account(&scene.alice, "111").await;
        let body = json!({
            "source": { "accountId": scene.usd },
            "destination": { "accountId": to, "paymentRail": "ACH" },
            "amount": 12_550,
            "remittanceInformation": "INV-1",
        });
        let transfer = scene.platform.post("/transfer-out").json(&body).send().await.expect(201);
        let known = ["type", "direction", "status", "fees", "platformFees", "paymentRail", "railSelectionMode"];
        let known = known.map(|name| transfer[name].clone());
        assert_eq!(json!(known), json!(["OUTGOING", "DEBIT", "PENDING", 0, 0, "ACH", "MANUAL"]));
        assert_eq!((&transfer["sentAmount"]["amount"], &transfer["receivedAmount"]["amount"]), (&json!(12_550), &json!(12_550)));
        assert!(transfer["expectedSettlementAt"].is_string() && transfer.get("quoteId").is_none(), "{transfer}");
        assert_eq!((&transfer["customerId"], &transfer["source"]["accountId"]), (&scene.alice["id"], &json!(scene.usd)));
        assert_eq!(scene.balances().await, (37_450, 37_450), "debited at once");
        assert_eq!(balance(service, "PO", "USD").await, 12_550);

        scene.platform.advance(SETTLEMENT_WAIT).await;
        let payment = scene.transaction(&transfer["id"]).await;
        assert_eq!(outcome(&payment), json!(["COMPLETED", null, null]));
        assert!(payment["settledAt"].is_string());
        let events = scene.events().await;
        assert_eq!(events.about(&transfer["id"]), outgoing(&["PENDING", "PROCESSING", "COMPLETED"]));
        assert_eq!(events.about(&json!(scene.usd)), ["INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
        assert_eq!((balance(service, "PO", "USD").await, balance(service, "CA", "USD").await), (0, 12_550));

        let error = scene.transfer_out(&to, 100, Some("SEPA")).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "RAIL_NOT_SUPPORTED");
        let error = scene.transfer_out(&to, 37_451, None).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
        assert_eq!((&error["details"]["available"], &error["details"]["required"]), (&json!(37_450), &json!(37_451)));
        let mut long = body.clone();
        long["remittanceInformation"] = json!("x".repeat(81));
        scene.platform.post("/transfer-out").json(&long).send().await.expect_error(400, "INVALID_INPUT");

        for (suffix, failure) in [("004", "ACCOUNT_CANNOT_RECEIVE"), ("005", "QUOTE_EXECUTION_FAILED")] {
            let bad = scene.platform.dollar_account(&scene.alice, suffix).await;
            let transfer = scene.transfer_out(&bad, 450, None).send().await.expect(201);
            assert_eq!((&transfer["status"], scene.balances().await.0), (&json!("PENDING"), 37_000));
            let mut names = vec!["PENDING", "PROCESSING", "FAILED", "REFUND_PENDING", "REFUND_COMPLETED"];
            if suffix == "005" {
                scene.platform.advance(Duration::from_secs(29)).await;
                assert_eq!(scene.transaction(&transfer["id"]).await["status"], "PENDING");
                names.remove(1);
            }
            scene.platform.advance(SETTLEMENT_WAIT).await;
            let payment = scene.transaction(&transfer["id"]).await;
            assert_eq!(outcome(&payment), json!(["FAILED", failure, "COMPLETED"]), "{suffix}");
            assert_eq!(payment["refund"]["reason"], "TRANSACTION_FAILED");
            assert_eq!(scene.events().await.about(&transfer["id"]), outgoing(&names));
            assert_eq!(scene.balances().await, (37_450, 37_450));
        }
        assert_eq!(balance(service, "PO", "USD").await, 0);
    }
}

journey! {
    async fn a_transfer_that_the_rail_would_refuse_is_failed_from_the_start(service) {
        let scene = set_up(service, 1_000).await;
        for (suffix, failure) in [("002", "QUOTE_EXECUTION_FAILED"), ("003", "ACCOUNT_INVALID")] {
            let bad = scene.platform.dollar_account(&scene.alice, suffix).await;
            scene.transfer_out(&bad, 1_001, None).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
            let transfer = scene.transfer_out(&bad, 1_000, None).send().await.expect(201);
            assert_eq!(outcome(&transfer), json!(["FAILED", failure, null]), "{suffix}");
            scene.platform.advance(SETTLEMENT_WAIT).await;
            assert_eq!(scene.events().await.about(&transfer["id"]), outgoing(&["FAILED"]));
            assert_eq!(scene.transaction(&transfer["id"]).await, transfer);
        }
        assert_eq!(scene.balances().await, (1_000, 1_000), "no money was debited");

        let ok = scene.platform.dollar_account(&scene.alice, "111").await;
        service.rail.be_unreachable(true);
        scene.transfer_out(&ok, 1_001, None).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
        scene.transfer_out(&ok, 500, None).send().await.expect_error(500, "SVC_SWITCH_ERROR");
        service.rail.be_unreachable(false);
        let all = scene.platform.get("/transactions?type=OUTGOING").send().await.expect(200);
        assert_eq!(all["totalCount"], 2, "no transaction exists for a request that the rail did not answer");
    }
}

journey! {
    async fn source_and_destination_of_a_transfer_out_are_checked(service) {
        let scene = set_up(service, 5_000).await;
        let platform = &scene.platform;
        let to = platform.dollar_account(&scene.alice, "111").await;
        let euro = scene.euro_account().await;
        let reason = |error: Value| error["details"]["reason"].clone();
        let from = |source: &str, destination: &str| {
            let body = json!({ "source": { "accountId": source }, "destination": { "accountId": destination }, "amount": 500 });
            platform.post("/transfer-out").json(&body).send()
        };
        from(&scene.usd, &euro).await.expect_error(400, "INVALID_CURRENCY");

        let bob = platform.customer(&["USD"]).await;
        let theirs = platform.dollar_account(&bob, "112").await;
        assert_eq!(reason(from(&scene.usd, &theirs).await.expect_error(400, "INVALID_INPUT")), "OWNER_MISMATCH");
        let unknown_uuid = "0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
        from(&format!("InternalAccount:{unknown_uuid}"), &to).await.expect_error(404, "REFERENCE_NOT_FOUND");
        from(&scene.usd, &format!("ExternalAccount:{unknown_uuid}")).await.expect_error(404, "REFERENCE_NOT_FOUND");
        from(&to, &to).await.expect_error(400, "INVALID_INPUT");
        let wallet = platform.account_of(&scene.alice, "USDB").await;
        assert_eq!(reason(from(&wallet, &to).await.expect_error(400, "INVALID_INPUT")), "WALLET_SIGNATURE_REQUIRED");
        let nameless = json!({ "source": { "accountId": scene.usd }, "destination": { "accountId": to } });
        let error = platform.post("/transfer-out").json(&nameless).send().await.expect_error(400, "INVALID_AMOUNT");
        assert_eq!(error["details"]["field"], "amount");
        scene.transfer_out(&to, 0, None).send().await.expect_error(400, "INVALID_AMOUNT");

        let account = with(platform, json!({ "account": to }));
        act(service, "external-account disable", account.clone()).await;
        assert_eq!(reason(from(&scene.usd, &to).await.expect_error(400, "INVALID_INPUT")), "EXTERNAL_ACCOUNT_NOT_ACTIVE");
        act(service, "external-account enable", account).await;

        let account = with(platform, json!({ "account": scene.usd }));
        act(service, "account freeze", account.clone()).await;
        assert_eq!(reason(from(&scene.usd, &to).await.expect_error(400, "INVALID_INPUT")), "ACCOUNT_NOT_ACTIVE");
        act(service, "account release", account).await;

        let customer = with(platform, json!({ "customer": scene.alice["id"] }));
        act(service, "customer hold", customer.clone()).await;
        from(&scene.usd, &to).await.expect_error(403, "USER_NOT_READY");
        act(service, "customer release", customer).await;

        // The platform can pay any account, and its payment is listed for the customer who is paid.
        let own = platform.own_account("USD").await;
        platform.fund(&own, 500).await;
        let transfer = from(&own, &theirs).await.expect(201);
        assert_eq!(transfer["customerId"], platform.id.to_string());
        let found = platform.get(&format!("/transactions?type=OUTGOING&customerId={}", text(&bob["id"]))).send().await;
        assert_eq!(found.expect(200)["data"][0]["id"], transfer["id"]);
        platform.delete(&format!("/customers/external-accounts/{to}")).send().await.expect(204);
        from(&scene.usd, &to).await.expect_error(404, "REFERENCE_NOT_FOUND");
        platform.advance(SETTLEMENT_WAIT).await;
    }
}

journey! {
    async fn transfers_are_limited_by_size_and_by_day(service) {
        let scene = set_up(service, 1_000_000).await;
        let to = scene.platform.dollar_account(&scene.alice, "111").await;
        let refused_at_once = scene.platform.dollar_account(&scene.alice, "002").await;
        let limits = json!([{ "sending": "USD", "receiving": "USD", "single_maximum": 100_000, "daily_volume": 150_000 }]);
        let setting = json!({ "name": "corridor_limits", "value": limits.to_string() });
        act(service, "setting set", with(&scene.platform, setting)).await;
        scene.transfer_out(&to, 100_001, None).send().await.expect_error(400, "TRANSACTION_SIZE_LIMIT_EXCEEDED");

        // A transfer that was never debited does not count.
        scene.transfer_out(&refused_at_once, 100_000, None).send().await.expect(201);
        scene.transfer_out(&to, 100_000, None).send().await.expect(201);
        let response = scene.transfer_out(&to, 50_001, None).send().await;
        response.expect_error(429, "DAILY_VOLUME_LIMIT_EXCEEDED");
        let seconds: u64 = response.header("retry-after").unwrap().parse().unwrap();
        scene.transfer_out(&to, 50_000, None).send().await.expect(201);

        scene.platform.advance(Duration::from_secs(seconds)).await;
        scene.transfer_out(&to, 100_000, None).send().await.expect(201);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.balances().await.0, 750_000);

        let dollars = json!({ "currencyCode": "USD", "minAmount": 100, "maxAmount": 10_000,
            "requiredCounterpartyFields": [], "enabledTransactionTypes": ["OUTGOING"] });
        scene.platform.patch("/config").json(&json!({ "supportedCurrencies": [dollars] })).send().await.expect(200);
        for amount in [99, 10_001, 99_999_999] {
            scene.transfer_out(&to, amount, None).send().await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
        }
        scene.transfer_in(&to, 500).send().await.expect_error(400, "INVALID_CURRENCY");
    }
}

journey! {
    async fn a_transfer_over_a_chain_pays_its_network(service) {
        let scene = Scene::new(service).await;
        let coins = scene.platform.account_of(&scene.alice, "USDC").await;
        scene.platform.fund(&coins, 3_000_000).await;
        scene.platform.freeze().await;
        let wallet = |address: &str| json!({ "customerId": scene.alice["id"], "currency": "USDC",
            "accountInfo": { "accountType": "SOLANA_WALLET", "address": address } });
        let create = |body: Value| scene.platform.post("/customers/external-accounts").json(&body).send();
        create(wallet("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")).await.expect_error(400, "INVALID_INPUT");
        let solana = create(wallet(SOLANA)).await.expect(201);
        scene.events().await;
        let send = |amount: i64, rail: Value| {
            let mut body = json!({ "source": { "accountId": coins }, "destination": { "accountId": solana["id"] }, "amount": amount });
            if rail.is_string() {
                body["destination"]["paymentRail"] = rail;
            }
            scene.platform.post("/transfer-out").json(&body).send()
        };

        let transfer = send(1_000_000, Value::Null).await.expect(201);
        let amounts = [&transfer["sentAmount"]["amount"], &transfer["receivedAmount"]["amount"], &transfer["fees"]];
        assert_eq!(json!(amounts), json!([1_000_000, 995_000, 5_000]));
        assert_eq!([&transfer["paymentRail"], &transfer["expectedSettlementAt"]], [&Value::Null, &Value::Null]);
        assert_eq!((balance(service, "PO", "USDC").await, balance(service, "CP", "USDC").await), (995_000, 5_000));

        scene.cancel(&transfer["id"]).send().await.expect_error(400, "INVALID_INPUT");
        send(5_000, Value::Null).await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
        send(10_000, json!("ACH")).await.expect_error(400, "INVALID_INPUT");

        scene.platform.advance(SETTLEMENT_WAIT).await;
        let payment = scene.transaction(&transfer["id"]).await;
        assert_eq!(payment["status"], "COMPLETED");
        assert_eq!(payment["destination"]["onChainTransaction"]["network"], "SOLANA");
        assert_eq!((balance(service, "CP", "USDC").await, balance(service, "CA", "USDC").await), (0, 1_000_000));

        // A transfer that is returned after its arrival is refunded whole; the network keeps its fee.
        act(service, "payment return", with(&scene.platform, json!({ "transaction": transfer["id"] }))).await;
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.transaction(&transfer["id"]).await), json!(["FAILED", "PAYOUT_RETURNED", "COMPLETED"]));
        assert_eq!(balance(service, "AV", "USDC").await, 3_000_000);
        assert_eq!((balance(service, "FE", "USDC").await, balance(service, "CA", "USDC").await), (-5_000, 5_000));
    }
}

journey! {
    async fn the_money_of_a_transfer_that_the_rail_keeps_waits_for_an_operator(service) {
        let scene = set_up(service, 1_000).await;
        let to = scene.platform.dollar_account(&scene.alice, "111").await;
        service.rail.get_stuck(true);
        service.rail.ignore_recalls(true);
        let transfer = scene.transfer_out(&to, 1_000, Some("WIRE")).send().await.expect(201);

        let payment = with(&scene.platform, json!({ "transaction": transfer["id"] }));
        act(service, "payment fail", payment.clone()).await;
        assert_eq!(act(service, "payment keep", payment.clone()).await.json["refund"], "FAILED");
        assert_eq!((balance(service, "SU", "USD").await, balance(service, "PO", "USD").await), (1_000, 0));
        assert_eq!(scene.balances().await.0, 0);
        act(service, "suspense resolve", payment).await;
        assert_eq!(scene.balances().await, (1_000, 1_000));

        service.rail.get_stuck(false);
        service.rail.ignore_recalls(false);
        scene.platform.advance(SETTLEMENT_WAIT).await;

        let names = outgoing(&["PENDING", "FAILED", "REFUND_PENDING", "REFUND_FAILED", "REFUND_COMPLETED"]);
        let mut sent = scene.events().await.about(&transfer["id"]);
        // The rail's report may have come before the operator's action.
        sent.retain(|name| !name.ends_with("PROCESSING"));
        assert_eq!(sent, names);
    }
}

journey! {
    async fn a_transfer_is_submitted_and_settled_once_despite_lost_and_repeated_reports(service) {
        let scene = set_up(service, 3_000).await;
        let to = scene.platform.dollar_account(&scene.alice, "111").await;
        service.rail.lose_answers(1);
        let lost = scene.transfer_out(&to, 1_000, None).send().await.expect(201);
        scene.platform.advance(Duration::from_secs(6)).await;
        assert_eq!(scene.events().await.about(&lost["id"]), outgoing(&["PENDING", "PROCESSING", "COMPLETED"]));

        // An operator settles the payment first, and the rail reports the same later.
        let transfer = scene.transfer_out(&to, 1_000, None).send().await.expect(201);
        let payment = with(&scene.platform, json!({ "transaction": transfer["id"] }));
        let settle = || act(service, "payment settle", payment.clone());
        assert_eq!(settle().await.json["status"], "COMPLETED");
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.events().await.about(&transfer["id"]), outgoing(&["PENDING", "PROCESSING", "COMPLETED"]));
        assert_eq!((balance(service, "CA", "USD").await, balance(service, "PO", "USD").await), (2_000, 0));

        // Concurrent transfers of more than the balance.
        let all = join_all((0..5).map(|_| scene.transfer_out(&to, 400, None).send())).await;
        let paid = all.iter().filter(|response| response.status == 201).count();
        assert_eq!((paid, scene.balances().await.0), (2, 200));
        scene.platform.advance(SETTLEMENT_WAIT).await;
    }
}
