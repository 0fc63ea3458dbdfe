//! Query strings as callers send them.

use serde_json::{Value, json};

use crate::code::Code;
use crate::customers::CustomerFilter;
use crate::error::code_of;
use crate::page::SortOrder;
use crate::table::{Customers, InternalAccounts, Operation, Rates, Transactions};
use crate::transactions::TransactionFilter;
use crate::validate::Contract;

const LIST_CUSTOMERS: Operation = Operation::Customers(Customers::ListCustomers);
const GET_RATES: Operation = Operation::Rates(Rates::GetExchangeRates);

fn parse(operation: Operation, query: &[(&str, &str)]) -> Result<Value, Vec<(String, Code)>> {
    let pairs: Vec<(String, String)> =
        query.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect();
    Contract::get()
        .unwrap()
        .parse_query(operation, &pairs)
        .map_err(|errors| errors.into_iter().map(|error| (error.field.clone(), code_of(&[error]))).collect())
}

fn refused(operation: Operation, query: &[(&str, &str)]) -> Vec<(String, Code)> {
    parse(operation, query).unwrap_err()
}

#[test]
fn texts_become_values_and_absent_ones_defaults() {
    assert_eq!(parse(LIST_CUSTOMERS, &[]), Ok(json!({ "limit": 20, "isIncludingDeleted": false })));
    let query =
        [("limit", "5"), ("isIncludingDeleted", "true"), ("region", ""), ("unknown", "x"), ("unknown", "y")];
    let value = parse(LIST_CUSTOMERS, &query).unwrap();
    assert_eq!(value, json!({ "limit": 5, "isIncludingDeleted": true }));
    let filter: CustomerFilter = serde_json::from_value(value).unwrap();
    assert_eq!((filter.limit.0, filter.is_including_deleted, filter.region), (5, true, None));
    let list = Operation::Transactions(Transactions::ListTransactions);
    let filter: TransactionFilter =
        serde_json::from_value(parse(list, &[("type", "OUTGOING")]).unwrap()).unwrap();
    assert_eq!((filter.sort_order, filter.limit.0), (SortOrder::Descending, 20));
}

#[test]
fn every_wrong_parameter_is_reported_at_once() {
    let query = [
        ("limit", "abc"),
        ("customerType", "PERSON"),
        ("createdAfter", "2025-10-03T12:00:00"),
        ("isIncludingDeleted", "1"),
        ("region", "US"),
        ("region", "DE"),
    ];
    let fields: Vec<String> = refused(LIST_CUSTOMERS, &query).into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["region", "customerType", "createdAfter", "limit", "isIncludingDeleted"]);
}

#[test]
fn limits_are_not_clamped() {
    for limit in ["0", "101", "x", "-1", "+5", "1.5", "2e2", " 5", "99999999999999999999"] {
        assert_eq!(refused(LIST_CUSTOMERS, &[("limit", limit)]), [("limit".to_owned(), Code::InvalidInput)]);
    }
    for limit in ["1", "100", "20.0", "1e1"] {
        assert!(parse(LIST_CUSTOMERS, &[("limit", limit)]).is_ok());
    }
}

#[test]
fn an_empty_identifier_is_refused_and_other_empty_values_are_absent() {
    let accounts = Operation::InternalAccounts(InternalAccounts::ListCustomerInternalAccounts);
    let list = Operation::Transactions(Transactions::ListTransactions);
    for (operation, name) in [
        (accounts, "customerId"),
        (list, "platformCustomerId"),
        (list, "senderAccountIdentifier"),
        (list, "cardId"),
        (LIST_CUSTOMERS, "umaAddress"),
    ] {
        let wrong = [(name.to_owned(), Code::InvalidInput)];
        assert_eq!(refused(operation, &[(name, "")]), wrong);
        assert_eq!(refused(operation, &[(name, ""), (name, "x")]), wrong);
    }
    let empty = [("currency", ""), ("createdAfter", ""), ("customerType", ""), ("cursor", ""), ("limit", "")];
    assert_eq!(parse(LIST_CUSTOMERS, &empty), parse(LIST_CUSTOMERS, &[]));
}

#[test]
fn a_space_in_a_time_is_read_as_a_plus() {
    let value = parse(LIST_CUSTOMERS, &[("createdAfter", "2019-06-01T10:30:00 05:45")]).unwrap();
    assert_eq!(value["createdAfter"], "2019-06-01T10:30:00+05:45");
    for wrong in ["2019-06-01 10:30:00Z", "2019-06-01T10:30:00  05:45", " "] {
        let refused = refused(LIST_CUSTOMERS, &[("createdAfter", wrong)]);
        assert_eq!(refused, [("createdAfter".to_owned(), Code::InvalidInput)]);
    }
}

#[test]
fn a_scalar_is_given_once_and_a_list_repeats() {
    let once = [("customerId", "Customer:x"), ("customerId", "Customer:y")];
    let accounts = Operation::InternalAccounts(InternalAccounts::ListCustomerInternalAccounts);
    assert_eq!(refused(accounts, &once), [("customerId".to_owned(), Code::InvalidInput)]);
    let rates = parse(GET_RATES, &[("destinationCurrency", "EUR"), ("destinationCurrency", "MXN")]).unwrap();
    assert_eq!(rates, json!({ "destinationCurrency": ["EUR", "MXN"], "sendingAmount": 10_000 }));
    for query in [
        [("destinationCurrency", "EUR,MXN"), ("x", "")],
        [("destinationCurrency[]", "EUR"), ("destinationCurrency[]", "MXN")],
        [("destinationCurrency[]", "EUR,"), ("destinationCurrency", "MXN")],
    ] {
        assert_eq!(parse(GET_RATES, &query), Ok(rates.clone()), "{query:?}");
    }
    assert_eq!(
        refused(accounts, &[("currency", "USD,EUR")]),
        [("currency".to_owned(), Code::InvalidCurrency)]
    );
}

#[test]
fn parameters_may_have_codes_of_their_own() {
    let code = |name: &str, text: &str| refused(GET_RATES, &[(name, text)]);
    assert_eq!(code("sendingAmount", "-1"), [("sendingAmount".to_owned(), Code::InvalidAmount)]);
    assert_eq!(code("sourceCurrency", "usd"), [("sourceCurrency".to_owned(), Code::InvalidCurrency)]);
    let both = [("destinationCurrency", "eur"), ("destinationCurrency", "mxn")];
    assert_eq!(refused(GET_RATES, &both), [("destinationCurrency".to_owned(), Code::InvalidCurrency)]);
}
