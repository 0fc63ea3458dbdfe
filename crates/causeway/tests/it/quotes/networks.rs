//! Payouts over chains whose networks charge a fee (money 6.2, 7.3).

use serde_json::{Value, json};

use crate::harness::{journey, on_engines};
use crate::payments::scene::{Scene, text};

const EVM: &str = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
/// Address with the suffix of a payout that fails and is refunded (money 13.1).
const FAILING: &str = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1be004";
const SOLANA: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

async fn wallet(scene: &Scene, account_type: &str, currency: &str, address: &str) -> String {
    let place = if account_type == "LIGHTNING" { "lightningAddress" } else { "address" };
    let body = json!({ "customerId": scene.alice["id"], "currency": currency,
        "accountInfo": { "accountType": account_type, place: address } });
    let account = scene.platform.post("/customers/external-accounts").json(&body).send().await.expect(201);
    text(&account["id"]).to_owned()
}

/// Quotes a transfer and returns its sent amount, received amount, total fees and network fee.
async fn priced(scene: &Scene, to: &str, side: &str, amount: i64) -> [i64; 4] {
    let body = scene.transfer(to, side, amount);
    let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
    amounts_of(&quote)
}

fn amounts_of(quote: &Value) -> [i64; 4] {
    let details = &quote["rateDetails"];
    [
        &quote["totalSendingAmount"],
        &quote["totalReceivingAmount"],
        &quote["feesIncluded"],
        &details["counterpartyFixedFee"],
    ]
    .map(|amount| amount.as_i64().expect("an amount"))
}

on_engines! {
    async fn a_network_takes_its_fee_on_both_lock_sides(service) {
        let scene = Scene::new(service).await;
        for (account_type, address, sending, receiving) in [
            // A network fee of half a cent costs one cent of the sending currency.
            ("SOLANA_WALLET", SOLANA, [1_000, 9_990_000, 1, 5_000], [1_001, 10_000_000, 1, 5_000]),
            ("BASE_WALLET", EVM, [1_000, 10_000_000, 0, 2_500], [1_000, 10_000_000, 0, 2_500]),
            ("POLYGON_WALLET", EVM, [1_000, 10_000_000, 0, 1_500], [1_000, 10_000_000, 0, 1_500]),
            ("ETHEREUM_WALLET", EVM, [1_000, 8_750_000, 125, 1_250_000], [1_125, 10_000_000, 125, 1_250_000]),
        ] {
            let to = wallet(&scene, account_type, "USDC", address).await;
            assert_eq!(priced(&scene, &to, "SENDING", 1_000).await, sending, "{account_type}");
            assert_eq!(priced(&scene, &to, "RECEIVING", 10_000_000).await, receiving, "{account_type}");
        }

        for (account_type, address, network) in [("PLASMA_WALLET", EVM, 0), ("TRON_WALLET", TRON, 2_000_000)] {
            let to = wallet(&scene, account_type, "USDT", address).await;
            let fee = network / 10_000;
            assert_eq!(priced(&scene, &to, "SENDING", 1_000).await, [1_000, (1_000 - fee) * 10_000, fee, network]);
        }

        let lightning = wallet(&scene, "LIGHTNING", "BTC", "ada@wallet.example.com").await;
        // 50 basis points of 122 cents, and 10 satoshis, which are 1.2 cents.
        assert_eq!(priced(&scene, &lightning, "RECEIVING", 1_000).await, [123, 1_000, 2, 10]);

        let ethereum = wallet(&scene, "ETHEREUM_WALLET", "USDT", EVM).await;
        let body = scene.transfer(&ethereum, "SENDING", 125);
        let response = scene.platform.post("/quotes").json(&body).send().await;
        response.expect_error(400, "AMOUNT_OUT_OF_RANGE");
    }
}

journey! {
    async fn a_network_is_paid_with_the_payout_and_refunded_with_it(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        let good = wallet(&scene, "ETHEREUM_WALLET", "USDC", EVM).await;
        let bad = wallet(&scene, "ETHEREUM_WALLET", "USDC", FAILING).await;
        scene.events().await;

        let quote = scene.quote(&good, 1_000).await;
        scene.execute(&quote).send().await.expect(200);
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        let payment = scene.payment(&quote).await;
        assert_eq!([&payment["fees"], &payment["receivedAmount"]["amount"]], [&json!(125), &json!(8_750_000)]);
        assert_eq!(scene.balances().await, (9_000, 9_000));

        let quote = scene.quote(&bad, 1_000).await;
        scene.execute(&quote).send().await.expect(200);
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.REFUND_COMPLETED").await;
        assert_eq!(scene.balances().await, (9_000, 9_000), "the network's fee comes back too");
    }
}
