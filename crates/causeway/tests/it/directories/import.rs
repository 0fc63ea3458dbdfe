//! `directory import` (conventions 2.1).

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{Service, journey, on_engines};
use crate::operator::acting::{act, expect_error, trail};

fn import(directory: &str, entries: Value) -> Value {
    json!({ "directory": directory, "environment": "production", "entries": entries })
}

async fn import_error(service: &Service, directory: &str, entries: Value) -> String {
    expect_error(service, "directory import", import(directory, entries), Kind::Invalid).await.message
}

journey! {
    async fn a_directory_is_replaced_as_a_whole(service) {
        let production = service.platform(Environment::Production).await;
        let sandbox = service.platform(Environment::Sandbox).await;
        let samples = sandbox.get("/discoveries").send().await.expect(200);
        let entries = json!([
            { "country": "NG", "currency": "NGN", "bankName": "Zenith Bank" },
            { "country": "GH", "currency": "GHS", "bankName": "MTN", "displayName": "MTN Mobile Money", "paymentRails": ["MOBILE_MONEY"] },
            { "country": "US", "currency": "USD", "bankName": "Example Bank", "paymentRails": ["WIRE", "ACH"] },
        ]);

        let done = act(service, "directory import", import("banks", entries)).await.json;
        assert_eq!(done, json!({ "directory": "banks", "environment": "PRODUCTION", "entries": 3 }));
        let listed = production.get("/discoveries").send().await.expect(200);
        assert_eq!(listed["data"], json!([
            { "bankName": "MTN", "displayName": "MTN Mobile Money", "country": "GH", "currency": "GHS", "paymentRails": ["MOBILE_MONEY"] },
            { "bankName": "Zenith Bank", "displayName": "Zenith Bank", "country": "NG", "currency": "NGN", "paymentRails": ["BANK_TRANSFER"] },
            { "bankName": "Example Bank", "displayName": "Example Bank", "country": "US", "currency": "USD", "paymentRails": ["WIRE", "ACH"] },
        ]));

        let entry = trail(service).await.into_iter().find(|entry| entry.action == "directory import").expect("an entry");
        assert!(entry.detail["entries"].as_str().is_some_and(|text| text.starts_with("3 entries, SHA-256 ")), "{:?}", entry.detail);

        let one = json!([{ "country": "PH", "currency": "PHP", "bankName": "BPI" }]);
        act(service, "directory import", import("banks", one)).await;
        let listed = production.get("/discoveries").send().await.expect(200);
        assert_eq!(listed["data"].as_array().map(Vec::len), Some(1), "what is not imported again is gone");
        assert_eq!(sandbox.get("/discoveries").send().await.expect(200), samples, "the other environment stays");

        act(service, "directory import", import("banks", json!([]))).await;
        assert_eq!(production.get("/discoveries").send().await.expect(200)["data"], json!([]));
    }
}

on_engines! {
    async fn an_entry_that_is_wrong_is_named_and_nothing_is_imported(service) {
        let platform = service.platform(Environment::Production).await;
        let bank = json!({ "country": "NG", "currency": "NGN", "bankName": "Zenith Bank" });
        let with = |name: &str, value: Value| {
            let mut changed = bank.clone();
            changed[name] = value;
            changed
        };
        for wrong in [
            json!("Zenith Bank"),
            json!({ "country": "NG", "currency": "NGN" }),
            with("country", json!("ZZ")),
            with("currency", json!("ngn")),
            with("currency", json!("BTC")),
            with("bankName", json!("")),
            with("bankName", json!(" Zenith")),
            with("bankName", json!("x".repeat(256))),
            with("displayName", json!("a\u{7}b")),
            with("paymentRails", json!([])),
            with("paymentRails", json!(["SEPA"])),
            with("paymentRails", json!(["BANK_TRANSFER", "BANK_TRANSFER"])),
            with("paymentRail", json!(["BANK_TRANSFER"])),
            bank.clone(),
        ] {
            let message = import_error(service, "banks", json!([bank, wrong])).await;
            assert!(message.starts_with("entry 2: "), "{wrong}: {message}");
        }

        let vasp = json!({ "vaspName": "Example" });
        for wrong in [json!({ "vaspName": "" }), json!({ "vaspName": "x", "url": "ftp://x" }), vasp.clone()] {
            assert!(import_error(service, "vasps", json!([vasp, wrong])).await.starts_with("entry 2: "));
        }

        let provider = json!({ "name": "Example", "domain": "example.com" });
        let changed = |name: &str, value: Value| {
            let mut changed = provider.clone();
            changed["domain"] = json!("other.example");
            changed[name] = value;
            changed
        };
        for wrong in [
            changed("domain", json!("EXAMPLE.com")),
            changed("domain", json!("no host")),
            changed("name", json!("a\u{1}b")),
            changed("lei", json!("x")),
            changed("logoUrl", json!("logo.png")),
            changed("supportedCurrencies", json!(["XYZ"])),
            changed("supportedRegions", json!(["ZZ"])),
            changed("allowListStatus", json!(true)),
        ] {
            let message = import_error(service, "uma-providers", json!([provider, wrong])).await;
            assert!(message.starts_with("entry 2: "), "{wrong}: {message}");
        }

        let many: Vec<Value> = (0..1001).map(|n| json!({ "name": "x", "domain": format!("d{n}.example") })).collect();
        assert!(import_error(service, "uma-providers", json!(many)).await.contains("1001 entries"));
        expect_error(service, "directory import", import("cards", json!([])), Kind::Invalid).await;
        let nowhere = json!({ "directory": "banks", "environment": "moon", "entries": [] });
        expect_error(service, "directory import", nowhere, Kind::Invalid).await;

        for path in ["/discoveries", "/vasps", "/uma-providers"] {
            assert_eq!(platform.get(path).send().await.expect(200)["data"], json!([]), "{path}");
        }
    }
}
