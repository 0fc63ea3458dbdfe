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
        let wanted = for_customer(&customer, dollars("000123456789"));
        let made = register(&platform, &wanted).await;

        for twin in [&wanted, &for_customer(&customer, dollars(" 000123456789 "))] {
            let refused = create(&platform, twin).await.refused(409, "CONFLICT");
            let reason = json!("DUPLICATE_EXTERNAL_ACCOUNT");
            assert_eq!((&refused["details"]["reason"], &refused["details"]["externalAccountId"]), (&reason, &made["id"]));
        }

        let elsewhere = json!({ "accountNumber": "000123456789", "routingNumber": "011401533" });
        let others = [
            for_customer(&platform.customer(&["USD"]).await, dollars("000123456789")),
            dollars("000123456789"),
            for_customer(&customer, account("USD_ACCOUNT", "USD", &elsewhere)),
        ];
        for other in &others {
            register(&platform, other).await;
        }

        assert_eq!(get(&platform, &made).send().await.expect(200), made);
        platform.get(&path(PLATFORMS, &made)).send().await.refused(404, "REFERENCE_NOT_FOUND");
        platform.delete(&path(PLATFORMS, &made)).send().await.refused(404, "REFERENCE_NOT_FOUND");
        assert!(list_ids(&platform, CUSTOMERS).await.contains(&made["id"]));

        delete(&platform, &made).send().await.expect(204);
        get(&platform, &made).send().await.refused(404, "REFERENCE_NOT_FOUND");
        delete(&platform, &made).send().await.refused(404, "REFERENCE_NOT_FOUND");
        assert!(!list_ids(&platform, CUSTOMERS).await.contains(&made["id"]));
        let again = register(&platform, &wanted).await;
        assert_ne!(again["id"], made["id"]);
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
        create(&platform, &small).await.refused(409, "CONFLICT");

        register(&platform, &address("SOLANA_WALLET", "USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")).await;
        register(&platform, &address("SOLANA_WALLET", "USDC", "ePjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")).await;
        register(&platform, &address("SOLANA_WALLET", "USDT", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")).await;

        // The same number in another member is another account.
        let number = json!({ "bankName": "Bank", "accountNumber": "+573001234567", "bankAccountType": "SAVINGS" });
        register(&platform, &account("COP_ACCOUNT", "COP", &number)).await;
        let phone = json!({ "bankName": "Bank", "phoneNumber": "+573001234567" });
        register(&platform, &account("COP_ACCOUNT", "COP", &phone)).await;
        create(&platform, &account("COP_ACCOUNT", "COP", &phone)).await.refused(409, "CONFLICT");
    }
}

journey! {
    /// Checks that the platform's own accounts have their own paths.
    async fn the_platforms_own(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let theirs = register(&platform, &for_customer(&customer, dollars("1000"))).await;
        let without_customer = register(&platform, &dollars("2000")).await;

        let mut wanted = dollars("3000");
        wanted["platformAccountId"] = json!("treasury");
        let own = platform.post(PLATFORMS).json(&wanted).send().await.expect(201);
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
        get(&platform, &own).send().await.refused(404, "REFERENCE_NOT_FOUND");
        delete(&platform, &own).send().await.refused(404, "REFERENCE_NOT_FOUND");

        let twin = platform.post(PLATFORMS).json(&dollars("2000")).send().await.refused(409, "CONFLICT");
        assert_eq!(twin["details"]["externalAccountId"], without_customer["id"]);
        platform.delete(&path(PLATFORMS, &own)).send().await.expect(204);
        platform.get(&path(PLATFORMS, &own)).send().await.refused(404, "REFERENCE_NOT_FOUND");
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
            let shown = get(&platform, account).send().await.expect(200);
            assert_eq!(shown["defaultUmaDepositAccount"], is_default, "{shown}");
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
            assert_eq!(fields(&refused.refused(400, "INVALID_INPUT")), ["defaultUmaDepositAccount"]);
        }

        let lasting = account("LIGHTNING", "BTC", &json!({ "lightningAddress": "ada@wallet.example.com" }));
        register(&platform, &for_deposits(for_customer(&customer, lasting))).await;
        let shown = get(&platform, &again).send().await.expect(200);
        assert_eq!(shown["defaultUmaDepositAccount"], false);
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
            let wanted = json!({
                "source": { "sourceType": "ACCOUNT", "accountId": source },
                "destination": { "destinationType": "ACCOUNT", "accountId": euro },
                "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1_000,
            });
            platform.post("/quotes").json(&wanted).send().await
        };
        let execute = |quote: &Value| platform.post(&format!("/quotes/{}/execute", quote["id"].as_str().unwrap()));

        let under_way = quote().await.expect(201);
        let waiting = quote().await.expect(201);
        platform.freeze().await;
        execute(&under_way).send().await.expect(200);

        delete(&platform, &json!({ "id": euro })).send().await.expect(204);
        let refused = execute(&waiting).send().await.refused(409, "CONFLICT");
        assert_eq!(refused["details"]["reason"], "DESTINATION_DELETED");
        quote().await.refused(404, "REFERENCE_NOT_FOUND");

        platform.advance(std::time::Duration::from_secs(2)).await;
        let payment = format!("/transactions/{}", under_way["transactionId"].as_str().unwrap());
        let payment = platform.get(&payment).send().await.expect(200);
        assert_eq!((&payment["status"], &payment["destination"]["accountId"]), (&json!("COMPLETED"), &json!(euro)));
        let balance = platform.get("/customers/internal-accounts?currency=USD").send().await.expect(200);
        assert_eq!(balance["data"][0]["balance"]["amount"], 9_000);
    }
}
