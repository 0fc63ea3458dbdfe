//! Duplicates, owners, deletion, and the account that takes deposits (money J6, J7).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{
    CUSTOMERS, PLATFORMS, account, create, delete, dollars, fields, for_customer, for_deposits, get,
    list_ids, path, register,
};
use crate::harness::{journey, on_engines};

journey! {
    async fn money_j06_duplicate_get_delete(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let body = for_customer(&customer, dollars("000123456789"));
        let new_account = register(&platform, &body).await;

        for twin in [&body, &for_customer(&customer, dollars(" 000123456789 "))] {
            let error = create(&platform, twin).await.expect_error(409, "CONFLICT");
            let reason = json!("DUPLICATE_EXTERNAL_ACCOUNT");
            assert_eq!((&error["details"]["reason"], &error["details"]["externalAccountId"]), (&reason, &new_account["id"]));
        }

        let other_details = json!({ "accountNumber": "000123456789", "routingNumber": "011401533" });
        let others = [
            for_customer(&platform.customer(&["USD"]).await, dollars("000123456789")),
            dollars("000123456789"),
            for_customer(&customer, account("USD_ACCOUNT", "USD", &other_details)),
        ];
        for other in &others {
            register(&platform, other).await;
        }

        assert_eq!(get(&platform, &new_account).send().await.expect(200), new_account);
        platform.get(&path(PLATFORMS, &new_account)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        platform.delete(&path(PLATFORMS, &new_account)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        assert!(list_ids(&platform, CUSTOMERS).await.contains(&new_account["id"]));

        delete(&platform, &new_account).send().await.expect(204);
        get(&platform, &new_account).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        delete(&platform, &new_account).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        assert!(!list_ids(&platform, CUSTOMERS).await.contains(&new_account["id"]));
        let again = register(&platform, &body).await;
        assert_ne!(again["id"], new_account["id"]);
        assert!(list_ids(&platform, CUSTOMERS).await.contains(&again["id"]));
    }
}

on_engines! {
    /// Checks that upper and lower case differ in an address only on chains that tell them apart.
    async fn duplicates_by_case(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let address = |kind: &str, currency: &str, address: &str| account(kind, currency, &json!({ "address": address }));
        register(&platform, &address("BASE_WALLET", "USDC", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).await;
        let small = address("BASE_WALLET", "USDC", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
        create(&platform, &small).await.expect_error(409, "CONFLICT");

        register(&platform, &address("SOLANA_WALLET", "USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")).await;
        register(&platform, &address("SOLANA_WALLET", "USDC", "ePjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")).await;
        register(&platform, &address("SOLANA_WALLET", "USDT", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")).await;

        // The same number in another member is another account.
        let number = json!({ "bankName": "Bank", "accountNumber": "+573001234567", "bankAccountType": "SAVINGS" });
        register(&platform, &account("COP_ACCOUNT", "COP", &number)).await;
        let phone = json!({ "bankName": "Bank", "phoneNumber": "+573001234567" });
        register(&platform, &account("COP_ACCOUNT", "COP", &phone)).await;
        create(&platform, &account("COP_ACCOUNT", "COP", &phone)).await.expect_error(409, "CONFLICT");
    }
}

journey! {
    /// Checks that the platform's own accounts have their own paths.
    async fn the_platforms_own(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let theirs = register(&platform, &for_customer(&customer, dollars("1000"))).await;
        let without_customer = register(&platform, &dollars("2000")).await;

        let mut body = dollars("3000");
        body["platformAccountId"] = json!("treasury");
        let own = platform.post(PLATFORMS).json(&body).send().await.expect(201);
        assert_eq!((&own["customerId"], &own["platformAccountId"]), (&Value::Null, &json!("treasury")));
        let euro = json!({ "iban": "DE89370400440532013000", "beneficiary": { "beneficiaryType": "BUSINESS", "legalName": "Muster AG" } });
        let euro = platform.post(PLATFORMS).json(&account("EUR_ACCOUNT", "EUR", &euro)).send().await.expect(201);

        let newest_first = [&euro, &own, &without_customer].map(|account| account["id"].clone());
        assert_eq!(list_ids(&platform, PLATFORMS).await, newest_first);
        assert_eq!(list_ids(&platform, &format!("{PLATFORMS}?currency=EUR")).await, newest_first[..1]);
        let page = platform.get(&format!("{PLATFORMS}?limit=2")).send().await.expect(200);
        let next = format!("{PLATFORMS}?limit=2&cursor={}", page["nextCursor"].as_str().unwrap());
        assert_eq!(list_ids(&platform, &next).await, newest_first[2..]);
        assert_eq!(list_ids(&platform, CUSTOMERS).await, [theirs["id"].clone()]);
        assert_eq!(platform.get(&path(PLATFORMS, &own)).send().await.expect(200), own);
        get(&platform, &own).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        delete(&platform, &own).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        let twin = platform.post(PLATFORMS).json(&dollars("2000")).send().await.expect_error(409, "CONFLICT");
        assert_eq!(twin["details"]["externalAccountId"], without_customer["id"]);
        platform.delete(&path(PLATFORMS, &own)).send().await.expect(204);
        platform.get(&path(PLATFORMS, &own)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
}

journey! {
    /// Checks that one account of a customer takes deposits at a time. The deposits themselves are tested
    /// with the payments (money J7).
    async fn the_account_that_takes_deposits(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let other = platform.customer(&["USD"]).await;
        let theirs = register(&platform, &for_deposits(for_customer(&other, dollars("1")))).await;
        let first = register(&platform, &for_deposits(for_customer(&customer, dollars("1")))).await;
        assert_eq!(first["defaultUmaDepositAccount"], true);
        let second = register(&platform, &for_deposits(for_customer(&customer, dollars("2")))).await;
        let third = register(&platform, &for_customer(&customer, dollars("3"))).await;

        for (account, is_default) in [(&first, false), (&second, true), (&third, false), (&theirs, true)] {
            let account_view = get(&platform, account).send().await.expect(200);
            assert_eq!(account_view["defaultUmaDepositAccount"], is_default, "{account_view}");
        }

        delete(&platform, &second).send().await.expect(204);
        let again = register(&platform, &for_deposits(for_customer(&customer, dollars("2")))).await;
        assert_eq!(again["defaultUmaDepositAccount"], true);

        let invoice = account("LIGHTNING", "BTC", &json!({ "invoice": "lnbc15u1p3xnhl2pp5jptserfk3zk4" }));
        for refused in [
            create(&platform, &for_deposits(dollars("4"))).await,
            platform.post(PLATFORMS).json(&for_deposits(dollars("4"))).send().await,
            create(&platform, &for_deposits(for_customer(&customer, invoice))).await,
        ] {
            assert_eq!(fields(&refused.expect_error(400, "INVALID_INPUT")), ["defaultUmaDepositAccount"]);
        }

        let lasting = account("LIGHTNING", "BTC", &json!({ "lightningAddress": "ada@wallet.example.com" }));
        register(&platform, &for_deposits(for_customer(&customer, lasting))).await;
        let account_view = get(&platform, &again).send().await.expect(200);
        assert_eq!(account_view["defaultUmaDepositAccount"], false);
    }
}

journey! {
    /// Checks that a quote to an account deleted meanwhile is not executed, and that a payment under way
    /// continues.
    async fn quotes_to_deleted_accounts(service) {
        let platform = service.platform_with(&["USD", "EUR"]).await;
        let customer = platform.customer(&["USD"]).await;
        let source = platform.account_of(&customer, "USD").await;
        platform.fund(&source, 10_000).await;
        let euro = platform.euro_account(&customer, "DE89370400440532013000").await;
        let quote = async || {
            let body = json!({
                "source": { "sourceType": "ACCOUNT", "accountId": source },
                "destination": { "destinationType": "ACCOUNT", "accountId": euro },
                "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1_000,
            });
            platform.post("/quotes").json(&body).send().await
        };
        let execute = |quote: &Value| platform.post(&format!("/quotes/{}/execute", quote["id"].as_str().unwrap()));

        let under_way = quote().await.expect(201);
        let pending_quote = quote().await.expect(201);
        platform.freeze().await;
        execute(&under_way).send().await.expect(200);

        delete(&platform, &json!({ "id": euro })).send().await.expect(204);
        let error = execute(&pending_quote).send().await.expect_error(409, "CONFLICT");
        assert_eq!(error["details"]["reason"], "DESTINATION_DELETED");
        quote().await.expect_error(404, "REFERENCE_NOT_FOUND");

        platform.advance(std::time::Duration::from_secs(2)).await;
        let payment = format!("/transactions/{}", under_way["transactionId"].as_str().unwrap());
        let payment = platform.get(&payment).send().await.expect(200);
        assert_eq!((&payment["status"], &payment["destination"]["accountId"]), (&json!("COMPLETED"), &json!(euro)));
        let balance = platform.get("/customers/internal-accounts?currency=USD").send().await.expect(200);
        assert_eq!(balance["data"][0]["balance"]["amount"], 9_000);
    }
}
