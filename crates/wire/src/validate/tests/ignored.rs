//! Names without effect in bodies and query strings.

use serde_json::{Value, json};

use crate::table::{Customers, Operation};
use crate::validate::{Contract, IgnoredName};

const CREATE: Operation = Operation::Customers(Customers::CreateCustomer);
const LIST: Operation = Operation::Customers(Customers::ListCustomers);

fn shown(found: Vec<IgnoredName>) -> Vec<String> {
    let line = |name: IgnoredName| match name.nearest {
        Some(nearest) => format!("{} ({nearest})", name.path),
        None => name.path,
    };
    found.into_iter().map(line).collect()
}

fn in_body(body: &Value, most: usize) -> Vec<String> {
    shown(Contract::get().unwrap().ignored_members(CREATE, body, most))
}

fn in_query(names: &[&str]) -> Vec<String> {
    let pairs: Vec<(String, String)> = names.iter().map(|name| ((*name).into(), "x".into())).collect();
    shown(Contract::get().unwrap().ignored_parameters(LIST, &pairs, 10))
}

#[test]
fn misspelt_members_are_named_with_the_nearest_at_every_depth() {
    let body = json!({
        "customerType": "INDIVIDUAL",
        "fullname": "Ada",
        "kycStatus": "APPROVED",
        "address": { "line_1": "Main St", "country": "US" },
        "zzz": 1,
    });
    assert_eq!(
        in_body(&body, 10),
        ["fullname (fullName)", "kycStatus", "address.line_1 (line1)", "zzz"],
        "a member that the service sets has no better name"
    );
    assert_eq!(in_body(&body, 2).len(), 2);
}

#[test]
fn a_sound_body_has_no_ignored_members() {
    assert!(in_body(&json!({ "customerType": "INDIVIDUAL", "fullName": "Ada" }), 10).is_empty());
    assert!(in_body(&json!({ "fullname": "Ada" }), 10).is_empty(), "its shape is unknown");
}

#[test]
fn unknown_parameters_are_named_once() {
    assert_eq!(in_query(&["limit", "stauts", "regoin", "regoin", "cursor"]), ["stauts", "regoin (region)"]);
}
