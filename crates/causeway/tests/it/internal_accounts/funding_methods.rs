//! Further funding methods of accounts: by SWIFT, and with stablecoins into US dollars (money 3.4, 3.5).

use causeway_service::operator::Kind;
use causeway_testing::wait;
use serde_json::{Value, json};

use crate::harness::{Platform, Service, journey};
use crate::operator::acting::{act, expect_error, with};
use crate::payments::books::sums;
use crate::payments::scene::{Scene, text};

const UPDATED: &str = "INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED";

/// A bank that collects from abroad.
const ABROAD: &str = r#"{"USD":{"name":"Bank of Abroad","code":"BANKDEFF","address":"1 Main Street"}}"#;

async fn change_setting(service: &Service, name: &str, value: &str) {
    act(service, "setting set", json!({ "name": name, "value": value })).await;
}

/// Returns the first account of a customer, or of the platform, in a currency.
async fn first(platform: &Platform, customer: Option<&Value>, currency: &str) -> Value {
    let path = match customer {
        Some(customer) => {
            format!("/customers/internal-accounts?currency={currency}&customerId={}", text(&customer["id"]))
        }
        None => format!("/platform/internal-accounts?currency={currency}"),
    };
    platform.get(&path).send().await.expect(200)["data"][0].take()
}

/// Returns the account types of an account's funding methods.
fn types(account: &Value) -> Vec<String> {
    let methods = account["fundingPaymentInstructions"].as_array().expect("instructions").iter();
    methods.map(|method| text(&method["accountOrWalletInfo"]["accountType"]).to_owned()).collect()
}

/// Waits until an account has this many funding methods, and returns it.
async fn wait_for_methods(platform: &Platform, customer: Option<&Value>, count: usize) -> Value {
    wait::until("the further funding methods are there", wait::PATIENCE, || async {
        let account = first(platform, customer, "USD").await;
        if types(&account).len() == count { Ok(account) } else { Err(account.to_string()) }
    })
    .await
}

journey! {
    async fn an_account_is_reached_from_abroad_once_a_bank_is_named(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let refusal = json!({ "name": "international_collection_banks", "value": ABROAD.replace("BANKDEFF", "021000021") });
        expect_error(service, "setting set", refusal, Kind::Invalid).await;
        change_setting(service, "international_collection_banks", ABROAD).await;
        let bob = json!({ "customerType": "INDIVIDUAL", "fullName": "Bob Example", "currencies": ["USD", "USDC"] });
        let bob = platform.post("/customers").json(&bob).send().await.expect(201);

        let account = wait_for_methods(platform, Some(&bob), 2).await;
        assert_eq!(types(&account), ["USD_ACCOUNT", "SWIFT_ACCOUNT"]);
        let method = &account["fundingPaymentInstructions"][1];
        let info = &method["accountOrWalletInfo"];
        let summary = json!([info["paymentRails"], info["accountHolderName"], info["swiftCode"], info["country"], info["bankName"], info["bankAddress"]]);
        assert_eq!(summary, json!([["SWIFT"], "Bob Example", "BANKDEFF", "DE", "Bank of Abroad", "1 Main Street"]));
        assert!(info["accountNumber"].is_string() && info["reference"].is_null() && method["instructionsNotes"].is_string(), "{method}");
        let expected = scene.webhooks.wait_for_event("INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED").await.json();
        assert_eq!(expected["data"], account);

        platform.settled().await;
        let events = scene.webhooks.received();
        assert_eq!(events.iter().filter(|one| one.event() == UPDATED).count(), 1, "no other account is reached so");
        scene.webhooks.forget();

        // An account that existed before, and the platform's own.
        let own = first(platform, None, "USD").await;
        for (id, customer) in [(json!(scene.usd), Some(&scene.alice)), (own["id"].clone(), None)] {
            let arguments = with(platform, json!({ "account": id }));
            for _ in 0..2 {
                act(service, "account instruct", arguments.clone()).await;
            }
            let account = wait_for_methods(platform, customer, 2).await;
            let info = &account["fundingPaymentInstructions"][1]["accountOrWalletInfo"];
            let holder = if customer.is_some() { "Alice Example" } else { "Test platform" };
            assert_eq!(info["accountHolderName"], holder);
        }
        platform.settled().await;
        assert_eq!(scene.webhooks.received().iter().filter(|one| one.event() == UPDATED).count(), 2, "each announced once");
        act(service, "account close", with(platform, json!({ "account": scene.usd }))).await;
        let closed = with(platform, json!({ "account": scene.usd }));
        expect_error(service, "account instruct", closed, Kind::Refused).await;

        // A payment by SWIFT takes days: it is pending like every push by a slow rail.
        let push = json!({ "account": account["id"], "amount": 700, "rail": "SWIFT" });
        let pushed = act(service, "deposit push", with(platform, push)).await.json;
        assert_eq!(pushed["status"], "PENDING");
        let settled = json!({ "transaction": pushed["transaction"] });
        assert_eq!(act(service, "payment settle", with(platform, settled)).await.json["status"], "COMPLETED");
        assert_eq!(first(platform, Some(&bob), "USD").await["balance"]["amount"], 700);
    }
}

journey! {
    /// Checks that a frozen account gets further funding methods without an event.
    async fn a_frozen_account_announces_nothing(service) {
        let scene = Scene::new(service).await;
        change_setting(service, "international_collection_banks", ABROAD).await;
        let arguments = with(&scene.platform, json!({ "account": scene.usd }));
        act(service, "account freeze", arguments.clone()).await;
        scene.events().await;

        act(service, "account instruct", arguments).await;
        let account = first(&scene.platform, Some(&scene.alice), "USD").await;
        assert_eq!((types(&account).len(), &account["status"]), (2, &json!("FROZEN")));
        assert_eq!(scene.events().await.types(), Vec::<String>::new());
    }
}

/// Returns a push of stablecoins into Alice's dollar account over a network.
fn coins(scene: &Scene, amount: i64, network: &str) -> Value {
    with(&scene.platform, json!({ "account": scene.usd, "amount": amount, "network": network }))
}

journey! {
    async fn an_account_in_dollars_takes_stablecoins_one_to_one(service) {
        let scene = Scene::new(service).await;
        expect_error(service, "deposit push", coins(&scene, 1_000_000, "SOLANA"), Kind::Invalid).await;
        change_setting(service, "stablecoin_deposits_on_usd", "on").await;
        act(service, "account instruct", with(&scene.platform, json!({ "account": scene.usd }))).await;
        let account = first(&scene.platform, Some(&scene.alice), "USD").await;
        let coin = ["SOLANA_WALLET", "BASE_WALLET", "POLYGON_WALLET", "ETHEREUM_WALLET"];
        let tether = ["TRON_WALLET", "ETHEREUM_WALLET", "PLASMA_WALLET", "SOLANA_WALLET"];
        assert_eq!(types(&account), [&["USD_ACCOUNT"][..], &coin, &tether].concat());
        assert_eq!(scene.events().await.types(), [UPDATED]);

        let pushed = act(service, "deposit push", coins(&scene, 1_239_999, "SOLANA")).await.json;
        let transaction = scene.transaction(&pushed["transaction"]).await;
        assert_eq!((&transaction["status"], &transaction["receivedAmount"]["amount"]), (&json!("COMPLETED"), &json!(123)));
        assert_eq!([&transaction["sentAmount"]["currency"]["code"], &transaction["source"]["currency"]], ["USDC", "USDC"]);
        assert_eq!(transaction["sentAmount"]["amount"], 1_239_999);
        assert!(transaction["source"]["onChainTransaction"]["transactionHash"].is_string(), "{transaction}");

        act(service, "deposit push", coins(&scene, 2_000_000, "TRON")).await;
        let by_bank = json!({ "account": scene.usd, "amount": 50 });
        act(service, "deposit push", with(&scene.platform, by_bank)).await;
        assert_eq!(scene.balances().await, (373, 373));

        let booked = sums(service).await;
        let of = |code: &str, currency: &str| booked.get(&(code.to_owned(), currency.to_owned())).copied().unwrap_or_default();
        assert_eq!([of("CA", "USDC"), of("CA", "USDT"), of("CA", "USD")], [-1_239_999, -2_000_000, -50]);
        assert_eq!([of("FX", "USDC"), of("FX", "USDT"), of("FX", "USD")], [1_239_999, 2_000_000, -323]);

        expect_error(service, "deposit push", coins(&scene, 9_999, "BASE"), Kind::Invalid).await;
        let mut both = coins(&scene, 1_000_000, "BASE");
        both["rail"] = json!("RTP");
        expect_error(service, "deposit push", both, Kind::Invalid).await;
    }
}

journey! {
    /// Checks that stablecoins for a frozen account wait in suspense as stablecoins, and keep their worth
    /// until it is released.
    async fn coins_for_a_frozen_account_in_dollars_wait_in_suspense(service) {
        let scene = Scene::new(service).await;
        change_setting(service, "stablecoin_deposits_on_usd", "on").await;
        let account = with(&scene.platform, json!({ "account": scene.usd }));
        act(service, "account instruct", account.clone()).await;
        act(service, "account freeze", account.clone()).await;
        let pushed = act(service, "deposit push", coins(&scene, 5_000_000, "POLYGON")).await.json;
        assert_eq!(pushed["status"], "PENDING");
        let listed = act(service, "suspense list", with(&scene.platform, json!({}))).await.json;
        assert_eq!(listed["rows"][0]["amount"], json!({ "amount": 5_000_000, "currency": "USDC", "decimals": 6 }));

        act(service, "account release", account).await;
        let arguments = with(&scene.platform, json!({ "transaction": pushed["transaction"] }));
        assert_eq!(act(service, "suspense resolve", arguments).await.json["status"], "COMPLETED");
        assert_eq!(scene.balances().await, (500, 500));
    }
}
