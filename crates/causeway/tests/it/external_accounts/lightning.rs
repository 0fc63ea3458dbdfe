//! Lightning invoices, addresses and offers that can be registered (money 4.7).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{account, create, fields, register};
use crate::harness::{Platform, on_engines};

/// The vectors of BOLT 11; see `crates/domain/src/external_accounts/lightning/tests.rs` for their source.
const VECTORS: &str = include_str!("../../../../domain/testdata/bolt11.json");

/// The status and the body of a response to a registration.
struct Registration {
    status: u16,
    answer: Value,
}

async fn try_register(platform: &Platform, member: &str, value: &str) -> Registration {
    let body = account("LIGHTNING", "BTC", &json!({ member: value }));
    let response = create(platform, &body).await;
    Registration { status: response.status, answer: response.json() }
}

on_engines! {
    async fn production_takes_the_invoices_that_bolt_11_takes(service) {
        let production = service.platform(Environment::Production).await;
        let vectors: Vec<Value> = serde_json::from_str(VECTORS).unwrap();
        for vector in vectors {
            let invoice = vector["invoice"].as_str().unwrap();
            let Registration { status, answer } = try_register(&production, "invoice", invoice).await;
            // Production refuses the testnet, whose money has no value.
            let is_right = vector["fault"].is_null() && !invoice.starts_with("lntb");
            // One vector is another one in capitals.
            let is_twin = invoice.starts_with("LNBC25M1") && answer["details"]["reason"] == "DUPLICATE_EXTERNAL_ACCOUNT";
            assert_eq!(status, if is_twin { 409 } else if is_right { 201 } else { 400 }, "{vector} {answer}");
            if vector["fault"] == "CHECKSUM" {
                assert_eq!((&answer["code"], &answer["details"]["reason"]), (&json!("INVALID_BANK_ACCOUNT"), &json!("CHECKSUM_FAILED")));
            } else if !is_right {
                assert_eq!((&answer["code"], fields(&answer)), (&json!("INVALID_INPUT"), vec!["accountInfo.invoice".to_owned()]));
            }
        }
    }
}

on_engines! {
    async fn the_sandbox_checks_only_the_form_of_an_invoice(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        for sample in ["lnbc20m1pvjluezpp5qqq002", "lnbcrt1pvjluezpp5qqq003", "LNTB1PVJLUEZPP5QQQ004", "lntbs2500u1pvjluezpp5qqqzry"] {
            let Registration { status, answer } = try_register(&sandbox, "invoice", sample).await;
            assert_eq!(status, 201, "{sample} {answer}");
        }
        for other in ["lnhello123456", "lnbc20x1pvjluezpp5qqqzry", "lnbc1p1pvjluezpp5qqqzry", "lnbC20m1pvjluezpp5qqqzry", "lnltc20m1pvjluezpp5qqqzry"] {
            let Registration { status, answer } = try_register(&sandbox, "invoice", other).await;
            assert_eq!(status, 400, "{other} {answer}");
            assert_eq!(fields(&answer), ["accountInfo.invoice"]);
        }
    }
}

on_engines! {
    async fn addresses_are_as_lud_16_has_them(service) {
        for environment in [Environment::Sandbox, Environment::Production] {
            let platform = service.platform(environment).await;
            for address in ["Satoshi@Bitcoin.ORG", "tips+coffee@pay.example", "_@pay.example", "a.b_c-d@sub.pay.example"] {
                let account = register(&platform, &account("LIGHTNING", "BTC", &json!({ "lightningAddress": address }))).await;
                assert_eq!(account["accountInfo"]["lightningAddress"], json!(address.to_lowercase()));
            }
            for address in [
                "a/b@pay.example", "a%2e@pay.example", "a#b@pay.example", "a&b@pay.example", "..@pay.example", "+tag@pay.example",
                "a b@pay.example", "jürgen@pay.example", "a@pay", "a@10.0.0.1", "a@pay.example:443", "a@pay.example/x",
                "a@0x7f.0x1", "a@pay.0x7F", "a@pay.2130706433", "a@pay..example", "a@pay_er.example", "a@x-.example", "a@@pay.example", "a@pay.example.",
            ] {
                let Registration { status, answer } = try_register(&platform, "lightningAddress", address).await;
                assert_eq!(status, 400, "{address} {answer}");
                assert_eq!(fields(&answer), ["accountInfo.lightningAddress"], "{address}");
            }
        }
    }
}

/// An offer of a tea, by a payee whose key is one byte repeated.
const OFFER: &str = "lno1pgphgetpzcssyzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgf";

on_engines! {
    async fn an_offer_is_kept_in_one_piece_and_in_production_whole(service) {
        let (first, rest) = OFFER.split_at(23);
        for environment in [Environment::Sandbox, Environment::Production] {
            let platform = service.platform(environment).await;
            let pieces = format!("{first}+ {rest}").to_uppercase();
            let account = register(&platform, &account("LIGHTNING", "BTC", &json!({ "bolt12": pieces }))).await;
            assert_eq!(account["accountInfo"]["bolt12"], OFFER);

            let Registration { status, answer } = try_register(&platform, "bolt12", OFFER).await;
            assert_eq!((status, &answer["details"]["reason"]), (409, &json!("DUPLICATE_EXTERNAL_ACCOUNT")));

            let mixed = OFFER.replacen("lno1", "LNO1", 1);
            let foreign = format!("{first}b{rest}");
            for other in [mixed, foreign, format!("{OFFER}+"), format!("{first} {rest}")] {
                let Registration { status, answer } = try_register(&platform, "bolt12", &other).await;
                assert_eq!((status, fields(&answer)), (400, vec!["accountInfo.bolt12".to_owned()]), "{other}");
            }

            let Registration { status, answer } = try_register(&platform, "bolt12", &OFFER[..OFFER.len() - 7]).await;
            if environment == Environment::Sandbox {
                assert_eq!(status, 201, "a sample {answer}");
            } else {
                assert_eq!((status, fields(&answer)), (400, vec!["accountInfo.bolt12".to_owned()]));
            }
        }
    }
}
