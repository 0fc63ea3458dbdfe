//! Every type of account (money J3).

use std::collections::BTreeSet;

use causeway_store::platforms::Environment;
use causeway_wire::external_accounts::ACCOUNT_TYPES;
use serde_json::{Value, json};

use super::samples::{Sample, samples};
use super::walks::{account, create, created, fields, of};
use crate::harness::{Platform, journey};

fn body(customer: &Value, sample: &Sample) -> Value {
    of(customer, account(sample.account_type, sample.currency, &sample.members))
}

/// The same body without a member of `accountInfo`.
fn without(mut body: Value, path: &str) -> Value {
    let (parent, name) = path.rsplit_once('.').map_or(("", path), |(parent, name)| (parent, name));
    let pointer =
        if parent.is_empty() { "/accountInfo".to_owned() } else { format!("/accountInfo/{parent}") };
    let members = body.pointer_mut(&pointer).and_then(Value::as_object_mut).expect("an object");
    assert!(members.shift_remove(name).is_some(), "{path} is not in the sample");
    body
}

async fn refused_for(platform: &Platform, body: &Value, field: &str) {
    let refused = create(platform, body).await.refused(400, "INVALID_INPUT");
    assert_eq!(fields(&refused), [format!("accountInfo.{field}")], "{body}\n{refused}");
}

journey! {
    async fn money_j03_external_account_per_type(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let known: BTreeSet<&str> = ACCOUNT_TYPES.iter().map(|row| row.account_type).collect();
        assert_eq!(samples().iter().map(|sample| sample.account_type).collect::<BTreeSet<_>>(), known);

        for sample in samples() {
            let body = body(&customer, &sample);
            let made = created(&platform, &body).await;
            assert_eq!((&made["status"], &made["currency"]), (&json!("ACTIVE"), &body["currency"]), "{body}");
            let mut shown = made["accountInfo"].clone();
            let rails = shown.as_object_mut().unwrap().shift_remove("paymentRails");
            let has_rails = !sample.rails.is_empty();
            assert_eq!(rails, has_rails.then(|| json!(sample.rails)), "{body}");
            let status = &made["beneficiaryVerificationStatus"];
            assert_eq!(status, &if has_rails { json!("MATCHED") } else { Value::Null }, "{body}");
            if sample.account_type != "SGD_ACCOUNT" {
                assert_eq!(shown, body["accountInfo"], "as sent, and nothing else");
            }
            for needed in sample.needed {
                refused_for(&platform, &without(body.clone(), needed), needed).await;
            }
            for (name, value) in sample.wrong {
                let mut body = body.clone();
                body["accountInfo"][*name] = json!(value);
                refused_for(&platform, &body, name).await;
            }
        }
    }
}

journey! {
    /// What the service completes, drops, or takes in another form.
    async fn details_are_completed(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let singapore = json!({ "accountNumber": "1234567890", "swiftCode": "DBSSSGSG" });
        let made = created(&platform, &account("SGD_ACCOUNT", "SGD", &singapore)).await;
        assert_eq!(made["accountInfo"]["bankName"], "DBS Bank");
        let unknown = json!({ "accountNumber": "1234567890", "swiftCode": "XXXXSGSG" });
        let made = created(&platform, &account("SGD_ACCOUNT", "SGD", &unknown)).await;
        assert_eq!(made["accountInfo"]["bankName"], Value::Null);

        let shouted = json!({ "address": "SPARK1PGSS8FW3ZYYTSD9JX3YQQMG7DJM8T4YRSGQQSYQCYQ5RQ000" });
        let made = created(&platform, &account("SPARK_WALLET", "BTC", &shouted)).await;
        let address = made["accountInfo"]["address"].as_str().unwrap().to_owned();
        assert!(address.starts_with("spark1pgss8") && address.ends_with("5rq000"), "{address}");

        let mut lightning = account("LIGHTNING", "BTC", &json!({ "lightningAddress": "bo@wallet.example.com" }));
        lightning["accountInfo"]["accountType"] = json!("LIGHTNING_ACCOUNT");
        assert_eq!(created(&platform, &lightning).await["accountInfo"]["accountType"], "LIGHTNING");

        let document = json!({ "bankName": "Nequi", "phoneNumber": "+573001234567",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Ana", "documentType": "CC", "documentNumber": "1", "foo": 1 } });
        let made = created(&platform, &account("COP_ACCOUNT", "COP", &document)).await;
        let holder = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Ana", "documentType": "CC", "documentNumber": "1" });
        assert_eq!(made["accountInfo"]["beneficiary"], holder);
        let elsewhere = created(&platform, &account("GHS_ACCOUNT", "GHS", &document)).await;
        let holder = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Ana" });
        assert_eq!(elsewhere["accountInfo"]["beneficiary"], holder, "nobody in Ghana has such a document");

        let both = json!({ "vpa": "both@upi", "accountNumber": "323456789", "ifsc": "HDFC0001234", "rail": "RTGS" });
        let made = created(&platform, &account("INR_ACCOUNT", "INR", &both)).await;
        assert_eq!(made["accountInfo"]["paymentRails"], json!(["UPI", "RTGS"]));
        assert_eq!(made["accountInfo"]["accountNumber"], "323456789", "all members are kept");
    }
}

journey! {
    /// Every bad member is named at once.
    async fn two_bad_fields(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (body, expected) in [
            (account("GBP_ACCOUNT", "GBP", &json!({ "sortCode": "1", "accountNumber": "2" })), ["sortCode", "accountNumber"]),
            (account("PHP_ACCOUNT", "PHP", &json!({})), ["bankName", "accountNumber"]),
            (account("COP_ACCOUNT", "COP", &json!({ "bankName": "B" })), ["accountNumber", "bankAccountType"]),
            (account("INR_ACCOUNT", "INR", &json!({ "accountNumber": "123456789" })), ["ifsc", "rail"]),
        ] {
            let refused = create(&platform, &body).await.refused(400, "INVALID_INPUT");
            assert_eq!(fields(&refused), expected.map(|name| format!("accountInfo.{name}")), "{body}");
        }
        // Faults of the shape and of the rules, together.
        let mixed = account("CNY_ACCOUNT", "CNY", &json!({ "bankName": "", "accountNumber": "1", "phoneNumber": "x" }));
        let refused = create(&platform, &mixed).await.refused(400, "INVALID_INPUT");
        let expected = ["bankName", "phoneNumber", "accountNumber"].map(|name| format!("accountInfo.{name}"));
        assert_eq!(fields(&refused).into_iter().collect::<BTreeSet<_>>(), expected.into());
        let unknown = json!({ "currency": "USD", "accountInfo": { "accountType": "MOON_ACCOUNT" } });
        let refused = create(&platform, &unknown).await.refused(400, "INVALID_INPUT");
        assert_eq!(fields(&refused), ["accountInfo.accountType"]);
    }
}
