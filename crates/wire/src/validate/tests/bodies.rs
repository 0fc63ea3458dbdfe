//! Refusals as callers receive them.

use serde_json::{Value, json};

use crate::code::Code;
use crate::error::{FieldError, code_of};
use crate::external_accounts::ACCOUNT_TYPES;
use crate::table::{Customers, ExternalAccounts, Header, Operation, Platforms, Quotes, Sandbox};
use crate::validate::Contract;

const CREATE_CUSTOMER: Operation = Operation::Customers(Customers::CreateCustomer);
const UPDATE_CUSTOMER: Operation = Operation::Customers(Customers::UpdateCustomerById);
const CREATE_ACCOUNT: Operation =
    Operation::ExternalAccounts(ExternalAccounts::CreateCustomerExternalAccount);
const CREATE_QUOTE: Operation = Operation::Quotes(Quotes::CreateQuote);
const FUND: Operation = Operation::Sandbox(Sandbox::SandboxFundInternalAccount);

fn check(operation: Operation, mut body: Value) -> Vec<FieldError> {
    Contract::get().unwrap().check_body(operation, &mut body)
}

/// Returns the field and the constraint of every error.
fn refusals(operation: Operation, body: Value) -> Vec<(String, Value)> {
    check(operation, body)
        .into_iter()
        .map(|error| (error.field.clone(), serde_json::to_value(&error).unwrap()["constraint"].clone()))
        .collect()
}

fn fields(operation: Operation, body: Value) -> Vec<String> {
    refusals(operation, body).into_iter().map(|(field, _)| field).collect()
}

fn refused(field: &str, constraint: Value) -> (String, Value) {
    (field.to_owned(), constraint)
}

#[test]
fn every_wrong_field_is_reported_at_once() {
    let body = json!({
        "customerType": "INDIVIDUAL",
        "email": "x",
        "phoneNumber": "123",
        "birthDate": "1990-13-01",
        "nationality": "USA",
        "address": { "line1": "a\u{0}b", "country": "us" },
        "currencies": [],
        "fullName": " Jane  Doe",
        "sourceOfFundsCategories": ["SALARY", "LOTTERY"],
    });
    let name_pattern = r"^[^<>{}\[\]|\\^~; ]+( [^<>{}\[\]|\\^~; ]+)*$";
    assert_eq!(
        refusals(CREATE_CUSTOMER, body),
        [
            refused("currencies", json!(null)),
            refused("email", json!({ "format": "email" })),
            refused("phoneNumber", json!({ "format": "e.164" })),
            refused("fullName", json!({ "pattern": name_pattern })),
            refused("birthDate", json!({ "format": "date" })),
            refused("nationality", json!({ "format": "iso3166-1-alpha-2" })),
            refused("address.line1", json!(null)),
            refused("address.postalCode", json!(null)),
            refused("address.country", json!({ "format": "iso3166-1-alpha-2" })),
            refused(
                "sourceOfFundsCategories[1]",
                json!({ "enum": [
                    "SALARY", "SELF_EMPLOYMENT_INCOME", "INVESTMENT_INCOME", "PENSION", "RENTAL_INCOME", "GIFT",
                    "INHERITANCE", "LOAN", "SAVINGS", "SALE_OF_ASSETS", "OTHER",
                ] }),
            ),
        ]
    );
}

#[test]
fn a_union_asks_for_its_tag_first() {
    let types = json!({ "enum": ["INDIVIDUAL", "BUSINESS"] });
    for body in [json!({}), json!({ "customerType": "COMPANY" }), json!({ "customerType": 1, "email": "x" })]
    {
        assert_eq!(refusals(CREATE_CUSTOMER, body), [refused("customerType", types.clone())]);
    }
    assert_eq!(refusals(CREATE_CUSTOMER, json!({ "customerType": "INDIVIDUAL" })), []);
    assert_eq!(fields(CREATE_CUSTOMER, json!({ "customerType": "BUSINESS" })), ["businessInfo"]);
    assert_eq!(
        fields(CREATE_CUSTOMER, json!({ "customerType": "BUSINESS", "businessInfo": {} })),
        [
            "businessInfo.legalName",
            "businessInfo.country",
            "businessInfo.incorporatedOn",
            "businessInfo.taxId"
        ]
    );
}

#[test]
fn unknown_and_read_only_members_are_ignored() {
    let body = json!({
        "customerType": "INDIVIDUAL",
        "foo": "\u{0}",
        "id": "Customer:x",
        "kycStatus": { "not": "a status" },
    });
    assert_eq!(refusals(CREATE_CUSTOMER, body), []);
}

#[test]
fn null_is_absent_except_on_patch() {
    let body = json!({ "customerType": "BUSINESS", "email": null, "businessInfo": null });
    assert_eq!(fields(CREATE_CUSTOMER, body), ["businessInfo"]);
    let body = json!({ "customerType": "INDIVIDUAL", "email": null, "kycStatus": null });
    assert_eq!(fields(UPDATE_CUSTOMER, body), ["email"]);
}

#[test]
fn account_types_are_checked_by_their_row() {
    let body = json!({
        "currency": "usd",
        "accountInfo": {
            "accountType": "USD_ACCOUNT",
            "accountNumber": "",
            "routingNumber": "12a",
            "bankAccountType": "X",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "address": { "line1": "a", "country": "usa" } },
        },
    });
    assert_eq!(
        refusals(CREATE_ACCOUNT, body),
        [
            refused("currency", json!({ "pattern": "^[A-Z0-9]{2,10}$" })),
            refused("accountInfo.accountNumber", json!({ "minLength": 1 })),
            refused("accountInfo.routingNumber", json!({ "minLength": 9 })),
            refused("accountInfo.bankAccountType", json!({ "enum": ["CHECKING", "SAVINGS"] })),
            refused("accountInfo.beneficiary.fullName", json!(null)),
            refused("accountInfo.beneficiary.address.postalCode", json!(null)),
            refused("accountInfo.beneficiary.address.country", json!({ "format": "iso3166-1-alpha-2" })),
        ]
    );
    let eur = |beneficiary: Value| {
        let account = json!({
            "accountType": "EUR_ACCOUNT",
            "iban": "DE89370400440532013000",
            "beneficiary": beneficiary,
        });
        fields(CREATE_ACCOUNT, json!({ "currency": "EUR", "accountInfo": account }))
    };
    let person = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" });
    assert_eq!(eur(person), ["accountInfo.beneficiary.countryOfResidence"]);
    assert_eq!(eur(json!({ "beneficiaryType": "BUSINESS", "legalName": "Muster AG" })), [""; 0]);
    let unknown = json!({ "currency": "EUR", "accountInfo": { "accountType": "XYZ_ACCOUNT" } });
    let types = ACCOUNT_TYPES.iter().flat_map(|row| std::iter::once(row.account_type).chain(row.alias));
    let types: Vec<&str> = types.collect();
    assert_eq!(
        refusals(CREATE_ACCOUNT, unknown),
        [refused("accountInfo.accountType", json!({ "enum": types }))]
    );
}

#[test]
fn a_wrong_amount_alone_has_a_code_of_its_own() {
    for amount in [json!(0), json!(-1), json!(100_000_000_001_i64), json!("5"), json!(1.5), json!(u64::MAX)] {
        let errors = check(FUND, json!({ "amount": amount }));
        assert_eq!((errors.len(), code_of(&errors)), (1, Code::InvalidAmount), "{amount}");
        assert_eq!(errors[0].value.as_ref(), Some(&amount));
    }
    assert_eq!(code_of(&check(FUND, json!({}))), Code::InvalidAmount);
    let quote = |amount: Value, side: &str| {
        let id = "01890a5d-ac96-774b-bcce-b302099a8057";
        code_of(&check(
            CREATE_QUOTE,
            json!({
                "source": { "sourceType": "ACCOUNT", "accountId": format!("InternalAccount:{id}") },
                "destination": { "destinationType": "ACCOUNT", "accountId": format!("ExternalAccount:{id}") },
                "lockedCurrencySide": side,
                "lockedCurrencyAmount": amount,
            }),
        ))
    };
    assert_eq!(quote(json!(9_000_000_000_000_001_i64), "SENDING"), Code::InvalidAmount);
    assert_eq!(quote(json!(0), "BOTH"), Code::InvalidInput);
}

#[test]
fn addresses_and_currencies_have_codes_of_their_own() {
    let code = |body: Value| code_of(&check(CREATE_CUSTOMER, body));
    assert_eq!(
        code(json!({ "customerType": "INDIVIDUAL", "umaAddress": "$ja ne@pay.example" })),
        Code::InvalidUmaAddress
    );
    assert_eq!(
        code(json!({ "customerType": "INDIVIDUAL", "currencies": ["usd", "e"] })),
        Code::InvalidCurrency
    );
    let errors = check(CREATE_CUSTOMER, json!({ "customerType": "INDIVIDUAL", "email": "secret" }));
    assert_eq!(errors[0].value, None, "what people send about themselves is not echoed");
}

#[test]
fn an_endpoint_and_a_domain_can_be_removed_with_an_empty_text() {
    let operation = Operation::Platforms(Platforms::UpdatePlatformConfig);
    assert_eq!(refusals(operation, json!({ "webhookEndpoint": "", "umaDomain": "" })), []);
    assert_eq!(refusals(operation, json!({})), []);
}

#[test]
fn free_data_obeys_the_rules_for_texts() {
    let body = |info: Value| {
        let mut body = crate::validate::tests::samples::bodies()
            .into_iter()
            .find(|(operation, _)| *operation == CREATE_QUOTE)
            .map(|(_, body)| body)
            .unwrap();
        body["senderCustomerInfo"] = info;
        fields(CREATE_QUOTE, body)
    };
    assert_eq!(body(json!({ "FULL_NAME": "Jane\u{1b}" })), ["senderCustomerInfo.FULL_NAME"]);
    assert_eq!(body(json!({ "a": [{ "b": "\n" }] })), ["senderCustomerInfo.a[0].b"]);
    assert_eq!(body(json!({ "bad\nname": 1 })), ["senderCustomerInfo"]);
    let mut deep = json!("x");
    for _ in 0..200 {
        deep = json!({ "d": deep });
    }
    assert_eq!(body(json!({ "deep": deep })).len(), 1);
}

#[test]
fn a_list_of_wrong_items_is_cut_short_and_one_that_is_too_long_is_one_fault() {
    let customer = |items| json!({ "customerType": "INDIVIDUAL", "currencies": vec!["x"; items] });
    assert_eq!(check(CREATE_CUSTOMER, customer(256)).len(), 100);
    let refused = check(CREATE_CUSTOMER, customer(257));
    assert_eq!((refused.len(), &*refused[0].message), (1, "must have at most 256 items"));
    let contract = Contract::get().unwrap();
    let mut repaired = customer(257);
    assert!(contract.repair_body(CREATE_CUSTOMER, &mut repaired));
    assert_eq!(repaired.get("currencies"), None, "no rule walks over such a list");
}

#[test]
fn a_refusal_repeats_little_of_the_request() {
    let facts = |facts: Value| json!({ "senderCustomerInfo": facts });
    let long = "n".repeat(700_000);
    let refused = check(CREATE_QUOTE, facts(json!({ &*long: vec!["\u{7}"; 200] })));
    assert!(refused.iter().all(|error| error.field.len() < 2_000), "{}", refused.len());
    let mut deep = json!("\u{7}");
    for _ in 0..100 {
        deep = json!({ "d".repeat(255): deep });
    }
    let refused = check(CREATE_QUOTE, facts(deep));
    assert!(refused.iter().all(|error| error.field.len() < 2_000), "{}", refused.len());
    let refused = check(FUND, json!({ "amount": "9".repeat(100_000) }));
    assert_eq!((refused.len(), &refused[0].value), (1, &None));
}

#[test]
fn headers_are_checked() {
    let contract = Contract::get().unwrap();
    let key = |value: &str| contract.check_header(Header::IdempotencyKey, value);
    assert_eq!(key("7c9e6679-7425-40de-944b-e07fc1f90ae7"), None);
    for bad in ["", "a b", "ü", &"x".repeat(256)] {
        let error = key(bad).unwrap();
        assert_eq!(error.field, "Idempotency-Key");
        assert!(error.constraint.is_some());
    }
}

#[test]
fn an_id_is_asked_for_in_words() {
    let messages = |account: &str| {
        let source = json!({ "sourceType": "ACCOUNT", "accountId": account, "customerId": "Customer" });
        let errors = check(CREATE_QUOTE, json!({ "source": source }));
        errors.into_iter().take(2).map(|error| error.message).collect::<Vec<_>>()
    };
    assert_eq!(
        messages("abc"),
        [
            "must be an id of the form InternalAccount:<uuid> or ExternalAccount:<uuid>",
            "must be an id of the form Customer:<uuid>",
        ]
    );
}

#[test]
fn a_pattern_is_explained_in_words() {
    let messages = |field: &str, value: Value| {
        let errors = check(CREATE_CUSTOMER, json!({ "customerType": "INDIVIDUAL", field: value }));
        errors.into_iter().map(|error| error.message).collect::<Vec<_>>()
    };
    assert_eq!(
        messages("currencies", json!(["usd"])),
        ["must be the code of a currency in upper case, such as USD"]
    );
    assert_eq!(messages("umaAddress", json!("jane")), ["must be a UMA address, such as $jane@example.com"]);
    let name = "must be words with one space between them, and none of < > { } [ ] | \\ ^ ~ ;";
    assert_eq!(messages("fullName", json!("Jane  Doe")), [name]);
}

#[test]
fn a_number_that_is_no_int64_is_answered_with_its_range() {
    for amount in [json!(1.5), json!(1e30), json!(9_223_372_036_854_775_808_u64)] {
        let errors = check(CREATE_QUOTE, json!({ "lockedCurrencyAmount": amount }));
        let message = errors.into_iter().find(|error| error.field == "lockedCurrencyAmount").unwrap().message;
        let wanted = "must be a whole number up to 9000000000000000";
        assert_eq!(message, wanted);
    }
}
