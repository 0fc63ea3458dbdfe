//! Tests of the provider's reports about transfers, accounts and tokens.

use std::collections::VecDeque;

use causeway_domain::Time;
use causeway_domain::stablecoins::{
    ProviderReport, StablecoinFailureReason, StablecoinIssuanceStatus, StablecoinNetwork,
};
use serde_json::{Value as Json, json};

use super::{ACCOUNT, Fit, Odd, ScriptedOutcome, TRANSFER, login, order, playing, transfer};
use crate::ports::{ListedToken, ProviderError, StablecoinProvider, TokenAnswer, TokenQuery};

#[tokio::test]
async fn an_answer_about_another_order_leaves_the_outcome_unknown() {
    let with = |pointer: &str, value: &str| {
        let mut answer = transfer(TRANSFER, "complete");
        *answer.pointer_mut(pointer).unwrap() = json!(value);
        answer
    };
    for answer in [
        with("/id", "30NoY6R1Ns2tRBcx1Kb16SnuX1"),
        with("/amount/value", "1000.05"),
        with("/amount/currency", "EUR"),
        with("/note", "StablecoinOperation:another"),
        with("/source/value_type", "ACME"),
        with("/destination/value_type", "OTHER"),
    ] {
        let (_, brale) = playing([Fit(200, answer.clone())]);
        assert_eq!(
            brale.status(&order(Some(TRANSFER))).await,
            Err(ProviderError::OutcomeUnknown),
            "{answer}"
        );
    }
    let (_, brale) = playing([Odd(404, json!({}))]);
    assert_eq!(
        brale.status(&order(Some(TRANSFER))).await,
        Err(ProviderError::OutcomeUnknown),
        "the provider has accepted the transfer"
    );
    // The document's schema of a transfer has neither its id nor its note.
    let mut bare = transfer(TRANSFER, "complete");
    for left_out in ["id", "note", "failure", "wire_instructions"] {
        bare.as_object_mut().unwrap().remove(left_out);
    }
    let (_, brale) = playing([Fit(200, bare)]);
    assert_eq!(brale.status(&order(Some(TRANSFER))).await.unwrap().unwrap().id, TRANSFER);
}

async fn report(answer: Json) -> ProviderReport {
    let (_, brale) = playing([Fit(200, answer)]);
    brale.status(&order(Some(TRANSFER))).await.unwrap().unwrap().report
}

#[tokio::test]
async fn every_status_of_the_provider_has_its_report() {
    use StablecoinFailureReason as R;
    for (status, expected) in [
        ("pending", ProviderReport::AwaitingFunds),
        ("processing", ProviderReport::Processing),
        ("complete", ProviderReport::Complete),
        ("canceled", ProviderReport::Failed(R::ProviderTransferCanceled)),
        ("failed", ProviderReport::Failed(R::ProviderTransferFailed)),
    ] {
        assert_eq!(report(transfer(TRANSFER, status)).await, expected, "{status}");
    }
    let mut funded = transfer(TRANSFER, "pending");
    funded["source"]["payment_details"] = json!({ "received_at": "2026-01-01T00:00:00Z" });
    assert_eq!(report(funded).await, ProviderReport::Pending);
    for (failure, reason) in [
        (json!({ "type": "ach_return", "ach_return": { "code": "R01" } }), R::InsufficientFunds),
        (json!({ "type": "ach_return", "ach_return": { "code": "R02" } }), R::ExternalAccountInvalid),
        (json!({ "type": "ach_return", "ach_return": { "code": "R10" } }), R::BankRejected),
        (
            json!({ "type": "wire_return", "ach_return": null, "wire_return": { "code": "AC04" } }),
            R::ExternalAccountInvalid,
        ),
        (json!({ "type": "wire_return", "wire_return": { "code": "WIRE_RETURN" } }), R::BankRejected),
        (json!({ "type": "of tomorrow" }), R::ProviderTransferFailed),
    ] {
        let mut answer = transfer(TRANSFER, "failed");
        answer["failure"] = failure.clone();
        assert_eq!(report(answer).await, ProviderReport::Failed(reason), "{failure}");
    }
    let mut again = transfer(TRANSFER, "failed");
    again["failure"] = json!({ "type": "chain", "retriable": true });
    assert_eq!(report(again).await, ProviderReport::Processing, "the provider tries again by itself");
}

#[tokio::test]
async fn accounts_are_listed_and_credentials_judged() {
    let account = |id: &str| json!({ "id": id, "status": "complete", "business_name": "Acme" });
    let other = "2VcUIIsgARwVbEGlIYbhg6fGG6";
    let (_, brale) = playing([Fit(200, json!([account(ACCOUNT), account(other)]))]);
    assert_eq!(brale.accounts(&login(), None).await, Ok(vec![ACCOUNT.to_owned(), other.to_owned()]));
    for (status, body, error) in [
        (401, json!({}), ProviderError::CredentialsRejected),
        (403, json!({ "error": "client_revoked" }), ProviderError::Revoked),
        (500, json!({}), ProviderError::NotExecuted),
    ] {
        let (stub, brale) = playing([]);
        *stub.plays.lock().unwrap() = VecDeque::from([Odd(status, body)]);
        assert_eq!(brale.accounts(&login(), None).await, Err(error), "{status}");
    }
}

#[tokio::test]
async fn an_odd_answer_about_accounts_says_nothing_about_the_credentials() {
    for token in ["a\r\nX: y", "a b", "\u{e9}", ""] {
        let (stub, brale) = playing([]);
        *stub.plays.lock().unwrap() = VecDeque::from([Odd(200, json!({ "access_token": token }))]);
        assert_eq!(brale.accounts(&login(), None).await, Err(ProviderError::NotExecuted), "{token:?}");
    }
    let long = "7".repeat(129);
    for id in ["a\u{0}b", "a b", "\u{e9}", "", long.as_str()] {
        let (_, brale) = playing([Odd(200, json!([{ "id": "zz7" }, { "id": id }]))]);
        assert_eq!(brale.accounts(&login(), None).await, Err(ProviderError::OutcomeUnknown), "{id:?}");
    }
    let (_, brale) = playing([Odd(200, json!([{ "id": "zz7" }, { "id": "zz7" }]))]);
    assert_eq!(brale.accounts(&login(), None).await, Ok(vec!["zz7".to_owned()]));
}

fn query(listed: bool, network_token: &str) -> TokenQuery {
    let token = ListedToken {
        token: "ACME".to_owned(),
        network: StablecoinNetwork::Spark,
        network_token: "btkn1q".to_owned(),
        name: "Acme Dollar".to_owned(),
        symbol: "ACME".to_owned(),
        base_currency: "USD".to_owned(),
        decimals: 6,
    };
    TokenQuery {
        login: login(),
        account: ACCOUNT.to_owned(),
        token: "ACME".to_owned(),
        network: StablecoinNetwork::Spark,
        network_token: network_token.to_owned(),
        listed: listed.then_some(token),
        registered_at: None,
        now: Time::from_millis(0),
    }
}

#[tokio::test]
async fn a_listed_token_has_the_status_of_its_account() {
    let account = |status: &str| Fit(200, json!({ "id": ACCOUNT, "status": status }));
    let ask = async |play: ScriptedOutcome, query: TokenQuery| playing([play]).1.token(&query).await;
    for (said, status) in [
        ("complete", StablecoinIssuanceStatus::Provisioned),
        ("pending", StablecoinIssuanceStatus::PendingReview),
        ("rejected", StablecoinIssuanceStatus::Rejected),
    ] {
        let answer = ask(account(said), query(true, "btkn1q")).await;
        let Ok(TokenAnswer::Found(found)) = answer else { panic!("{said} is not found") };
        assert_eq!((found.status, found.decimals, found.symbol.as_str()), (status, 6, "ACME"));
    }
    assert_eq!(ask(account("complete"), query(true, "btkn1z")).await, Ok(TokenAnswer::NetworkTokenMismatch));
    assert_eq!(ask(account("complete"), query(false, "btkn1q")).await, Ok(TokenAnswer::Unknown));
    for odd in [Odd(200, json!({})), Odd(404, json!({}))] {
        assert_eq!(ask(odd, query(true, "btkn1q")).await, Err(ProviderError::OutcomeUnknown));
    }
    let (stub, brale) = playing([]);
    *stub.plays.lock().unwrap() = VecDeque::from([Odd(401, json!({}))]);
    assert_eq!(brale.token(&query(false, "btkn1q")).await, Err(ProviderError::CredentialsRejected));
}
