//! Every type of account (money J3).

use std::collections::BTreeSet;

use causeway_store::platforms::Environment;
use causeway_wire::accounts::{Field, Rule};
use causeway_wire::external_accounts::{ACCOUNT_TYPES, AccountType, Naming};
use serde_json::{Value, json};

use super::samples::{Sample, samples};
use super::walks::{account, create, fields, for_customer, list_ids, register};
use crate::harness::{Platform, journey, on_engines};

fn body(customer: &Value, sample: &Sample) -> Value {
    for_customer(customer, account(sample.account_type, sample.currency, &sample.members))
}

/// Returns the body without a member of `accountInfo`.
fn without(mut body: Value, path: &str) -> Value {
    let (parent, name) = path.rsplit_once('.').map_or(("", path), |(parent, name)| (parent, name));
    let pointer =
        if parent.is_empty() { "/accountInfo".to_owned() } else { format!("/accountInfo/{parent}") };
    let members = body.pointer_mut(&pointer).and_then(Value::as_object_mut).expect("an object");
    assert!(members.shift_remove(name).is_some(), "{path} is not in the sample");
    body
}

async fn check_invalid(platform: &Platform, body: &Value, field: &str) {
    let error = create(platform, body).await.expect_error(400, "INVALID_INPUT");
    assert_eq!(fields(&error), [format!("accountInfo.{field}")], "{body}\n{error}");
}

journey! {
    async fn money_j03_external_account_per_type(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let known: BTreeSet<&str> = ACCOUNT_TYPES.iter().map(|row| row.account_type).collect();
        assert_eq!(samples().iter().map(|sample| sample.account_type).collect::<BTreeSet<_>>(), known);

        for sample in samples() {
            let body = body(&customer, &sample);
            let account = register(&platform, &body).await;
            assert_eq!((&account["status"], &account["currency"]), (&json!("ACTIVE"), &body["currency"]), "{body}");
            let mut details = account["accountInfo"].clone();
            let rails = details.as_object_mut().unwrap().shift_remove("paymentRails");
            let has_rails = !sample.rails.is_empty();
            assert_eq!(rails, has_rails.then(|| json!(sample.rails)), "{body}");
            let status = &account["beneficiaryVerificationStatus"];
            assert_eq!(status, &if has_rails { json!("MATCHED") } else { Value::Null }, "{body}");
            if sample.account_type != "SGD_ACCOUNT" {
                assert_eq!(details, body["accountInfo"], "as sent, and nothing else");
            }

            for needed in sample.needed {
                check_invalid(&platform, &without(body.clone(), needed), needed).await;
            }
            for (name, value) in sample.wrong {
                let mut body = body.clone();
                body["accountInfo"][*name] = json!(value);
                check_invalid(&platform, &body, name).await;
            }
        }
    }
}

/// Returns values that do not fit a member of this rule.
fn misfits(field: &Field) -> Vec<Value> {
    let mut values = vec![json!(7)];
    match field.rule {
        Rule::Text { min, max, pattern } => {
            values.extend([json!(""), json!("1".repeat(usize::from(max) + 1))]);
            values.extend(pattern.map(|_| json!("!".repeat(usize::from(min)))));
        }
        Rule::OneOf(_) => values.push(json!("NONE_OF_THEM")),
        Rule::Country | Rule::CountryOf(_) => values.extend([json!("ZZ"), json!("us"), json!("USA")]),
        Rule::Url => values.push(json!("nowhere")),
    }
    values
}

/// Returns the mandatory members of the type, below `accountInfo`, for a person or a company.
fn needed_of(row: &AccountType, is_person: bool) -> Vec<String> {
    let own = row.fields.iter().filter(|field| field.needed).map(|field| field.name.to_owned());
    let name = if is_person { ".fullName" } else { ".legalName" };
    let holder = ["", ".beneficiaryType", name].map(|name| format!("beneficiary{name}"));
    let person =
        row.holder.person_needs.iter().filter(|_| is_person).map(|name| format!("beneficiary.{name}"));
    let is_named = row.holder.naming == Naming::Needed;
    own.chain(holder.into_iter().chain(person).filter(|_| is_named)).collect()
}

on_engines! {
    /// Checks the requirements of the catalogue type by type, so that no member is forgotten here.
    async fn money_j03_every_member_of_the_catalogue(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for sample in samples() {
            let row = AccountType::find(sample.account_type).expect("a type");
            let body = account(sample.account_type, sample.currency, &sample.members);
            let is_person = body["accountInfo"]["beneficiary"]["beneficiaryType"] != "BUSINESS";
            for needed in needed_of(row, is_person) {
                check_invalid(&platform, &without(body.clone(), &needed), &needed).await;
            }

            if row.holder.naming == Naming::Needed {
                let mut company = body.clone();
                company["accountInfo"]["beneficiary"] = json!({ "beneficiaryType": "BUSINESS" });
                check_invalid(&platform, &company, "beneficiary.legalName").await;
            }

            let own = row.fields.iter().map(|field| (field, "/accountInfo", ""));
            let extras = row.holder.person_extras.iter();
            let holders = extras.map(|field| (field, "/accountInfo/beneficiary", "beneficiary."));
            for (field, place, prefix) in own.chain(holders) {
                for misfit in misfits(field) {
                    let mut body = body.clone();
                    let members = body.pointer_mut(place).and_then(Value::as_object_mut).expect("an object");
                    members.insert(field.name.to_owned(), misfit);
                    let error = create(&platform, &body).await.expect_error(400, "INVALID_INPUT");
                    // Members that contradict each other may be named too.
                    let expected = format!("accountInfo.{prefix}{}", field.name);
                    assert_eq!(fields(&error).iter().filter(|name| **name == expected).count(), 1, "{body}\n{error}");
                }
            }
        }
        assert!(list_ids(&platform, "/platform/external-accounts").await.is_empty(), "no account was registered");
    }
}

on_engines! {
    /// Checks the details that the service completes, drops, or accepts in another form.
    async fn details_are_completed(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let singapore = json!({ "accountNumber": "1234567890", "swiftCode": "DBSSSGSG" });
        let new_account = register(&platform, &account("SGD_ACCOUNT", "SGD", &singapore)).await;
        assert_eq!(new_account["accountInfo"]["bankName"], "DBS Bank");
        let unknown = json!({ "accountNumber": "1234567890", "swiftCode": "XXXXSGSG" });
        let new_account = register(&platform, &account("SGD_ACCOUNT", "SGD", &unknown)).await;
        assert_eq!(new_account["accountInfo"]["bankName"], Value::Null);

        let shouted = json!({ "address": "SPARK1PGSS8FW3ZYYTSD9JX3YQQMG7DJM8T4YRSGQQSYQCYQ5RQ000" });
        let new_account = register(&platform, &account("SPARK_WALLET", "BTC", &shouted)).await;
        let address = new_account["accountInfo"]["address"].as_str().unwrap().to_owned();
        assert!(address.starts_with("spark1pgss8") && address.ends_with("5rq000"), "{address}");

        let mut lightning = account("LIGHTNING", "BTC", &json!({ "lightningAddress": "bo@wallet.example.com" }));
        lightning["accountInfo"]["accountType"] = json!("LIGHTNING_ACCOUNT");
        assert_eq!(register(&platform, &lightning).await["accountInfo"]["accountType"], "LIGHTNING");

        let document = json!({ "bankName": "Nequi", "phoneNumber": "+573001234567",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Ana", "documentType": "CC", "documentNumber": "1", "foo": 1 } });
        let new_account = register(&platform, &account("COP_ACCOUNT", "COP", &document)).await;
        let holder = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Ana", "documentType": "CC", "documentNumber": "1" });
        assert_eq!(new_account["accountInfo"]["beneficiary"], holder);
        let other_account = register(&platform, &account("GHS_ACCOUNT", "GHS", &document)).await;
        let holder = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Ana" });
        assert_eq!(other_account["accountInfo"]["beneficiary"], holder, "Ghana issues no such document");

        let both = json!({ "vpa": "both@upi", "accountNumber": "323456789", "ifsc": "HDFC0001234", "rail": "RTGS" });
        let account = register(&platform, &account("INR_ACCOUNT", "INR", &both)).await;
        assert_eq!(account["accountInfo"]["paymentRails"], json!(["UPI", "RTGS"]));
        assert_eq!(account["accountInfo"]["accountNumber"], "323456789", "all members are kept");
    }
}

on_engines! {
    /// Checks that every bad member is named at once.
    async fn two_bad_fields(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (body, expected) in [
            (account("GBP_ACCOUNT", "GBP", &json!({ "sortCode": "1", "accountNumber": "2" })), ["sortCode", "accountNumber"]),
            (account("PHP_ACCOUNT", "PHP", &json!({})), ["bankName", "accountNumber"]),
            (account("COP_ACCOUNT", "COP", &json!({ "bankName": "B" })), ["accountNumber", "bankAccountType"]),
            (account("INR_ACCOUNT", "INR", &json!({ "accountNumber": "123456789" })), ["ifsc", "rail"]),
        ] {
            let error = create(&platform, &body).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(fields(&error), expected.map(|name| format!("accountInfo.{name}")), "{body}");
        }

        // Errors of the shape and of the rules together.
        let mixed = account("CNY_ACCOUNT", "CNY", &json!({ "bankName": "", "accountNumber": "1", "phoneNumber": "x" }));
        let error = create(&platform, &mixed).await.expect_error(400, "INVALID_INPUT");
        let expected = ["bankName", "phoneNumber", "accountNumber"].map(|name| format!("accountInfo.{name}"));
        assert_eq!(fields(&error).into_iter().collect::<BTreeSet<_>>(), expected.into());

        let unknown = json!({ "currency": "USD", "accountInfo": { "accountType": "MOON_ACCOUNT" } });
        let error = create(&platform, &unknown).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["accountInfo.accountType"]);
    }
}
