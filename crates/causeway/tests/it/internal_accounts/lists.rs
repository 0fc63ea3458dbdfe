//! Accounts of customers and of the platform (money 3.1, 3.3).

use causeway_domain::check_digits::Check;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{Platform, journey, on_engines};

async fn list(platform: &Platform, path: &str) -> Vec<Value> {
    platform.get(path).send().await.expect(200)["data"].as_array().unwrap().clone()
}

fn codes(accounts: &[Value]) -> Vec<&str> {
    accounts.iter().map(|account| account["balance"]["currency"]["code"].as_str().unwrap()).collect()
}

journey! {
    async fn money_j01_provisioning(service) {
        let platform = service.platform_with(&["USD", "EUR", "MXN", "BTC", "USDC", "USDB"]).await;
        let customer = platform.customer(&["USD", "USDC"]).await;
        let id = customer["id"].as_str().unwrap();
        let accounts = list(&platform, &format!("/customers/internal-accounts?customerId={id}")).await;
        assert_eq!(codes(&accounts), ["USD", "USDC", "USDB"]);
        let kinds: Vec<&Value> = accounts.iter().map(|account| &account["type"]).collect();
        assert_eq!(kinds, ["INTERNAL_FIAT", "INTERNAL_CRYPTO", "EMBEDDED_WALLET"]);

        for account in &accounts {
            assert_eq!((&account["status"], &account["customerId"]), (&json!("ACTIVE"), &customer["id"]));
            assert_eq!((&account["balance"]["amount"], &account["totalBalance"]["amount"]), (&json!(0), &json!(0)));
            for instruction in account["fundingPaymentInstructions"].as_array().unwrap() {
                assert_eq!(instruction["isPlatformAccount"], false);
                assert!(!instruction["instructionsNotes"].as_str().unwrap().is_empty(), "{instruction}");
            }
        }
        assert_eq!(accounts[2]["privateEnabled"], false);
        assert!(accounts[0].get("privateEnabled").is_none());

        let other = platform.customer(&["USD"]).await;
        let other = platform.get("/customers/internal-accounts?currency=USD").query("customerId", other["id"].as_str().unwrap());
        let other = other.send().await.expect(200)["data"][0].clone();
        let own = &accounts[0]["fundingPaymentInstructions"][0];
        let info = &own["accountOrWalletInfo"];
        assert_eq!(info["paymentRails"], json!(["ACH", "WIRE", "RTP", "FEDNOW"]));
        assert!(Check::Aba.passes(info["routingNumber"].as_str().unwrap()));
        assert!(own["instructionsNotes"].as_str().unwrap().contains(info["reference"].as_str().unwrap()));
        for unique in ["accountNumber", "reference"] {
            assert!(info[unique].is_string(), "{info}");
            assert_ne!(info[unique], other["fundingPaymentInstructions"][0]["accountOrWalletInfo"][unique]);
        }

        let own = list(&platform, "/platform/internal-accounts?currency=USD").await;
        assert_eq!(own.len(), 1);
        assert!(own[0].get("customerId").is_none());
        assert_eq!(own[0]["fundingPaymentInstructions"][0]["isPlatformAccount"], true);
        let own = list(&platform, "/platform/internal-accounts").await;
        assert_eq!(codes(&own), ["USD", "EUR", "MXN", "BTC", "USDC"]);
        assert_eq!(codes(&list(&platform, "/platform/internal-accounts?type=INTERNAL_CRYPTO").await), ["BTC", "USDC"]);

        let wallets = list(&platform, "/customers/internal-accounts?type=EMBEDDED_WALLET").await;
        assert_eq!(codes(&wallets), ["USDB", "USDB"]);
        for path in ["/customers/internal-accounts", "/platform/internal-accounts"] {
            platform.get(path).query("type", "FOO").send().await.expect_error(400, "INVALID_INPUT");
        }
    }
}

on_engines! {
    /// Checks that pages list the oldest account first.
    async fn pages(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let mut accounts = Vec::new();
        for _ in 0..2 {
            accounts.push(platform.customer(&["USD"]).await["id"].clone());
        }

        let first = platform.get("/customers/internal-accounts?limit=3").send().await.expect(200);
        assert_eq!((&first["totalCount"], &first["hasMore"]), (&json!(4), &json!(true)));
        let owners: Vec<&Value> = first["data"].as_array().unwrap().iter().map(|account| &account["customerId"]).collect();
        assert_eq!(owners, [&accounts[0], &accounts[0], &accounts[1]]);

        let next = platform.get("/customers/internal-accounts?limit=3");
        let next = next.query("cursor", first["nextCursor"].as_str().unwrap()).send().await.expect(200);
        assert_eq!((codes(next["data"].as_array().unwrap()), &next["hasMore"]), (vec!["USDB"], &json!(false)));
    }
}

on_engines! {
    async fn money_j37_isolation(service) {
        let one = service.platform(Environment::Sandbox).await;
        let two = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        let customer = one.customer(&["USD"]).await;
        let account = one.account_of(&customer, "USD").await;
        let bank = one.euro_account(&customer, "DE89370400440532013000").await;

        for stranger in [&two, &production] {
            let own = stranger.own_account("USD").await;
            for path in ["/customers/internal-accounts", "/customers/external-accounts", "/transactions"] {
                let list = stranger.get(path).query("customerId", customer["id"].as_str().unwrap()).send().await;
                assert_eq!(list.expect(200)["data"], json!([]), "{path}");
            }
            let path = format!("/customers/external-accounts/{bank}");
            stranger.get(&path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
            for (source, destination) in [(&account, &bank), (&own, &bank), (&account, &own)] {
                let quote = json!({
                    "source": { "sourceType": "ACCOUNT", "accountId": source },
                    "destination": { "destinationType": "ACCOUNT", "accountId": destination },
                    "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1000,
                });
                stranger.post("/quotes").json(&quote).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
            }
        }
    }
}
