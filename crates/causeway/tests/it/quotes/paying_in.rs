//! Quotes that are funded by an incoming payment (money 8.4, 2.2 L6, 13.2).

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{Service, journey, on_engines};
use crate::operator::acting::{act, with};
use crate::payments::books::{quotes_left_with_money, sums};
use crate::payments::scene::{Scene, text};

/// Longer than a payout and a refund take together.
pub(crate) const SETTLEMENT_WAIT: Duration = Duration::from_secs(5);
pub(crate) const UNKNOWN: &str = "Quote:01890a5d-ac96-774b-bcce-b302099a8057";

/// Builds a source in US dollars, paid in by Alice's payer.
pub(crate) fn dollars(scene: &Scene) -> Value {
    json!({ "sourceType": "REALTIME_FUNDING", "customerId": scene.alice["id"], "currency": "USD" })
}

/// Builds a source in USDC, paid in over Solana by Alice's payer.
pub(crate) fn coins(scene: &Scene) -> Value {
    json!({
        "sourceType": "REALTIME_FUNDING", "customerId": scene.alice["id"], "currency": "USDC", "cryptoNetwork": "SOLANA",
    })
}

pub(crate) fn quote_body(source: &Value, destination: &str, amount: i64) -> Value {
    json!({
        "source": source,
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": amount,
    })
}

pub(crate) async fn quote(scene: &Scene, source: &Value, destination: &str, amount: i64) -> Value {
    scene.platform.post("/quotes").json(&quote_body(source, destination, amount)).send().await.expect(201)
}

/// Pays in an amount for a quote, or the exact total if `None`.
pub(crate) async fn pay(scene: &Scene, quote: &Value, amount: Option<i64>) -> Value {
    let body = json!({
        "quoteId": quote["id"], "currencyCode": quote["sendingCurrency"]["code"], "currencyAmount": amount,
    });
    scene.platform.post("/sandbox/send").json(&body).send().await.expect(200)
}

pub(crate) async fn peso_account(scene: &Scene) -> String {
    let account = json!({
        "customerId": scene.alice["id"],
        "currency": "MXN",
        "accountInfo": {
            "accountType": "MXN_ACCOUNT",
            "clabeNumber": "032180000118359719",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Ana Lopez" },
        },
    });
    let account = scene.platform.post("/customers/external-accounts").json(&account).send().await.expect(201);
    text(&account["id"]).to_owned()
}

pub(crate) async fn euro(scene: &Scene, suffix: &str) -> String {
    scene.platform.euro_account(&scene.alice, &format!("DE89370400440532013{suffix}")).await
}

/// Returns Alice's balance in a currency, without and with unsettled money.
pub(crate) async fn balances(scene: &Scene, currency: &str) -> (i64, i64) {
    let id = text(&scene.alice["id"]);
    let path = format!("/customers/internal-accounts?customerId={id}&currency={currency}");
    let account = scene.platform.get(&path).send().await.expect(200)["data"][0].take();
    let amount = |name: &str| account[name]["amount"].as_i64().expect("an amount");
    (amount("balance"), amount("totalBalance"))
}

pub(crate) async fn booked(service: &Service, code: &str, currency: &str) -> i64 {
    sums(service).await.get(&(code.to_owned(), currency.to_owned())).copied().unwrap_or_default()
}

pub(crate) async fn quote_status(scene: &Scene, quote: &Value) -> Value {
    let path = format!("/quotes/{}", text(&quote["id"]));
    scene.platform.get(&path).send().await.expect(200)["status"].take()
}

pub(crate) fn outcome(payment: &Value) -> Value {
    json!([payment["status"], payment["failureReason"], payment["refund"]["status"]])
}

pub(crate) fn outgoing(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("OUTGOING_PAYMENT.{name}")).collect()
}

journey! {
    async fn money_j17_real_time_funding_by_bank(service) {
        let scene = Scene::new(service).await;
        let pesos = peso_account(&scene).await;
        let quote = quote(&scene, &dollars(&scene), &pesos, 1_000).await;
        assert_eq!((&quote["status"], &quote["source"]), (&json!("PENDING"), &dollars(&scene)));
        let [instruction] = &quote["paymentInstructions"].as_array().expect("instructions")[..] else {
            panic!("{quote}")
        };
        let info = &instruction["accountOrWalletInfo"];
        assert_eq!((&info["accountType"], &info["paymentRails"]), (&json!("USD_ACCOUNT"), &json!(["RTP", "FEDNOW"])));
        let reference = text(&info["reference"]);
        let code = reference.strip_prefix("UMA-Q").and_then(|rest| rest.strip_suffix("-REF")).expect("a reference");
        assert!(code.len() == 6 && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()), "{code}");
        assert!(text(&instruction["instructionsNotes"]).contains(reference));

        let payment = scene.payment(&quote).await;
        assert_eq!(payment["reconciliationInstructions"], json!({ "reference": reference }));
        assert_eq!(payment["paymentInstructions"], quote["paymentInstructions"]);
        let found = scene.platform.get(&format!("/transactions?reference={reference}")).send().await.expect(200);
        assert_eq!(found["data"], json!([payment]));

        let error = scene.execute(&quote).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "SOURCE_NOT_EXECUTABLE");
        let send = |id: &str, currency: &str| {
            scene.platform.post("/sandbox/send").json(&json!({ "quoteId": id, "currencyCode": currency })).send()
        };
        send(text(&quote["id"]), "EUR").await.expect_error(400, "INVALID_CURRENCY");
        send(UNKNOWN, "USD").await.expect_error(404, "QUOTE_NOT_FOUND");

        scene.platform.freeze().await;
        let paid = pay(&scene, &quote, None).await;
        assert_eq!((&paid["id"], &paid["status"]), (&quote["transactionId"], &json!("PROCESSING")));
        assert_eq!(quote_status(&scene, &quote).await, "PROCESSING");
        let error = send(text(&quote["id"]), "USD").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "QUOTE_NOT_FUNDABLE");
        // L6a and L5b.
        assert_eq!((booked(service, "CA", "USD").await, booked(service, "QE", "USD").await), (-1_000, 0));

        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.payment(&quote).await), json!(["COMPLETED", null, null]));
        assert_eq!(quote_status(&scene, &quote).await, "COMPLETED");
        let events = scene.events().await;
        assert_eq!(events.about(&quote["transactionId"]), outgoing(&["PENDING", "PROCESSING", "COMPLETED"]));
        assert_eq!(events.types().len(), 3, "no account here has paid");
        assert_eq!((scene.balances().await, quotes_left_with_money(service).await), ((0, 0), 0));
        send(text(&quote["id"]), "USD").await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn money_j18_funding_mismatch(service) {
        let scene = Scene::new(service).await;
        let pesos = peso_account(&scene).await;
        scene.platform.freeze().await;
        for amount in [999, 1_001, 1] {
            let quote = quote(&scene, &dollars(&scene), &pesos, 1_000).await;
            let paid = pay(&scene, &quote, Some(amount)).await;
            assert_eq!(outcome(&paid), json!(["FAILED", "FUNDING_AMOUNT_MISMATCH", "PENDING"]));
            assert_eq!(quote_status(&scene, &quote).await, "FAILED");
            // L6c: in suspense until its payer is refunded.
            assert_eq!((booked(service, "SU", "USD").await, booked(service, "CA", "USD").await), (amount, -amount));
            scene.platform.advance(SETTLEMENT_WAIT).await;
            let payment = scene.payment(&quote).await;
            assert_eq!(outcome(&payment), json!(["FAILED", "FUNDING_AMOUNT_MISMATCH", "COMPLETED"]));
            let refund = &payment["refund"];
            let reference = text(&payment["reconciliationInstructions"]["reference"]);
            assert_eq!((&refund["reference"], &refund["reason"]), (&json!(format!("{reference}-REFUND")), &json!("TRANSACTION_FAILED")));
            assert_eq!((booked(service, "SU", "USD").await, booked(service, "CA", "USD").await), (0, 0));
            let expected = outgoing(&["PENDING", "FAILED", "REFUND_PENDING", "REFUND_COMPLETED"]);
            let events = scene.events().await;
            assert_eq!((events.about(&quote["transactionId"]), events.types().len()), (expected, 4));
        }

        assert_eq!(scene.balances().await, (0, 0), "the money went back to the payer");
        let quote = quote(&scene, &dollars(&scene), &pesos, 1_000).await;
        for amount in [0, -1] {
            let body = json!({ "quoteId": quote["id"], "currencyCode": "USD", "currencyAmount": amount });
            scene.platform.post("/sandbox/send").json(&body).send().await.expect_error(400, "INVALID_AMOUNT");
        }
        assert_eq!(quote_status(&scene, &quote).await, "PENDING");
    }
}

journey! {
    async fn money_j19_crypto_funding(service) {
        let scene = Scene::new(service).await;
        let pesos = peso_account(&scene).await;
        let mut source = coins(&scene);
        source.as_object_mut().expect("a source").remove("cryptoNetwork");
        let ask = |source: &Value| scene.platform.post("/quotes").json(&quote_body(source, &pesos, 5_000_000)).send();
        let error = ask(&source).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["errors"][0]["field"], "source.cryptoNetwork");
        source["cryptoNetwork"] = json!("TRON");
        ask(&source).await.expect_error(400, "INVALID_INPUT");

        scene.platform.freeze().await;
        let mismatched = ask(&coins(&scene)).await.expect(201);
        let info = &mismatched["paymentInstructions"][0]["accountOrWalletInfo"];
        assert_eq!((&info["accountType"], &info["assetType"]), (&json!("SOLANA_WALLET"), &json!("USDC")));
        scene.events().await;
        let paid = pay(&scene, &mismatched, Some(4_000_000)).await;
        assert_eq!(outcome(&paid), json!(["FAILED", "FUNDING_AMOUNT_MISMATCH", "COMPLETED"]));
        assert_eq!(balances(&scene, "USDC").await, (4_000_000, 4_000_000));
        let mut expected = outgoing(&["FAILED", "REFUND_PENDING", "REFUND_COMPLETED"]);
        let events = scene.events().await;
        assert_eq!(events.about(&mismatched["transactionId"]), expected);
        expected.push("INTERNAL_ACCOUNT.BALANCE_UPDATED".to_owned());
        expected.sort();
        assert_eq!(events.types(), expected);

        let quote = ask(&coins(&scene)).await.expect(201);
        let other = &quote["paymentInstructions"][0]["accountOrWalletInfo"]["address"];
        assert_ne!(other, &info["address"], "an address of its own");
        let paid = pay(&scene, &quote, None).await;
        assert_eq!(paid["status"], "PROCESSING");
        let hash = &paid["reconciliationInstructions"]["transactionHash"];
        let transfer = &paid["source"]["onChainTransaction"];
        assert_eq!((&transfer["transactionHash"], &transfer["network"]), (hash, &json!("SOLANA")));
        let found = act(service, "find text", with(&scene.platform, json!({ "text": [hash] }))).await.json;
        assert_eq!(found[0]["id"], quote["transactionId"], "{found}");
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.payment(&quote).await), json!(["COMPLETED", null, null]));
        // L6b and L5a: in and out again.
        assert_eq!(balances(&scene, "USDC").await, (4_000_000, 4_000_000));
        let events = scene.events().await;
        let moved = events.types().iter().filter(|event| *event == "INTERNAL_ACCOUNT.BALANCE_UPDATED").count();
        assert_eq!(moved, 2);
        assert_eq!(quotes_left_with_money(service).await, 0);
    }
}

on_engines! {
    /// Checks that every currency has the instructions listed in money 8.4.
    async fn every_instant_currency_and_network_has_instructions(service) {
        let all = ["USD", "EUR", "DKK", "GBP", "MXN", "INR", "SGD", "BRL", "COP", "ARS", "NGN", "KES", "BTC", "USDC", "USDT", "USDB"];
        let platform = service.platform_with(&all).await;
        let customer = platform.customer(&all).await;
        let to = platform.account_of(&customer, "USD").await;
        let ask = |currency: &str, network: Option<&str>| {
            let source = json!({
                "sourceType": "REALTIME_FUNDING", "customerId": customer["id"], "currency": currency, "cryptoNetwork": network,
            });
            platform.post("/quotes").json(&quote_body(&source, &to, 10_000_000)).send()
        };

        for (currency, types, rails, member) in [
            ("USD", "USD_ACCOUNT", json!(["RTP", "FEDNOW"]), "reference"),
            ("EUR", "EUR_ACCOUNT", json!(["SEPA_INSTANT"]), "reference"),
            ("DKK", "DKK_ACCOUNT", json!(["SEPA_INSTANT"]), "reference"),
            ("GBP", "GBP_ACCOUNT", json!(["FASTER_PAYMENTS"]), "reference"),
            ("MXN", "MXN_ACCOUNT", json!(["SPEI"]), "reference"),
            ("SGD", "SGD_ACCOUNT", json!(["FAST"]), "reference"),
            ("INR", "INR_ACCOUNT", json!(["UPI"]), "vpa"),
            ("BRL", "BRL_ACCOUNT", json!(null), "qrCode"),
            ("COP", "COP_ACCOUNT", json!(null), "paymentUrl"),
            ("ARS", "ARS_ACCOUNT", json!(null), "accountNumber"),
        ] {
            let quote = ask(currency, None).await.expect(201);
            let info = &quote["paymentInstructions"][0]["accountOrWalletInfo"];
            assert_eq!((&info["accountType"], &info["paymentRails"]), (&json!(types), &rails), "{currency}");
            assert!(info[member].is_string(), "{info}");
            assert!(quote["paymentInstructions"][0]["instructionsNotes"].is_string(), "{currency}");
            ask(currency, Some("SOLANA")).await.expect_error(400, "INVALID_INPUT");
        }

        for (currency, network, types) in [
            ("BTC", None, vec!["SPARK_WALLET", "LIGHTNING"]),
            ("BTC", Some("SPARK"), vec!["SPARK_WALLET"]),
            ("BTC", Some("LIGHTNING"), vec!["LIGHTNING"]),
            ("BTC", Some("BITCOIN"), vec!["BITCOIN_L1"]),
            ("USDC", Some("BASE"), vec!["BASE_WALLET"]),
            ("USDC", Some("POLYGON"), vec!["POLYGON_WALLET"]),
            ("USDC", Some("ETHEREUM"), vec!["ETHEREUM_WALLET"]),
            ("USDT", Some("TRON"), vec!["TRON_WALLET"]),
            ("USDT", Some("PLASMA"), vec!["PLASMA_WALLET"]),
            ("USDT", Some("SOLANA"), vec!["SOLANA_WALLET"]),
            ("USDB", Some("SPARK"), vec!["SPARK_WALLET"]),
        ] {
            let quote = ask(currency, network).await.expect(201);
            let instructions = quote["paymentInstructions"].as_array().expect("instructions").iter();
            let account_types: Vec<_> = instructions.map(|one| text(&one["accountOrWalletInfo"]["accountType"])).collect();
            assert_eq!(account_types, types, "{currency}");
            let mut notes = quote["paymentInstructions"].as_array().expect("instructions").iter();
            assert!(notes.all(|one| text(&one["instructionsNotes"]).contains("exactly the total")), "{quote}");
            assert_eq!(quote["source"]["cryptoNetwork"], json!(network));
            if currency == "BTC" && network != Some("BITCOIN") {
                assert!(quote["paymentInstructions"][0]["accountOrWalletInfo"]["invoice"].is_string());
            }
        }

        for slow in ["NGN", "KES"] {
            let error = ask(slow, None).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], "source.currency");
        }
        ask("PHP", None).await.expect_error(400, "INVALID_CURRENCY");
        ask("usd", None).await.expect_error(400, "INVALID_CURRENCY");
        ask("USDB", None).await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    /// Checks that `immediatelyExecute` has no effect: the incoming money executes the quote.
    async fn a_payment_within_the_service_is_there_when_it_is_paid_in(service) {
        let scene = Scene::new(service).await;
        let own = scene.platform.own_account("USD").await;
        let mut body = quote_body(&dollars(&scene), &own, 1_000);
        body["immediatelyExecute"] = json!(true);
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!(quote["status"], "PENDING");
        assert_eq!(pay(&scene, &quote, None).await["status"], "COMPLETED");
        let incoming = scene.events().await.first("INCOMING_PAYMENT.COMPLETED");
        assert_eq!((&incoming["receivedAmount"]["amount"], &incoming["quoteId"]), (&json!(1_000), &quote["id"]));

        // On behalf of the platform itself.
        let source = json!({ "sourceType": "REALTIME_FUNDING", "currency": "USD" });
        let quote = self::quote(&scene, &source, &scene.usd, 1_000).await;
        assert_eq!((&quote["source"], &quote["paymentInstructions"][0]["isPlatformAccount"]), (&source, &json!(true)));
        assert_eq!(pay(&scene, &quote, None).await["status"], "COMPLETED");
        assert_eq!(scene.balances().await, (1_000, 1_000));
    }
}

journey! {
    async fn a_payer_is_named_by_uma_address(service) {
        let scene = Scene::new(service).await;
        let pesos = peso_account(&scene).await;
        let source = json!({ "sourceType": "UMA_ADDRESS", "umaAddress": scene.alice["umaAddress"] });
        let quote = quote(&scene, &source, &pesos, 1_000).await;
        assert_eq!((&quote["source"], &quote["sendingCurrency"]["code"]), (&source, &json!("USD")));
        let payment = pay(&scene, &quote, None).await;
        assert_eq!(payment["customerId"], scene.alice["id"]);
        assert_eq!(payment["source"]["sourceType"], "REALTIME_FUNDING");
        for address in ["$nobody@pay.example", "$alice@elsewhere.example"] {
            let source = json!({ "sourceType": "UMA_ADDRESS", "umaAddress": address });
            let body = quote_body(&source, &pesos, 1_000);
            scene.platform.post("/quotes").json(&body).send().await.expect_error(400, "INVALID_INPUT");
        }
    }
}

journey! {
    async fn a_quote_is_paid_in_for_once(service) {
        let scene = Scene::new(service).await;
        let to = euro(&scene, "000").await;
        scene.platform.freeze().await;
        for round in 0..4 {
            let quote = quote(&scene, &coins(&scene), &to, 5_000_000).await;
            let body = json!({ "quoteId": quote["id"], "currencyCode": "USDC" });
            let send = || scene.platform.post("/sandbox/send").json(&body).send();
            let responses = join_all((0..6).map(|_| send())).await;
            let paid = responses.iter().filter(|response| response.status == 200).count();
            assert_eq!(paid, 1, "round {round}");
            for response in responses.iter().filter(|response| response.status != 200) {
                response.expect_error(400, "INVALID_INPUT");
            }
            scene.platform.advance(SETTLEMENT_WAIT).await;
            assert_eq!(outcome(&scene.payment(&quote).await), json!(["COMPLETED", null, null]));
        }
        assert_eq!(booked(service, "CA", "USDC").await, -20_000_000);
    }
}
