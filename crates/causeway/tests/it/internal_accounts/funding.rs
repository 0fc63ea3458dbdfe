//! Funding of internal accounts.

use causeway_domain::ids::InternalAccountId;
use causeway_domain::{Amount, CurrencyCode, postings};
use causeway_store::Tx;
use causeway_store::ledger::{self, LedgerError, Origin};
use causeway_store::platforms::Environment;
use serde_json::json;

use crate::harness::{journey, on_engines};
use crate::payments::scene::{Scene, text};

const UNKNOWN: &str = "InternalAccount:01890a5d-ac96-774b-bcce-b302099a8057";

journey! {
    async fn money_j02_fund(service) {
        let scene = Scene::new(service).await;
        let account = scene.platform.fund(&scene.usd, 100_000).await;
        assert_eq!((&account["id"], &account["balance"]["amount"]), (&json!(scene.usd), &json!(100_000)));

        let events = scene.events().await;
        assert_eq!(events.types(), ["INCOMING_PAYMENT.COMPLETED", "INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
        let payment = events.first("INCOMING_PAYMENT.COMPLETED");
        let summary = [&payment["type"], &payment["direction"], &payment["status"]];
        assert_eq!(summary, ["INCOMING", "CREDIT", "COMPLETED"]);
        assert_eq!(payment["receivedAmount"]["amount"], 100_000);
        let path = format!("/transactions/{}", payment["id"].as_str().unwrap());
        assert_eq!(scene.platform.get(&path).send().await.expect(200), payment);
        assert_eq!(events.first("INTERNAL_ACCOUNT.BALANCE_UPDATED"), account);

        let fund = |account: &str, amount: i64| {
            let path = format!("/sandbox/internal-accounts/{account}/fund");
            scene.platform.post(&path).json(&json!({ "amount": amount }))
        };
        fund(&scene.usd, 0).send().await.expect_error(400, "INVALID_AMOUNT");
        fund(&scene.usd, 100_000_000_001).send().await.expect_error(400, "INVALID_AMOUNT");
        fund(UNKNOWN, 1).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        let production = service.platform(Environment::Production).await;
        let path = format!("/sandbox/internal-accounts/{}/fund", scene.usd);
        production.post(&path).json(&json!({ "amount": 1 })).send().await.expect_error(403, "FORBIDDEN");
        assert!(scene.events().await.types().is_empty(), "a refusal is no event");
    }
}

on_engines! {
    /// Fills the account through the ledger, as if it had been in use for many years.
    async fn an_account_that_is_full_takes_no_more(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let own = platform.own_account("USD").await;
        let account: InternalAccountId = own.parse().unwrap();
        let id = platform.id;
        let ids = service.app().ids.clone();
        let fill = move |tx: &mut Tx<'_>| {
            let amount = Amount::new(i64::MAX - 10, CurrencyCode::USD);
            let posting = postings::sandbox_funded(account, amount).unwrap();
            let origin = Origin { transaction: None, quote: None, at: tx.wall(), ids: &ids };
            ledger::post(tx, id, &posting, &origin)
        };
        service.app().store.write::<_, LedgerError, _>(&[], fill).await.unwrap();

        let path = format!("/sandbox/internal-accounts/{own}/fund");
        let fund = |amount: i64| platform.post(&path).json(&json!({ "amount": amount })).send();
        fund(11).await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
        assert_eq!(fund(10).await.expect(200)["balance"]["amount"], i64::MAX);
    }
}

on_engines! {
    /// Checks that each incoming payment has a reference, although some coordinates ask the payer for none
    /// (money 10.1).
    async fn every_payment_in_has_a_reference(service) {
        let currencies = ["USD", "EUR", "INR", "BRL", "BTC", "USDC", "USDT", "COP", "ARS", "MXN", "VND"];
        let platform = service.platform_with(&currencies).await;
        let customer = platform.customer(&["USD"]).await;
        platform.fund(&platform.account_of(&customer, "USD").await, 1_000).await;

        for currency in currencies {
            let own = platform.own_account(currency).await;
            platform.fund(&own, 1_000).await;
            platform.fund(&own, 1_000).await;
        }

        let listed = platform.get("/transactions?limit=100").send().await.expect(200);
        let listed = listed["data"].as_array().expect("a list");
        assert_eq!(listed.len(), 2 * currencies.len() + 1);
        for payment in listed {
            let reference = text(&payment["reconciliationInstructions"]["reference"]);
            let found = platform.get(&format!("/transactions?reference={reference}")).send().await.expect(200);
            let is_found = found["data"].as_array().expect("a list").contains(payment);
            // References with this prefix belong to the account: all its payments share one.
            let shared = if reference.starts_with("FUND-") { 1..=2 } else { 1..=1 };
            let count = found["totalCount"].as_u64().expect("a count");
            assert!(is_found && shared.contains(&count), "{payment}: {count}");
        }
    }
}
