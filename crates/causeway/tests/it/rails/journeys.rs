//! The journeys of payments over the adapter in Python, on both engines and over two processes.

use serde_json::{Value, json};

use super::adapter::Language;
use super::bank::reference;
use super::deployment::Engine;
use super::payer::text;
use super::scene::{FUNDS, RAIL, Scene};

/// Amount of a payment, in cents.
const AMOUNT: i64 = 30_000;

/// Declares a journey as three tests. Afterwards the ledger is verified.
macro_rules! rail_journey {
    ($(#[doc = $doc:literal])* async fn $name:ident($scene:ident) $body:block) => {
        $(#[doc = $doc])*
        mod $name {
            use super::*;

            async fn walk($scene: &Scene) $body

            async fn in_setup(engine: Engine) {
                let scene = Scene::start(engine, Language::Python).await;
                walk(&scene).await;
                scene.finish();
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                in_setup(Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                in_setup(Engine::Postgres).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn two_processes() {
                in_setup(Engine::TwoProcesses).await;
            }
        }
    };
}

rail_journey! {
    /// Checks that transfers out and in move the platform's balance and the bank's book by the same amounts.
    async fn transfers(scene) {
        let account = scene.register("900000000").await;
        let out = scene.pay_out(&account, AMOUNT).await;
        let paid = scene.reaches(&out, "COMPLETED").await;
        assert_eq!(paid["destination"]["accountId"], account.as_str(), "{paid}");
        assert!(paid["settledAt"].is_string(), "{paid}");
        scene.is_paid_once(&out, AMOUNT).await;
        assert_eq!(scene.balance().await, FUNDS - AMOUNT);

        let into = scene.pay("transfer-in", &account, &scene.account, 2 * AMOUNT).await;
        scene.reaches(&into, "COMPLETED").await;
        let [debit] = &scene.bank.payments_of(&reference('C', &into)).await[..] else { panic!("one debit") };
        assert_eq!((&debit["direction"], &debit["amount"]), (&json!("DEBIT"), &json!(2 * AMOUNT)));
        assert_eq!(scene.balance().await, FUNDS + AMOUNT);
        scene.books_agree().await;
    }
}

rail_journey! {
    /// Checks that a quote to a bank account is paid over the rail, at its price.
    async fn quote_to_a_bank_account(scene) {
        let account = scene.register("900000000").await;
        let body = json!({
            "source": { "sourceType": "ACCOUNT", "accountId": scene.account },
            "destination": { "destinationType": "ACCOUNT", "accountId": account },
            "lockedCurrencySide": "RECEIVING",
            "lockedCurrencyAmount": AMOUNT,
        });
        let quote = scene.client().post("/quotes").json(&body).send().await.expect(201);
        assert_eq!(quote["totalReceivingAmount"], AMOUNT, "{quote}");
        let execute = format!("/quotes/{}/execute", text(&quote["id"]));
        scene.client().post(&execute).send().await.expect(200);
        let payment = text(&quote["transactionId"]);
        let paid = scene.reaches(payment, "COMPLETED").await;
        assert_eq!(paid["receivedAmount"]["amount"], AMOUNT, "{paid}");
        scene.is_paid_once(payment, AMOUNT).await;
    }
}

rail_journey! {
    /// Checks that payouts that the bank refuses at once and after it took them are refunded, with their reasons.
    async fn failures_are_refunded(scene) {
        for (ending, reason) in [("003", "ACCOUNT_INVALID"), ("004", "ACCOUNT_CANNOT_RECEIVE"), ("002", "QUOTE_EXECUTION_FAILED")] {
            let account = scene.register(&format!("900000{ending}")).await;
            let payout = scene.pay_out(&account, AMOUNT).await;
            let refunded = scene.is_refunded(&payout).await;
            assert_eq!((&refunded["status"], &refunded["failureReason"]), (&json!("FAILED"), &json!(reason)), "{refunded}");
        }
        assert_eq!(scene.balance().await, FUNDS);
        scene.books_agree().await;
    }
}

rail_journey! {
    /// Checks that a payout that comes back, at once or days later, is refunded whole.
    async fn returns_are_refunded(scene) {
        let account = scene.register("900000005").await;
        let payout = scene.pay_out(&account, AMOUNT).await;
        scene.is_refunded(&payout).await;

        let good = scene.register("900000000").await;
        let later = scene.pay_out(&good, AMOUNT).await;
        scene.reaches(&later, "COMPLETED").await;
        scene.bank.send_back(&reference('P', &later), AMOUNT).await;
        let refunded = scene.is_refunded(&later).await;
        assert_eq!(refunded["failureReason"], "PAYOUT_RETURNED", "{refunded}");
        assert_eq!(scene.balance().await, FUNDS);
        scene.books_agree().await;
    }
}

rail_journey! {
    /// Checks that a return less a fee is refunded whole: the service bears the difference.
    async fn a_short_return_costs_the_service(scene) {
        let account = scene.register("900000007").await;
        let payout = scene.pay_out(&account, AMOUNT).await;
        scene.is_refunded(&payout).await;
        assert_eq!(scene.balance().await, FUNDS);
        let [paid] = &scene.bank.payments_of(&reference('P', &payout)).await[..] else { panic!("one payment") };
        assert!(paid["returned"].as_i64().is_some_and(|returned| returned < AMOUNT), "{paid}");
        let shown = scene.deployment.operate(&["payment", "show", &payout]);
        assert!(shown.to_string().contains("RETURN_SHORT"), "{shown}");
    }
}

rail_journey! {
    /// Checks that a payout by ACH is cancelled and refunded while the bank has not paid it, and not once it has settled.
    async fn cancels(scene) {
        scene.deployment.set_route(RAIL, "usd-ach", &[]);
        let open = scene.register("900000006").await;
        let payout = scene.pay_out_by_ach(&open, AMOUNT).await;
        scene.order_is(&payout, "ACCEPTED").await;
        scene.client().post(&format!("/transactions/{payout}/cancel")).send().await.expect(200);
        let refunded = scene.is_refunded(&payout).await;
        assert_eq!(refunded["refund"]["reason"], "USER_CANCELLATION", "{refunded}");
        let [barred] = &scene.bank.payments_of(&reference('P', &payout)).await[..] else { panic!("one payment") };
        assert_eq!((&barred["state"], &barred["settled"]), (&json!("CANCELLED"), &Value::Null));

        let good = scene.register("900000000").await;
        let settled = scene.pay_out_by_ach(&good, AMOUNT).await;
        scene.reaches(&settled, "COMPLETED").await;
        let cancel = scene.client().post(&format!("/transactions/{settled}/cancel")).send().await;
        assert_eq!(cancel.status, 409, "{cancel:?}");
        assert_eq!(scene.balance().await, FUNDS - AMOUNT);
        scene.books_agree().await;
    }
}

rail_journey! {
    /// Checks that operators see the order with its last record, and the signed answers that moved the payment.
    async fn operators_see_the_order(scene) {
        let account = scene.register("900000000").await;
        let payout = scene.pay_out(&account, AMOUNT).await;
        scene.reaches(&payout, "COMPLETED").await;
        let orders = scene.deployment.operate(&["rail-order", "show", &payout]);
        let order = &orders[0];
        assert_eq!((&order["rail"], &order["state"]), (&json!(RAIL), &json!("SETTLED")), "{orders}");
        assert_eq!(order["record"]["amount"]["amount"], AMOUNT, "{orders}");
        let evidence = scene.deployment.operate(&["rail-evidence", "show", &payout]);
        assert!(evidence.as_array().is_some_and(|answers| !answers.is_empty()), "{evidence}");
        let shown = scene.deployment.operate(&["payment", "show", &payout]);
        assert!(shown.to_string().contains("usd-instant"), "{shown}");
    }
}
