//! Fees of withdrawals of crypto assets (money 7.3).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{Platform, journey, on_engines};
use crate::payments::scene::{Scene, text, transfer};

const EVM: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const SOLANA: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const SPARK: &str = "spark1pgss8fw3zyytsd9jx3yqqmg7djm8t4yrsgqqsyqcyq5rq002";
const BITCOIN: &str = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

fn withdrawal(account: &str, currency: &str, network: &str, address: &str, amount: i64) -> Value {
    json!({
        "internalAccountId": account, "currency": currency, "cryptoNetwork": network, "amount": amount,
        "destinationAddress": address,
    })
}

async fn ask(platform: &Platform, body: &Value) -> causeway_testing::http::Response {
    platform.post("/crypto/estimate-withdrawal-fee").json(body).send().await
}

on_engines! {
    async fn every_network_charges_its_listed_fee(service) {
        let platform = service.platform_with(&["USD", "USDC", "USDT", "BTC", "USDB"]).await;
        for (currency, network, address, asset, fee, total) in [
            ("USDC", "SOLANA", SOLANA, "SOL", 5_000_i64, 5_000_i64),
            ("USDT", "SOLANA", SOLANA, "SOL", 5_000, 5_000),
            ("USDC", "BASE", EVM, "ETH", 1_000_000_000_000, 2_500),
            ("USDC", "POLYGON", EVM, "POL", 3_000_000_000_000_000, 1_500),
            ("USDC", "ETHEREUM", EVM, "ETH", 500_000_000_000_000, 1_250_000),
            ("USDT", "ETHEREUM", EVM, "ETH", 500_000_000_000_000, 1_250_000),
            ("USDT", "TRON", TRON, "TRX", 13_000_000, 2_000_000),
            ("USDT", "PLASMA", EVM, "XPL", 0, 0),
            ("BTC", "SPARK", SPARK, "BTC", 0, 0),
            ("BTC", "LIGHTNING", "ada@wallet.example.com", "BTC", 10, 10),
            ("BTC", "BITCOIN", BITCOIN, "BTC", 2_000, 2_000),
        ] {
            let account = platform.own_account(currency).await;
            let estimate = ask(&platform, &withdrawal(&account, currency, network, address, 3_000_000)).await.expect(200);
            assert_eq!(estimate, json!({
                "networkFee": fee, "networkFeeAsset": asset, "applicationFee": 0, "totalFee": total,
                "netAmount": 3_000_000 - total,
            }), "{network}");
            let least = ask(&platform, &withdrawal(&account, currency, network, address, total + 1)).await.expect(200);
            assert_eq!(least["netAmount"], 1);
            if total > 0 {
                let response = ask(&platform, &withdrawal(&account, currency, network, address, total)).await;
                assert_eq!(response.expect_error(400, "AMOUNT_OUT_OF_RANGE")["details"]["totalFee"], total);
            }
        }

        let customer = platform.customer(&["USD", "USDB"]).await;
        let wallet = platform.account_of(&customer, "USDB").await;
        ask(&platform, &withdrawal(&wallet, "USDB", "SPARK", SPARK, 1)).await.expect(200);
    }
}

journey! {
    async fn money_j35_crypto_out(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let account = platform.account_of(&scene.alice, "USDC").await;
        platform.fund(&account, 1_000_000).await;
        let estimate = ask(platform, &withdrawal(&account, "USDC", "SOLANA", SOLANA, 1_000_000)).await.expect(200);
        assert_eq!([&estimate["networkFee"], &estimate["totalFee"], &estimate["netAmount"]], [5_000, 5_000, 995_000]);
        assert_eq!(estimate["networkFeeAsset"], "SOL");
        ask(platform, &withdrawal(&account, "USDC", "SOLANA", EVM, 1_000_000)).await.expect_error(400, "INVALID_INPUT");
        let wallet = |address: &str| json!({ "customerId": scene.alice["id"], "currency": "USDC",
            "accountInfo": { "accountType": "SOLANA_WALLET", "address": address } });
        platform.post("/customers/external-accounts").json(&wallet(EVM)).send().await.expect_error(400, "INVALID_INPUT");
        let solana = platform.post("/customers/external-accounts").json(&wallet(SOLANA)).send().await.expect(201);

        let body = json!({ "source": { "accountId": account }, "destination": { "accountId": solana["id"] }, "amount": 1_000_000 });
        let transfer = platform.post("/transfer-out").json(&body).send().await.expect(201);
        let amounts = [&transfer["sentAmount"]["amount"], &transfer["receivedAmount"]["amount"], &transfer["fees"]];
        assert_eq!(json!(amounts), json!([1_000_000, 995_000, 5_000]));
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        let payment = scene.transaction(&transfer["id"]).await;
        assert_eq!((&payment["status"], &payment["destination"]["onChainTransaction"]["network"]), (&json!("COMPLETED"), &json!("SOLANA")));
    }
}

journey! {
    /// Checks that a payment over the same network is charged the estimated fee.
    async fn a_payout_is_charged_the_estimated_fee(service) {
        let scene = Scene::new(service).await;
        let account = scene.platform.account_of(&scene.alice, "USDC").await;
        let estimate = ask(&scene.platform, &withdrawal(&account, "USDC", "SOLANA", SOLANA, 1_000_000)).await.expect(200);
        let wallet = json!({ "customerId": scene.alice["id"], "currency": "USDC",
            "accountInfo": { "accountType": "SOLANA_WALLET", "address": SOLANA } });
        let wallet = scene.platform.post("/customers/external-accounts").json(&wallet).send().await.expect(201);
        let body = transfer(&account, text(&wallet["id"]), "SENDING", 1_000_000);
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!(quote["totalReceivingAmount"], estimate["netAmount"]);
        assert_eq!(quote["feesIncluded"], estimate["totalFee"]);
    }
}

on_engines! {
    async fn a_withdrawal_that_cannot_be_made_has_no_estimate(service) {
        let platform = service.platform_with(&["USD", "USDC", "USDT"]).await;
        let [usd, usdc] = [platform.own_account("USD").await, platform.own_account("USDC").await];
        let good = withdrawal(&usdc, "USDC", "SOLANA", SOLANA, 1_000_000);
        let with = |name: &str, value: Value| {
            let mut changed = good.clone();
            changed[name] = value;
            changed
        };

        let unknown = with("internalAccountId", json!("InternalAccount:01890a5d-ac96-774b-bcce-b302099a8057"));
        ask(&platform, &unknown).await.expect_error(404, "REFERENCE_NOT_FOUND");
        for (body, currency) in [
            (with("internalAccountId", json!(usd)), "USDC"),
            (with("currency", json!("USDT")), "USDT"),
            (withdrawal(&usd, "USD", "SOLANA", SOLANA, 1_000_000), "USD"),
        ] {
            assert_eq!(ask(&platform, &body).await.expect_error(400, "INVALID_CURRENCY")["details"]["value"], currency);
        }
        for (body, field) in [
            (with("cryptoNetwork", json!("TRON")), "cryptoNetwork"),
            (with("cryptoNetwork", json!("LITECOIN")), "cryptoNetwork"),
            (with("destinationAddress", json!(EVM)), "destinationAddress"),
            (with("destinationAddress", json!("ada@wallet.example.com")), "destinationAddress"),
        ] {
            let error = ask(&platform, &body).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], field, "{body}");
        }

        for amount in [json!(0), json!(-1), json!(1.5), json!("1"), Value::Null] {
            ask(&platform, &with("amount", amount)).await.expect_error(400, "INVALID_AMOUNT");
        }
        ask(&platform, &with("amount", json!(i64::MAX))).await.expect(200);

        let production = service.platform(Environment::Production).await;
        let account = production.own_account("USDC").await;
        let wrong_evm = EVM.replace("BeAed", "Beaed");
        for (currency, network, address) in [
            ("USDC", "ETHEREUM", wrong_evm.as_str()),
            ("USDC", "BASE", wrong_evm.as_str()),
            ("USDC", "SOLANA", &SOLANA[..32]),
        ] {
            let body = withdrawal(&account, currency, network, address, 3_000_000);
            let error = ask(&production, &body).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], "destinationAddress", "{body}");
        }

        // Production supports no payouts over chains.
        ask(&production, &withdrawal(&account, "USDC", "SOLANA", SOLANA, 1_000_000)).await.expect_error(501, "NOT_IMPLEMENTED");
    }
}
