//! Checks of external accounts (money J4, J5).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{
    CUSTOMERS, PLATFORMS, account, create, dollars, fields, for_customer, list_ids, register,
};
use crate::harness::{Platform, journey, on_engines};

fn routing(number: &str) -> Value {
    account("USD_ACCOUNT", "USD", &json!({ "accountNumber": "000123456789", "routingNumber": number }))
}

fn clabe(number: &str) -> Value {
    account("MXN_ACCOUNT", "MXN", &json!({ "clabeNumber": number }))
}

fn iban(number: &str) -> Value {
    let holder = json!({ "beneficiaryType": "BUSINESS", "legalName": "Muster AG" });
    account("EUR_ACCOUNT", "EUR", &json!({ "iban": number, "beneficiary": holder }))
}

/// Checks accounts that are refused in both environments.
async fn check_always_refused(platform: &Platform) {
    for (body, field) in [
        (account("SPARK_WALLET", "BTC", &json!({ "address": "invalid_address" })), "address"),
        (
            account(
                "LIGHTNING",
                "BTC",
                &json!({ "invoice": "lnbc15u1p3xnhl2pp5", "lightningAddress": "a@b.example" }),
            ),
            "lightningAddress",
        ),
        (account("LIGHTNING", "BTC", &json!({})), "invoice"),
        (
            account("CNY_ACCOUNT", "CNY", &json!({ "bankName": "Bank", "accountNumber": "1" })),
            "accountNumber",
        ),
    ] {
        let error = create(platform, &body).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), [format!("accountInfo.{field}")], "{body}");
    }

    let mut other = dollars("000123456789");
    for currency in ["EUR", "XYZ", "USDC"] {
        other["currency"] = json!(currency);
        create(platform, &other).await.expect_error(400, "INVALID_CURRENCY");
    }

    let stablecoin = json!({ "country": "DE", "swiftCode": "DEUTDEFF", "bankName": "Bank", "iban": "DE89370400440532013000" });
    create(platform, &account("SWIFT_ACCOUNT", "USDC", &stablecoin))
        .await
        .expect_error(400, "INVALID_CURRENCY");
}

journey! {
    async fn money_j04_checks(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        for body in [routing("123456789"), clabe("123456789012345678"), iban("DE89370400440532013003")] {
            assert_eq!(register(&sandbox, &body).await["status"], "ACTIVE");
        }
        check_always_refused(&sandbox).await;

        let production = service.platform(Environment::Production).await;
        let mut intermediary = routing("021000021");
        intermediary["accountInfo"]["intermediaryRoutingNumber"] = json!("123456789");
        let pix = |key: &str, tax: &str| account("BRL_ACCOUNT", "BRL", &json!({ "pixKey": key, "pixKeyType": "CPF", "taxId": tax }));
        let wallet = |kind: &str, currency: &str, address: &str| account(kind, currency, &json!({ "address": address }));
        for (body, field) in [
            (routing("123456789"), "routingNumber"),
            (intermediary, "intermediaryRoutingNumber"),
            (clabe("123456789012345678"), "clabeNumber"),
            (iban("DE89370400440532013003"), "iban"),
            (pix("52998224726", "52998224725"), "pixKey"),
            (pix("52998224725", "52998224726"), "taxId"),
            (wallet("ETHEREUM_WALLET", "USDC", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed"), "address"),
            (wallet("SPARK_WALLET", "BTC", "spark1pgss8fw3zyytsd9jx3yqqmg7djm8t4yrsgqqsyqcyq5rq002"), "address"),
            (wallet("TRON_WALLET", "USDT", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL002"), "address"),
            (wallet("SOLANA_WALLET", "USDC", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"), "address"),
        ] {
            let error = create(&production, &body).await.expect_error(400, "INVALID_BANK_ACCOUNT");
            assert_eq!(error["details"]["reason"], "CHECKSUM_FAILED", "{body}");
            assert_eq!(error["details"]["field"], format!("accountInfo.{field}"), "{body}");
        }

        for body in [routing("021000021"), clabe("032180000118359719"), iban("DE89370400440532013000")] {
            let account = register(&production, &body).await;
            assert_eq!((&account["status"], &account["beneficiaryVerificationStatus"]), (&json!("PENDING"), &json!("UNSUPPORTED")));
        }

        let mixed = wallet("ETHEREUM_WALLET", "USDC", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
        assert_eq!(register(&production, &mixed).await["status"], "ACTIVE", "no wallet is screened");
        check_always_refused(&production).await;
    }
}

on_engines! {
    /// Checks that production, unlike the sandbox, knows the providers, numbers and banks of a country.
    async fn production_knows_the_country(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        let mobile = |kind: &str, number: &str, provider: &str, region: Value| {
            let mut body = account(&format!("{kind}_ACCOUNT"), kind, &json!({ "phoneNumber": number, "provider": provider }));
            if !region.is_null() {
                body["accountInfo"]["region"] = region;
            }
            body
        };
        let swift = |country: &str, code: &str, more: Value| {
            let mut body = account("SWIFT_ACCOUNT", "USD", &json!({ "country": country, "swiftCode": code, "bankName": "Bank" }));
            for (name, value) in more.as_object().unwrap() {
                body["accountInfo"][name] = value.clone();
            }
            body
        };

        let none = Value::Null;
        for (body, code, field) in [
            (mobile("KES", "+254712345678", "MTN", none.clone()), "INVALID_BANK_ACCOUNT", "provider"),
            (mobile("MWK", "+256712345678", "AIRTEL", none.clone()), "INVALID_INPUT", "phoneNumber"),
            (mobile("XOF", "+221771234567", "MTN", json!("CI")), "INVALID_INPUT", "phoneNumber"),
            (swift("GB", "BARCGB22", json!({ "accountNumber": "12345678" })), "INVALID_INPUT", "iban"),
            (swift("US", "BARCGB22", json!({ "accountNumber": "87654321" })), "INVALID_INPUT", "swiftCode"),
            (swift("DE", "DEUTDEFF", json!({ "iban": "GB82WEST12345698765432" })), "INVALID_INPUT", "iban"),
        ] {
            register(&sandbox, &body).await;
            let error = create(&production, &body).await.expect_error(400, code);
            let field = format!("accountInfo.{field}");
            let named = &error["details"];
            assert!(named["field"] == field || named["errors"][0]["field"] == field, "{body}\n{error}");
        }

        for body in [
            mobile("KES", "+254712345678", "M-PESA", none),
            mobile("XOF", "+2250707070707", "MTN", json!("CI")),
            swift("US", "CHASUS33", json!({ "accountNumber": "12345678" })),
            swift("DE", "DEUTDEFF", json!({ "iban": "DE89370400440532013000" })),
        ] {
            assert_eq!(register(&production, &body).await["status"], "PENDING");
        }

        let magic = json!({ "accountNumber": "000102", "routingNumber": "021000021" });
        let name = register(&production, &account("USD_ACCOUNT", "USD", &magic)).await;
        assert_eq!(name["beneficiaryVerificationStatus"], "UNSUPPORTED", "magic values are ordinary data here");
    }
}

journey! {
    async fn money_j05_name_check(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (suffix, status, name) in [
            ("102", "NOT_MATCHED", None),
            ("103", "PARTIAL_MATCH", Some("Erika A. Musterfrau")),
            ("104", "PENDING", None),
            ("106", "UNSUPPORTED", None),
            ("107", "CHECKED_BY_RECEIVING_FI", None),
            ("111", "MATCHED", Some("Erika Musterfrau")),
        ] {
            let account = register(&platform, &dollars(&format!("000000{suffix}"))).await;
            assert_eq!((&account["beneficiaryVerificationStatus"], &account["status"]), (&json!(status), &json!("ACTIVE")));
            let verified = name.map_or(Value::Null, |name| json!({ "fullName": name }));
            assert_eq!(account["beneficiaryVerifiedData"], verified);
        }

        let before = list_ids(&platform, PLATFORMS).await;
        create(&platform, &dollars("000000105")).await.expect_error(400, "INVALID_BANK_ACCOUNT");
        assert_eq!(list_ids(&platform, PLATFORMS).await, before, "a refused account is not stored");

        let upi = account("INR_ACCOUNT", "INR", &json!({ "vpa": "user102@upi" }));
        assert_eq!(register(&platform, &upi).await["beneficiaryVerificationStatus"], "NOT_MATCHED");
        let wallet = account("ETHEREUM_WALLET", "USDC", &json!({ "address": format!("0x{:0>40}", 105) }));
        assert_eq!(register(&platform, &wallet).await["beneficiaryVerificationStatus"], Value::Null);
    }
}

on_engines! {
    /// Checks that a named customer must exist, and that errors in the account's fields are reported before
    /// that.
    async fn customers_must_be_there(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let unknown_customer = json!({ "id": "Customer:01980000-0000-7000-8000-000000000000" });
        create(&platform, &for_customer(&unknown_customer, dollars("1"))).await.expect_error(404, "USER_NOT_FOUND");

        let deleted = platform.customer(&["USD"]).await;
        let path = format!("/customers/{}", deleted["id"].as_str().unwrap());
        platform.delete(&path).send().await.expect(200);

        create(&platform, &for_customer(&deleted, clabe("1234567890123456"))).await.expect_error(400, "INVALID_INPUT");
        create(&platform, &for_customer(&deleted, account("LIGHTNING", "BTC", &json!({})))).await.expect_error(400, "INVALID_INPUT");
        create(&platform, &for_customer(&deleted, dollars("2"))).await.expect_error(404, "USER_NOT_FOUND");
        assert_eq!(list_ids(&platform, CUSTOMERS).await, Vec::<Value>::new());
    }
}

on_engines! {
    async fn blanks_and_strange_characters(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        let number = |text: &str| account("USD_ACCOUNT", "USD", &json!({ "accountNumber": text, "routingNumber": "021000021" }));
        let wrong = async |platform: &Platform, body: &Value, field: &str| {
            let error = create(platform, body).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(fields(&error), [format!("accountInfo.{field}")], "{body}");
            error["details"]["errors"][0].clone()
        };

        for platform in [&sandbox, &production] {
            // Blanks of every kind are trimmed, and nothing remains.
            for blank in [" ", "   ", "\t", "\u{2003}"] {
                wrong(platform, &number(blank), "accountNumber").await;
            }
            let mut unnamed = number("000123456789");
            unnamed["accountInfo"]["bankName"] = json!("  ");
            wrong(platform, &unnamed, "bankName").await;
            let new_account = register(platform, &number("  000123456789\u{a0}")).await;
            assert_eq!(new_account["accountInfo"]["accountNumber"], "000123456789");
            create(platform, &number("000123456789")).await.expect_error(409, "CONFLICT");
            for country in ["ZZ", "UK", "de"] {
                let foreign_bank = json!({ "country": country, "swiftCode": "DEUTDEFF", "bankName": "Bank", "accountNumber": "1" });
                let body = account("SWIFT_ACCOUNT", "EUR", &foreign_bank);
                let error = wrong(platform, &body, "country").await;
                assert_eq!(error["constraint"], json!({ "format": "iso3166-1-alpha-2" }), "{error}");
            }
        }

        for platform in [&sandbox, &production] {
            wrong(platform, &number("12\u{200b}34"), "accountNumber").await;
        }
        for strange in ["\u{661}\u{662}\u{663}", "12\u{e9}"] {
            wrong(&production, &number(strange), "accountNumber").await;
            register(&sandbox, &number(strange)).await;
        }
        register(&production, &number("12-34 56/7")).await;
    }
}

on_engines! {
    /// Checks that production refuses addresses that no key owns, where money would be lost for good.
    async fn production_takes_no_address_that_no_key_owns(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        let wallet = |kind: &str, currency: &str, address: &str| account(kind, currency, &json!({ "address": address }));
        for body in [
            wallet("ETHEREUM_WALLET", "USDT", "0x000000000000000000000000000000000000dEaD"),
            wallet("POLYGON_WALLET", "USDC", "0x0000000000000000000000000000000000001010"),
            wallet("PLASMA_WALLET", "USDT", "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"),
            wallet("BASE_WALLET", "USDC", "0x4200000000000000000000000000000000000006"),
            wallet("SOLANA_WALLET", "USDC", "1nc1nerator11111111111111111111111111111111"),
            wallet("SOLANA_WALLET", "USDT", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"),
            wallet("TRON_WALLET", "USDT", "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy"),
            wallet("TRON_WALLET", "USDT", "T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY"),
        ] {
            register(&sandbox, &body).await;
            let error = create(&production, &body).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(fields(&error), ["accountInfo.address"], "{body}");
        }

        for body in [
            wallet("ETHEREUM_WALLET", "USDC", "0x00000000219ab540356cBB839Cbe05303d7705Fa"),
            wallet("SOLANA_WALLET", "USDC", "8TCdKAerX67tSDPXoJeLsSUf2eQGUEJov5wNLfyBq9fK"),
            wallet("TRON_WALLET", "USDT", "TLrf6ze3bZX4PmKwHrNAwERfaMPafCiA4G"),
            wallet("SPARK_WALLET", "USDB", "spark1pgssxkutwulzsrc5hvskcy8nnr5ru79jjntmg0hfq2rg02vmfmv5x98u8vjdzl"),
        ] {
            register(&production, &body).await;
        }
    }
}
