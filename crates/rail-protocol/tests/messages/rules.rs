//! Rules of messages, each with the error that names the member.

use causeway_rail_protocol::messages::{
    CancelResponse, Capabilities, ErrorBody, FeedPage, OrderAnswer, PrecheckRequest, PushRequest, Submission,
};
use causeway_rail_protocol::values::{ErrorCode, MinorUnits, OrderReason, OrderState};
use causeway_rail_protocol::{Message, MessageError, MessageFault};
use serde_json::{Value, json};

const MEMORY: &str =
    r#"{"id":"0198f3c2-0000-4000-8000-000000000001","sequence":1,"mark":"AAECAwQFBgcICQoLDA0ODw"}"#;

fn precheck(amount: &str) -> Result<PrecheckRequest, MessageError> {
    let body = format!(
        r#"{{"amount":{{"amount":{amount},"currency":"USD"}},"corridor":"usd-ach","accountType":"USD_ACCOUNT","bank":{{}}}}"#
    );
    PrecheckRequest::parse(body.as_bytes())
}

/// Checks the numbers of the conformance kit's case 9 (rails 18).
#[test]
fn an_amount_is_a_whole_number() {
    assert_eq!(precheck("9007199254740991").unwrap().amount.amount.get(), 9_007_199_254_740_991);
    for amount in [
        "1e3",
        "1.0",
        "\"100\"",
        "-1",
        "0",
        "9007199254740992",
        "1e400",
        "null",
        "[1]",
        "18446744073709551616",
    ] {
        let error = precheck(amount).unwrap_err();
        if amount != "1e400" {
            assert_eq!(
                (error.field.as_str(), error.fault),
                ("amount.amount", MessageFault::Invalid),
                "{amount}"
            );
        }
    }
    let error = precheck("1,\"amount\":2").unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.fault),
        ("amount.amount must occur once", MessageFault::Malformed)
    );
    let error = precheck("1.0").unwrap_err();
    assert_eq!(
        error.to_string(),
        "amount.amount must be a whole number from 1 to 9007199254740991, without fraction and exponent"
    );
}

/// Returns the JSON of a record in a state, with other members replaced.
fn record(state: &str, members: Value) -> Value {
    let mut record = json!({
        "transactionId": "Transaction:0198f3c2-0000-7000-8000-0000000000aa",
        "kind": "PAYOUT",
        "orderDigest": "sha-256=:RkWcC9oirsEGUR/nY1OdCmzBE5Bm2cxYdrWmOpkJPHw=:",
        "amount": { "amount": 91_540, "currency": "EUR" },
        "state": state,
        "revision": 1,
        "updatedAt": "2026-11-21T12:00:00Z",
    });
    for (name, value) in members.as_object().unwrap() {
        record[name] = value.clone();
    }
    record
}

fn answer(state: &str, members: Value) -> Result<OrderAnswer, MessageError> {
    let mut body = record(state, members);
    body["memory"] = serde_json::from_str(MEMORY).unwrap();
    OrderAnswer::parse(body.to_string().as_bytes())
}

fn refusal(state: &str, members: Value) -> String {
    answer(state, members).unwrap_err().to_string()
}

/// Checks that states and reasons of later versions count as the open ones of this version (rails 4).
#[test]
fn unknown_values_are_open() {
    let order = answer("HELD", json!({ "reason": "NEW_REASON" })).unwrap().order;
    assert_eq!((order.state(), order.state.unknown()), (OrderState::InDoubt, Some("HELD")));
    assert_eq!((order.reason(), order.reason.unwrap().known()), (OrderReason::Other, None));
    assert_eq!(answer("FAILED", json!({})).unwrap().order.reason(), OrderReason::Other);
    assert!(refusal("", json!({})).starts_with("state must be a name"));
}

/// Checks the members that depend on each other (rails 7.3, 7.7).
#[test]
fn a_record_is_consistent() {
    assert!(
        answer("CANCELLED", json!({ "orderDigest": null, "amount": null })).unwrap().order.is_tombstone()
    );
    assert_eq!(
        refusal("SENT", json!({ "orderDigest": null, "amount": null })),
        "orderDigest must not be null unless `state` is CANCELLED"
    );
    assert!(refusal("CANCELLED", json!({ "amount": null })).starts_with("amount must be null with"));
    assert_eq!(refusal("RETURNED", json!({})), "returnedAmount is missing: `state` is RETURNED");
    let money = |amount, currency| json!({ "returnedAmount": { "amount": amount, "currency": currency } });
    assert!(refusal("SETTLED", money(1, "EUR")).starts_with("returnedAmount must be null unless"));
    assert!(refusal("RETURNED", money(1, "USD")).ends_with("must have the currency of `amount`"));
    let order = answer("RETURNED", money(91_500, "EUR")).unwrap().order;
    assert_eq!(order.shortfall().unwrap().amount.get(), 40);
    assert_eq!(answer("RETURNED", money(91_540, "EUR")).unwrap().order.shortfall(), None);
    let mut body = record("SENT", json!({}));
    body["memory"] = json!({ "id": "0198f3c2-0000-4000-8000-000000000001", "sequence": 0, "mark": "AAECAwQFBgcICQoLDA0ODw" });
    let error = OrderAnswer::parse(body.to_string().as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "memory.mark must be null if `sequence` is 0, and a mark otherwise");
}

/// Checks that only an undecided cancel has no record (rails 7.7).
#[test]
fn a_decided_cancel_has_a_record() {
    let parse = |outcome: &str| {
        CancelResponse::parse(format!(r#"{{"outcome":"{outcome}","memory":{MEMORY}}}"#).as_bytes())
    };
    assert!(parse("PENDING").unwrap().order.is_none());
    for outcome in ["RELEASED", "KEPT"] {
        assert_eq!(
            parse(outcome).unwrap_err().to_string(),
            "order must not be null unless `outcome` is PENDING"
        );
    }
    assert!(
        parse("MAYBE").unwrap_err().to_string().starts_with("outcome must be one of RELEASED, KEPT, PENDING")
    );
}

fn items(sequences: &[u64]) -> Value {
    let item = |sequence: &u64| json!({ "sequence": sequence, "mark": "AAECAwQFBgcICQoLDA0ODw", "at": "2026-11-21T12:00:00Z", "kind": "CAPABILITIES" });
    sequences.iter().map(item).collect()
}

/// Checks number and order of the items of a page and a push, and that items of later kinds are read (rails 8).
#[test]
fn items_are_counted_and_ordered() {
    let memory: Value = serde_json::from_str(MEMORY).unwrap();
    let page = |items: Value| {
        let body = json!({ "items": items, "previousMark": null, "more": false, "memory": memory });
        FeedPage::parse(body.to_string().as_bytes())
    };
    assert!(page(items(&[1, 2, 5])).is_ok());
    assert_eq!(
        page(items(&[1, 3, 3])).unwrap_err().to_string(),
        "items[2].sequence must be above that of the item before"
    );
    let numbers: Vec<u64> = (1..=501).collect();
    assert!(page(items(&numbers[..500])).is_ok());
    assert_eq!(page(items(&numbers)).unwrap_err().to_string(), "items must be at most 500 items");
    let push =
        |items: Value| PushRequest::parse(json!({ "items": items, "memory": memory }).to_string().as_bytes());
    assert!(push(items(&numbers[..100])).is_ok());
    assert!(push(items(&numbers[..101])).is_err());
    let mut later = items(&[1]);
    later[0]["kind"] = "DEPOSIT".into();
    later[0]["deposit"] = json!({ "depositId": "1" });
    assert_eq!(page(later.clone()).unwrap().items[0].summary().kind, "DEPOSIT");
    later[0]["kind"] = "ORDER".into();
    assert_eq!(page(later).unwrap_err().to_string(), "items[0].order is missing: `kind` is ORDER");
}

/// Checks that an order names its kind and its own reference (rails 5.2, 7.2).
#[test]
fn a_submit_is_of_its_kind() {
    let error = Submission::parse(br#"{"kind":"LOAN"}"#).unwrap_err();
    assert_eq!(error.to_string(), "kind must be one of PAYOUT, COLLECTION, REFUND");
    let error = Submission::parse(b"{}").unwrap_err();
    assert_eq!((error.to_string().as_str(), error.fault), ("kind is missing", MessageFault::Invalid));
}

/// Checks that capabilities fit together (rails 6).
#[test]
fn capabilities_are_consistent() {
    let corridor = json!({
        "corridor": "usd-ach", "accountType": "USD_ACCOUNT", "rail": "ACH", "currency": "USD", "account": "main-usd",
        "countries": ["*"], "minimum": 1, "maximum": 100, "confirmation": "NEGATIVE", "cancel": "UNTIL_SENT",
        "returnDays": 2, "needs": ["beneficiary.fullName"], "precheck": "LOCAL",
    });
    let body = |changes: &[(&str, Value)]| {
        let mut body = json!({
            "protocol": ["1.0", "1.7"], "adapter": { "name": "a", "version": "1" }, "mode": "LIVE",
            "memory": serde_json::from_str::<Value>(MEMORY).unwrap(), "services": ["PAYOUT", "LATER"],
            "accounts": [{ "id": "main-usd", "currency": "USD", "decimals": 2, "identifiers": {} }],
            "payouts": [corridor], "collections": [], "limits": {}, "push": true,
        });
        for (place, value) in changes {
            *body.pointer_mut(place).unwrap() = value.clone();
        }
        Capabilities::parse(body.to_string().as_bytes())
    };
    let capabilities = body(&[]).unwrap();
    assert_eq!(capabilities.common_version().as_deref(), Some("1.0"));
    assert_eq!(body(&[("/protocol", json!(["2.0"]))]).unwrap().common_version(), None);
    for (place, value, expected) in [
        ("/payouts", json!([corridor, corridor]), "payouts[1].corridor must be unique in its list"),
        ("/payouts/0/account", json!("x"), "payouts[0].account must be the id of one of `accounts`"),
        ("/payouts/0/currency", json!("EUR"), "payouts[0].currency must be the currency of `account`"),
        ("/payouts/0/minimum", json!(101), "payouts[0].maximum must not be below `minimum`"),
        (
            "/payouts/0/confirmation",
            json!("MAYBE"),
            "payouts[0].confirmation must be one of POSITIVE, NEGATIVE",
        ),
        (
            "/accounts/0/decimals",
            json!("2"),
            "accounts[0].decimals must be a whole number from 0 to 1000000, without fraction and exponent",
        ),
        (
            "/payouts/0/countries",
            json!(["*", "us"]),
            "payouts[0].countries[1] must be `*` or a country by its two upper-case letters (ISO 3166-1)",
        ),
    ] {
        assert_eq!(body(&[(place, value)]).unwrap_err().to_string(), expected);
    }
}

/// Checks the amounts and the countries of a corridor, and the length of a page (rails 6, 8.1).
#[test]
fn a_corridor_has_its_amounts_and_countries() {
    let corridor = json!({
        "corridor": "c", "accountType": "USD_ACCOUNT", "currency": "USD", "account": "a", "countries": ["DE"],
        "minimum": 2, "maximum": 5, "confirmation": "POSITIVE", "cancel": "NEVER", "precheck": "LOCAL", "needs": [],
    });
    let body = json!({
        "protocol": [], "adapter": { "name": "a", "version": "1" }, "mode": "TEST", "push": false,
        "memory": serde_json::from_str::<Value>(MEMORY).unwrap(), "services": [], "payouts": [corridor],
        "accounts": [{ "id": "a", "currency": "USD", "decimals": 2, "identifiers": {} }],
        "collections": [], "limits": { "page": 0 },
    });
    let capabilities = Capabilities::parse(body.to_string().as_bytes()).unwrap();
    assert_eq!(capabilities.limits.page_items(), 1);
    let corridor = &capabilities.payouts[0];
    let units = |number| MinorUnits::new(number).unwrap();
    let amounts = [1, 2, 5, 6].map(|number| corridor.carries(units(number)));
    assert_eq!(amounts, [false, true, true, false]);
    assert!(corridor.reaches(Some("DE".parse().unwrap())));
    assert!(!corridor.reaches(Some("FR".parse().unwrap())) && !corridor.reaches(None));
}

/// Checks that an error names the member that a reader has refused (rails 14).
#[test]
fn an_error_names_the_member() {
    let error = precheck("0").unwrap_err();
    let body = ErrorBody::of_message(&error, None);
    assert_eq!(body.code(), Some(ErrorCode::InvalidOrder));
    assert_eq!(body.error.field.as_ref().map(|field| field.as_str()), Some("amount.amount"));
    assert_eq!(ErrorBody::parse(body.to_json().as_bytes()), Ok(body));
    let malformed = PrecheckRequest::parse(b"[]").unwrap_err();
    assert_eq!(ErrorBody::of_message(&malformed, None).code(), Some(ErrorCode::Malformed));
    let large = PrecheckRequest::parse(&[b' '; 70_000]).unwrap_err();
    assert_eq!(ErrorBody::of_message(&large, None).code(), Some(ErrorCode::TooLarge));
}
