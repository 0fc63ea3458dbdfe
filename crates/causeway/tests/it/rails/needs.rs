//! Data that a rail needs in its orders, and the texts that it carries: what does not fit is refused at the call, before
//! anything is written (rails 6).

use causeway_rail_protocol::operations::Call;
use causeway_testing::http::Response;
use causeway_testing::rails::{Exchange, Reply};
use serde_json::{Value, json};

use super::attached::{AMOUNT, AttachedScene, FUNDS, bank_account};
use crate::harness::Setup;
use crate::operator::acting::{act, with};
use crate::payments::scene::{text, transfer};

/// The needs of the corridors, one about each party.
const NEEDS: [&str; 2] = ["beneficiary.email", "originator.address.state"];

/// Has the adapter offer all corridors with this value of a member, and the service read it.
async fn offer(scene: &AttachedScene, member: &'static str, value: Value) {
    scene.adapter.lie(move |exchange: &Exchange, reply: &mut Reply| {
        if !matches!(exchange.call, Some(Call::Capabilities)) {
            return;
        }
        for list in ["payouts", "collections"] {
            for corridor in reply.body[list].as_array_mut().expect("corridors") {
                corridor[member] = value.clone();
            }
        }
    });
    scene.follow().await;
    scene.reload().await;
}

/// Calls everything that pays to an account at a bank or debits it, and returns the answers with the names of the calls.
async fn calls(scene: &AttachedScene, account: &str) -> Vec<(&'static str, Response)> {
    let post = |path: &str, body: &Value| scene.platform.post(path).json(body).send();
    let usd = &scene.platform.own_account("USD").await;
    let out = json!({
        "source": { "accountId": usd }, "destination": { "accountId": account }, "amount": AMOUNT,
    });
    let into = json!({
        "source": { "accountId": account }, "destination": { "accountId": usd }, "amount": AMOUNT,
    });
    let payout = transfer(usd, account, "SENDING", AMOUNT);
    let debit = transfer(account, usd, "SENDING", AMOUNT);
    vec![
        ("a transfer out", post("/transfer-out", &out).await),
        ("a transfer in", post("/transfer-in", &into).await),
        ("a quote to the account", post("/quotes", &payout).await),
        ("a quote from the account", post("/quotes", &debit).await),
    ]
}

/// Checks that nothing was written and no money was moved.
async fn expect_nothing(scene: &AttachedScene) {
    assert_eq!(scene.platform.get("/transactions").send().await.expect(200)["totalCount"], 0);
    assert_eq!(scene.balance().await, FUNDS);
}

/// Sets the state in the address of the platform, by which orders name it as the payer.
async fn set_state(scene: &AttachedScene) {
    let address = json!({
        "line1": "1 Main Street", "city": "New York", "state": "NY", "postalCode": "10001", "country": "US",
    });
    let identity = with(&scene.platform, json!({ "address": address.to_string() }));
    act(&scene.service, "platform set", identity).await;
    scene.reload().await;
}

/// Checks that data of payee and payer that a rail needs is missing at every call that would use the rail, that data of the
/// payee is asked for at the registration, and that a payment with all of it is taken.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_data_is_refused_before_the_debit() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let debits = json!({
        "rail": "bank", "corridor": "usd-debit", "account_type": "USD_ACCOUNT", "payment_rail": "ACH",
        "currency": "USD",
    });
    act(&scene.service, "rail-route set", debits).await;
    let early = scene.register("900000000").await;
    offer(&scene, "needs", json!(NEEDS)).await;
    for (name, response) in calls(&scene, &early).await {
        let refused = response.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(refused["details"]["missingFields"], json!(NEEDS), "{name}");
    }

    let mut account = bank_account("910000000");
    let register = |body: &Value| scene.platform.post("/platform/external-accounts").json(body).send();
    register(&account).await.expect_error(400, "INVALID_INPUT");
    account["accountInfo"]["beneficiary"]["email"] = json!("ledger@example.com");
    let account = register(&account).await.expect(201);
    scene.platform.settled().await;
    let enable = with(&scene.platform, json!({ "account": account["id"] }));
    act(&scene.service, "external-account enable", enable).await;
    let complete = text(&account["id"]).to_owned();
    for (name, response) in calls(&scene, &complete).await {
        let refused = response.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(refused["details"]["missingFields"], json!([NEEDS[1]]), "{name}");
    }
    expect_nothing(&scene).await;

    set_state(&scene).await;
    let payout = scene.payout_request(&complete).send().await.expect(201);
    scene.reaches(text(&payout["id"]), "COMPLETED").await;
    scene.service.finish().await;
}

/// Checks that a text which the rail does not carry whole is refused by transfer and by quote, that one of the maximum is
/// taken, and that a corridor without a maximum carries no text (rails 6).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_that_the_rail_does_not_carry_is_refused() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let account = scene.register("900000000").await;
    let usd = scene.platform.own_account("USD").await;
    let texts = async |remittance: &str| {
        let mut out = json!({
            "source": { "accountId": usd }, "destination": { "accountId": account }, "amount": AMOUNT,
        });
        let mut quote = transfer(&usd, &account, "SENDING", AMOUNT);
        out["remittanceInformation"] = json!(remittance);
        quote["remittanceInformation"] = json!(remittance);
        let out = scene.platform.post("/transfer-out").json(&out).send().await;
        [out, scene.platform.post("/quotes").json(&quote).send().await]
    };
    for (maximum, refused) in [(json!(7), "INV-12é4"), (Value::Null, "I")] {
        offer(&scene, "remittanceMaximum", maximum).await;
        for response in texts(refused).await {
            let refused = response.expect_error(400, "INVALID_INPUT");
            assert!(refused.to_string().contains("remittanceInformation"), "{refused}");
        }
    }
    expect_nothing(&scene).await;
    offer(&scene, "remittanceMaximum", json!(7)).await;
    for response in texts("INV-12é").await {
        response.expect(201);
    }
    scene.service.finish().await;
}
