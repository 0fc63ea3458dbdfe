//! Payments of Lightning invoices (money 4.7).

use std::time::Duration;

use causeway_testing::http::Request;
use causeway_testing::wait;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use super::bolt11::{EXPIRY, account, invoice, written};
use super::paying_in::{SETTLEMENT_WAIT, dollars, pay};
use crate::harness::{Service, journey};
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text, transfer};

/// Creates a scene with bitcoin on the platform's own account, and a frozen clock. Also returns that account.
async fn set_up(service: &Service) -> (Scene, String) {
    let scene = Scene::new(service).await;
    let own = scene.platform.own_account("BTC").await;
    scene.platform.fund(&own, 1_000_000).await;
    scene.platform.freeze().await;
    (scene, own)
}

fn send(scene: &Scene, own: &str, to: &str, amount: Option<i64>) -> Request {
    let mut body = json!({ "source": { "accountId": own }, "destination": { "accountId": to } });
    if let Some(amount) = amount {
        body["amount"] = json!(amount);
    }
    scene.platform.post("/transfer-out").json(&body)
}

fn quote(scene: &Scene, own: &str, to: &str, side: &str, amount: i64) -> Request {
    scene.platform.post("/quotes").json(&transfer(own, to, side, amount))
}

async fn balance(scene: &Scene, own: &str) -> i64 {
    let all = scene.platform.get("/platform/internal-accounts?currency=BTC").send().await.expect(200);
    assert_eq!(all["data"][0]["id"], own);
    all["data"][0]["balance"]["amount"].as_i64().expect("an amount")
}

fn reason(error: &Value) -> &Value {
    &error["details"]["reason"]
}

journey! {
    async fn the_fixed_amount_of_an_invoice_arrives(service) {
        let (scene, own) = set_up(service).await;
        let fixed = account(&scene, &invoice(&scene, "lnbc420u", 1).await, None).await;
        for other in [42_010, 41_999, 1] {
            send(&scene, &own, &fixed, Some(other)).send().await.expect_error(400, "INVALID_AMOUNT");
        }
        for (side, other) in [("RECEIVING", 41_999), ("RECEIVING", 42_001), ("SENDING", 42_000), ("SENDING", 42_011)] {
            let error = quote(&scene, &own, &fixed, side, other).send().await.expect_error(400, "INVALID_AMOUNT");
            assert_eq!(error["details"]["errors"][0]["field"], "lockedCurrencyAmount");
        }

        for (side, amount) in [("RECEIVING", 42_000), ("SENDING", 42_010)] {
            let quote = quote(&scene, &own, &fixed, side, amount).send().await.expect(201);
            assert_eq!((&quote["totalReceivingAmount"], &quote["totalSendingAmount"]), (&json!(42_000), &json!(42_010)));
        }

        let quote = send(&scene, &own, &fixed, Some(42_000)).send().await.expect(201);
        let amounts = [&quote["sentAmount"]["amount"], &quote["receivedAmount"]["amount"], &quote["fees"]];
        assert_eq!(json!(amounts), json!([42_010, 42_000, 10]));
        assert_eq!(balance(&scene, &own).await, 1_000_000 - 42_010);

        // A fraction of a satoshi is rounded up, and the request needs no amount.
        let odd = account(&scene, &invoice(&scene, "lnbc123450p", 2).await, None).await;
        assert_eq!(send(&scene, &own, &odd, None).send().await.expect(201)["receivedAmount"]["amount"], 13);

        let open = account(&scene, &invoice(&scene, "lnbc", 3).await, None).await;
        send(&scene, &own, &open, None).send().await.expect_error(400, "INVALID_AMOUNT");
        let open = send(&scene, &own, &open, Some(1_010)).send().await.expect(201);
        assert_eq!((&open["sentAmount"]["amount"], &open["receivedAmount"]["amount"]), (&json!(1_010), &json!(1_000)));
    }
}

journey! {
    async fn an_invoice_ends(service) {
        let (scene, own) = set_up(service).await;
        let short = invoice(&scene, "lnbc420u", 1).await;
        let to = account(&scene, &short, None).await;
        scene.platform.advance(Duration::from_secs(EXPIRY - 60)).await;
        let new_quote = quote(&scene, &own, &to, "RECEIVING", 42_000).send().await.expect(201);
        let at = |name: &str| text(&new_quote[name]).parse::<causeway_domain::Time>().expect("a time");
        let window = at("expiresAt").since(at("createdAt"));
        assert!(window <= Duration::from_secs(60) && window > Duration::from_secs(50), "{new_quote}");

        scene.platform.advance(Duration::from_secs(60)).await;
        scene.execute(&new_quote).send().await.expect_error(409, "QUOTE_EXPIRED");
        for expired in [
            quote(&scene, &own, &to, "RECEIVING", 42_000),
            send(&scene, &own, &to, None),
            send(&scene, &own, &to, Some(42_000)),
            scene.platform.get(&format!("/receiver/external-account/{to}?customerId={}", text(&scene.alice["id"]))),
        ] {
            assert_eq!(reason(&expired.send().await.expect_error(400, "INVALID_INPUT")), "INVOICE_EXPIRED");
        }

        // An invoice issued long ago can be registered but not paid.
        let old = account(&scene, &written("lnbc420u", 1_700_000_000, 86_400, 2), None).await;
        assert_eq!(reason(&send(&scene, &own, &old, None).send().await.expect_error(400, "INVALID_INPUT")), "INVOICE_EXPIRED");
        assert_eq!(balance(&scene, &own).await, 1_000_000);
    }
}

journey! {
    /// Pays an invoice through two external accounts with one payment hash: the platform's and a customer's.
    async fn an_invoice_is_paid_once(service) {
        let (scene, own) = set_up(service).await;
        let bob = scene.platform.customer(&["USD"]).await;
        for payment in 1..4 {
            let invoice = invoice(&scene, "lnbc420u", payment).await;
            let upper = invoice.to_uppercase();
            let to = [account(&scene, &invoice, None).await, account(&scene, &upper, Some(&bob)).await];
            let before = balance(&scene, &own).await;

            let quoted = quote(&scene, &own, &to[0], "RECEIVING", 42_000).send().await.expect(201);
            let sends = join_all((0..6).map(|at| send(&scene, &own, &to[at % 2], None).send()));
            let (responses, executed) = join(sends, scene.execute(&quoted).send()).await;
            let all = responses.iter().chain([&executed]);
            let paid = all.clone().filter(|response| response.status < 300).count();
            assert_eq!(paid, 1, "{responses:?} {executed:?}");
            for refused in all.filter(|response| response.status >= 300) {
                assert_eq!(reason(&refused.expect_error(409, "CONFLICT")), "INVOICE_PAID");
            }
            assert_eq!(balance(&scene, &own).await, before - 42_010);
            let late_quote = quote(&scene, &own, &to[1], "RECEIVING", 42_000).send().await.expect_error(409, "CONFLICT");
            assert_eq!(reason(&late_quote), "INVOICE_PAID");
        }
    }
}

journey! {
    async fn a_payment_that_fails_leaves_its_invoice_to_another(service) {
        let (scene, own) = set_up(service).await;
        let invoice = invoice(&scene, "lnbc420u", 1).await;
        let to = account(&scene, &invoice, None).await;

        service.rail.get_stuck(true);
        let first = send(&scene, &own, &to, None).send().await.expect(201);
        assert_eq!(reason(&send(&scene, &own, &to, None).send().await.expect_error(409, "CONFLICT")), "INVOICE_PAID");
        act(service, "payment fail", with(&scene.platform, json!({ "transaction": first["id"] }))).await;
        service.rail.get_stuck(false);
        assert_eq!(scene.transaction(&first["id"]).await["status"], "FAILED");
        // Until the rail has released the money, it could still pay.
        scene.platform.advance(SETTLEMENT_WAIT).await;
        wait::until("the refund", wait::PATIENCE, || async {
            let payment = scene.transaction(&first["id"]).await;
            if payment["refund"]["status"] == "COMPLETED" { Ok(()) } else { Err(payment.to_string()) }
        })
        .await;

        let sends = join_all((0..4).map(|_| send(&scene, &own, &to, None).send())).await;
        assert_eq!(sends.iter().filter(|response| response.status == 201).count(), 1, "{sends:?}");
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(balance(&scene, &own).await, 1_000_000 - 42_010);

        // No other platform of the environment can pay the same invoice.
        let (other, others) = set_up(service).await;
        let to = account(&other, &invoice, None).await;
        assert_eq!(reason(&send(&other, &others, &to, None).send().await.expect_error(409, "CONFLICT")), "INVOICE_PAID");
    }
}

journey! {
    async fn money_for_an_invoice_that_is_paid_goes_back(service) {
        let (scene, own) = set_up(service).await;
        let to = account(&scene, &invoice(&scene, "lnbc420u", 1).await, None).await;
        let body = json!({
            "source": dollars(&scene),
            "destination": { "destinationType": "ACCOUNT", "accountId": to },
            "lockedCurrencySide": "RECEIVING",
            "lockedCurrencyAmount": 42_000,
        });
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);

        send(&scene, &own, &to, None).send().await.expect(201);
        assert_eq!(pay(&scene, &quote, None).await["status"], "FAILED");
        scene.platform.advance(SETTLEMENT_WAIT).await;
        let payment = scene.payment(&quote).await;
        let outcome = json!([payment["status"], payment["failureReason"], payment["refund"]["status"]]);
        assert_eq!(outcome, json!(["FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED"]));
    }
}
