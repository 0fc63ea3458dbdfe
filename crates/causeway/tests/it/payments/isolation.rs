//! Another platform's money can neither be seen nor used.

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::scene::{Scene, text, transfer};
use crate::harness::journey;

journey! {
    async fn money_j37_isolation(service) {
        let theirs = Scene::new(service).await;
        theirs.platform.fund(&theirs.usd, 1_000).await;
        let their_euro = theirs.euro_account().await;
        let their_quote = theirs.quote(&their_euro, 500).await;
        let ours = Scene::new(service).await;
        let our_euro = ours.euro_account().await;

        let not_found = |path: String| ours.platform.get(&path);
        let quote = text(&their_quote["id"]);
        let payment = text(&their_quote["transactionId"]);
        not_found(format!("/quotes/{quote}")).send().await.expect_error(404, "QUOTE_NOT_FOUND");
        not_found(format!("/transactions/{payment}")).send().await.expect_error(404, "TRANSACTION_NOT_FOUND");
        let path = format!("/customers/external-accounts/{their_euro}");
        not_found(path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        ours.execute(&their_quote).send().await.expect_error(404, "QUOTE_NOT_FOUND");
        let fund = format!("/sandbox/internal-accounts/{}/fund", theirs.usd);
        ours.platform.post(&fund).json(&json!({ "amount": 1 })).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        for (from, to) in [(&theirs.usd, &our_euro), (&ours.usd, &their_euro), (&ours.usd, &theirs.usd)] {
            let body = transfer(from, to, "SENDING", 500);
            ours.platform.post("/quotes").json(&body).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        }
        let mut body = transfer(&ours.platform.own_account("USD").await, &our_euro, "SENDING", 500);
        body["source"]["customerId"] = theirs.alice["id"].clone();
        ours.platform.post("/quotes").json(&body).send().await.expect_error(404, "USER_NOT_FOUND");

        // Their accounts cannot be deleted or read as the platform's own, and their customer gets no account.
        let their_wallet = json!({ "currency": "BTC", "accountInfo": { "accountType": "LIGHTNING", "lightningAddress": "ada@wallet.example.com" } });
        let their_own = theirs.platform.post("/platform/external-accounts").json(&their_wallet).send().await.expect(201);
        for account in [&their_euro, text(&their_own["id"])] {
            for base in ["/customers/external-accounts", "/platform/external-accounts"] {
                let path = format!("{base}/{account}");
                ours.platform.get(&path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
                ours.platform.delete(&path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
            }
        }
        let mut for_alice = their_wallet.clone();
        for_alice["customerId"] = theirs.alice["id"].clone();
        ours.platform.post("/customers/external-accounts").json(&for_alice).send().await.expect_error(404, "USER_NOT_FOUND");

        let nothing = |list: Value| assert_eq!((&list["data"], &list["totalCount"]), (&json!([]), &json!(0)));
        let list = |path: String| ours.platform.get(&path);
        nothing(list("/transactions".to_owned()).send().await.expect(200));
        nothing(list(format!("/transactions?accountIdentifier={}", theirs.usd)).send().await.expect(200));
        let alice = text(&theirs.alice["id"]);
        nothing(list(format!("/transactions?customerId={alice}")).send().await.expect(200));
        nothing(list(format!("/customers/internal-accounts?customerId={alice}")).send().await.expect(200));
        nothing(list(format!("/customers/external-accounts?customerId={alice}")).send().await.expect(200));
        nothing(list(format!("/transactions?platformCustomerId={}", text(&theirs.alice["platformCustomerId"]))).send().await.expect(200));
        nothing(list(format!("/transactions?customerId={}", theirs.platform.id)).send().await.expect(200));
        nothing(list(format!("/transactions?reference={}", text(&theirs.payment(&their_quote).await["reconciliationInstructions"]["reference"]))).send().await.expect(200));

        // Unfiltered lists contain only the caller's own rows.
        let foreign = [&their_euro, &theirs.usd, text(&their_own["id"]), payment, alice, text(&theirs.alice["platformCustomerId"])];
        for (path, count) in [
            ("/transactions", 0),
            ("/customers", 1),
            ("/customers/internal-accounts", 3),
            ("/customers/external-accounts", 1),
            ("/platform/internal-accounts", 5),
            ("/platform/external-accounts", 0),
        ] {
            let listed = ours.platform.get(path).send().await.expect(200);
            assert_eq!(listed["data"].as_array().map(Vec::len), Some(count), "{path}: {listed}");
            let text_of_page = listed.to_string();
            assert!(!foreign.iter().any(|id| text_of_page.contains(*id)), "{path}: {listed}");
        }

        let production = service.platform(Environment::Production).await;
        production.get(&format!("/quotes/{quote}")).send().await.expect_error(404, "QUOTE_NOT_FOUND");
        production.get(&format!("/transactions/{payment}")).send().await.expect_error(404, "TRANSACTION_NOT_FOUND");
        let execute = production.post(&format!("/quotes/{quote}/execute")).send().await;
        execute.expect_error(404, "QUOTE_NOT_FOUND");

        let account = format!("/customers/external-accounts/{their_euro}");
        assert_eq!(theirs.platform.get(&account).send().await.expect(200)["status"], "ACTIVE");
        assert_eq!(theirs.balances().await, (1_000, 1_000));
        assert_eq!(theirs.payment(&their_quote).await["status"], "PENDING");
    }
}
