//! The adapter against a provider that is late, silent, says things twice, or contradicts itself.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId, StablecoinId, StablecoinOperationId};
use causeway_domain::stablecoins::{
    ProviderReport, StablecoinFailureReason, StablecoinIssuanceStatus, StablecoinNetwork,
    StablecoinOperationType, StablecoinSourceType, TokenAmount,
};
use futures_util::future::{BoxFuture, ready};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::Brale;
use crate::ports::{
    OrderAnswer, ProviderCounterparty, ProviderError, ProviderLogin, ProviderOrder, StablecoinProvider,
    TokenAnswer, TokenQuery,
};
use crate::runtime::outbound::{Exchange, Failure, Reach, Reply, Transport};

type Play = Result<(u16, Json), Failure>;

/// Answers in order; the first question of each call is that for a token.
#[derive(Default)]
struct Stub {
    plays: Mutex<VecDeque<Play>>,
    seen: Mutex<Vec<Exchange>>,
}

impl fmt::Debug for Stub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stub")
    }
}

impl Transport for Stub {
    fn exchange(&self, exchange: Exchange) -> BoxFuture<'_, Result<Reply, Failure>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).push(exchange);
        let play = self.plays.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let play = play.unwrap_or(Err(Failure::Timeout));
        Box::pin(ready(play.map(|(status, body)| Reply { status, body: Bytes::from(body.to_string()) })))
    }
}

const GRANTED: &str = "granted";

fn playing(plays: impl IntoIterator<Item = Play>) -> (Arc<Stub>, Brale) {
    let stub = Arc::new(Stub::default());
    let granted = Ok((200, json!({ "access_token": GRANTED })));
    *stub.plays.lock().unwrap() = std::iter::once(granted).chain(plays).collect();
    let transport: Arc<dyn Transport> = Arc::<Stub>::clone(&stub);
    (stub, Brale::new(transport, "https://provider.example/", Reach::Public, Duration::from_secs(10)))
}

fn login() -> ProviderLogin {
    ProviderLogin { client_id: "acme".to_owned(), client_secret: "hidden".to_owned() }
}

fn order(transfer: Option<&str>) -> ProviderOrder {
    let uuid = Uuid::from_u128(7);
    let wallet = ProviderCounterparty {
        account_type: "SPARK_WALLET".to_owned(),
        identifier: "spark1q".to_owned(),
        details: Map::new(),
    };
    ProviderOrder {
        platform: PlatformId::from_uuid(uuid),
        operation: StablecoinOperationId::from_uuid(uuid),
        stablecoin: StablecoinId::from_uuid(uuid),
        login: login(),
        account: "account/1".to_owned(),
        token: "ACME".to_owned(),
        network: StablecoinNetwork::Spark,
        base_currency: "USD".to_owned(),
        operation_type: StablecoinOperationType::Mint,
        amount: TokenAmount::new(1_050_000),
        cents: 105,
        source: StablecoinSourceType::Wire,
        debited: None,
        destination: wallet,
        rail: None,
        description: None,
        transfer: transfer.map(str::to_owned),
        at: Time::from_millis(0),
    }
}

fn wire() -> Json {
    json!({ "beneficiary_name": "Brale", "beneficiary_address": "1 A St", "bank_name": "Bank", "bank_address": "2 B St",
        "account_number": "1", "routing_number": "2", "memo": "M" })
}

fn transfer(id: &str, status: &str) -> Json {
    json!({ "id": id, "status": status, "amount": { "value": "1.05", "currency": "USD" },
        "wire_instructions": wire() })
}

fn address() -> Play {
    Ok((200, json!({ "id": "address-1" })))
}

async fn submit(play: Play) -> Result<OrderAnswer, ProviderError> {
    let (_, brale) = playing([address(), play]);
    brale.submit(&order(None)).await
}

#[tokio::test]
async fn an_order_carries_the_operation_as_its_key_and_no_secret_beside_the_header() {
    let (stub, brale) = playing([address(), Ok((201, transfer("t-1", "pending")))]);
    let Ok(OrderAnswer::Accepted(accepted)) = brale.submit(&order(None)).await else {
        panic!("not accepted")
    };
    assert_eq!((accepted.id.as_str(), accepted.report), ("t-1", ProviderReport::AwaitingFunds));
    let instructions = accepted.instructions.unwrap();
    assert_eq!((&instructions["amount"], &instructions["reference"]), (&json!("105"), &json!("M")));
    let seen = stub.seen.lock().unwrap();
    let sent = &seen[2];
    assert_eq!(sent.target.as_str(), "https://provider.example/accounts/account%2F1/transfers");
    assert_eq!(sent.headers["idempotency-key"], Uuid::from_u128(7).to_string());
    let body: Json = serde_json::from_slice(&sent.body).unwrap();
    assert_eq!(body["amount"], json!({ "value": "1.05", "currency": "USD" }));
    assert_eq!(
        body["destination"],
        json!({ "address_id": "address-1", "value_type": "ACME", "transfer_type": "spark" })
    );
    assert!(!format!("{seen:?}{:?}", login()).contains("hidden"), "{seen:?}");
    assert!(!format!("{seen:?}").contains(GRANTED), "{seen:?}");
}

#[tokio::test]
async fn what_is_late_or_broken_is_unclear_and_what_was_never_heard_is_not() {
    let unclear = [
        Err(Failure::Timeout),
        Err(Failure::ConnectionFailed),
        Ok((500, json!({}))),
        Ok((503, json!({}))),
        Ok((409, json!({}))),
        Ok((200, json!("garbage"))),
        Ok((200, json!({ "id": "", "status": "pending" }))),
        Ok((201, transfer("t-1", "surprising"))),
    ];
    for play in unclear {
        assert_eq!(submit(play.clone()).await, Err(ProviderError::Unclear), "{play:?}");
    }
    for play in [Err(Failure::Dns), Err(Failure::Tls), Ok((429, json!({})))] {
        assert_eq!(submit(play.clone()).await, Err(ProviderError::Unreachable), "{play:?}");
    }
    for status in [400, 404, 422] {
        assert_eq!(submit(Ok((status, json!({})))).await, Ok(OrderAnswer::Refused), "{status}");
    }
    assert_eq!(submit(Ok((401, json!({})))).await, Err(ProviderError::CredentialsRejected));
    let (_, brale) = playing([Err(Failure::Timeout)]);
    assert_eq!(brale.submit(&order(None)).await, Err(ProviderError::Unreachable), "no order was sent");
}

#[tokio::test]
async fn an_answer_about_something_else_is_none() {
    let mut other_amount = transfer("t-1", "complete");
    other_amount["amount"]["value"] = json!("1000.05");
    let mut other_currency = transfer("t-1", "complete");
    other_currency["amount"]["currency"] = json!("EUR");
    let mut nowhere = transfer("t-1", "pending");
    nowhere["wire_instructions"] = json!({ "account_number": "1" });
    for answer in [transfer("t-2", "complete"), other_amount, other_currency, nowhere] {
        let (_, brale) = playing([Ok((200, answer.clone()))]);
        assert_eq!(brale.status(&order(Some("t-1"))).await, Err(ProviderError::Unclear), "{answer}");
    }
    let (_, brale) = playing([Ok((404, json!({})))]);
    assert_eq!(brale.status(&order(Some("t-1"))).await, Err(ProviderError::Unclear), "it has accepted it");
}

#[tokio::test]
async fn every_status_of_the_provider_has_its_report() {
    use StablecoinFailureReason as R;
    let failed = |reason| ProviderReport::Failed(reason);
    let rows = [
        ("pending", "", ProviderReport::AwaitingFunds),
        ("processing", "", ProviderReport::Processing),
        ("complete", "", ProviderReport::Complete),
        ("canceled", "", failed(R::ProviderTransferCanceled)),
        ("failed", "insufficient_funds", failed(R::InsufficientFunds)),
        ("failed", "account_closed", failed(R::ExternalAccountInvalid)),
        ("failed", "returned", failed(R::BankRejected)),
        ("failed", "destination_rejected", failed(R::DestinationRejected)),
        ("failed", "of tomorrow", failed(R::ProviderTransferFailed)),
    ];
    for (status, reason, report) in rows {
        let mut answer = transfer("t-1", status);
        answer["failure_reason"] = json!(reason);
        let (_, brale) = playing([Ok((200, answer))]);
        assert_eq!(
            brale.status(&order(Some("t-1"))).await.unwrap().unwrap().report,
            report,
            "{status} {reason}"
        );
    }
    let mut funded = transfer("t-1", "pending");
    funded["funded_at"] = json!("2026-01-01T00:00:00Z");
    let (_, brale) = playing([Ok((200, funded))]);
    let heard = brale.status(&order(Some("t-1"))).await.unwrap().unwrap();
    assert_eq!(heard.report, ProviderReport::Pending);
}

#[tokio::test]
async fn an_order_that_is_not_known_by_its_key_was_not_taken() {
    let listed = |transfers: Json| playing([Ok((200, json!({ "transfers": transfers })))]).1;
    assert_eq!(listed(json!([])).status(&order(None)).await, Ok(None));
    let found = listed(json!([transfer("t-1", "complete")])).status(&order(None)).await;
    assert_eq!(found.unwrap().unwrap().id, "t-1");
    let twice = listed(json!([transfer("t-1", "complete"), transfer("t-2", "complete")]));
    assert_eq!(twice.status(&order(None)).await, Err(ProviderError::Unclear));
    // Too late to cancel: it says where the transfer stands.
    let (_, brale) = playing([Ok((422, json!({}))), Ok((200, transfer("t-1", "complete")))]);
    let stands = brale.cancel(&order(Some("t-1"))).await.unwrap().unwrap();
    assert_eq!(stands.report, ProviderReport::Complete);
}

#[tokio::test]
async fn accounts_and_tokens_are_read_and_credentials_judged() {
    let (_, brale) = playing([Ok((200, json!({ "accounts": ["one", "two", 3] })))]);
    assert_eq!(brale.accounts(&login(), None).await, Ok(vec!["one".to_owned(), "two".to_owned()]));
    for (status, body, error) in [
        (401, json!({}), ProviderError::CredentialsRejected),
        (403, json!({ "error": "client_revoked" }), ProviderError::Revoked),
        (500, json!({}), ProviderError::Unreachable),
    ] {
        let (stub, brale) = playing([]);
        *stub.plays.lock().unwrap() = VecDeque::from([Ok((status, body))]);
        assert_eq!(brale.accounts(&login(), None).await, Err(error), "{status}");
    }
    let query = TokenQuery {
        login: login(),
        account: "one".to_owned(),
        token: "ACME".to_owned(),
        network: StablecoinNetwork::Spark,
        network_token: "btkn1q".to_owned(),
        registered_at: None,
        at: Time::from_millis(0),
    };
    let token = |identifier: &str| {
        json!({ "name": "Acme Dollar", "symbol": "ACME", "base_currency": "USD", "decimals": 6,
        "status": "active", "deployments": [{ "transfer_type": "spark", "token_identifier": identifier }] })
    };
    let ask = async |play: Play| playing([play]).1.token(&query).await;
    let Ok(TokenAnswer::Found(found)) = ask(Ok((200, token("btkn1q")))).await else { panic!("not found") };
    assert_eq!((found.status, found.decimals), (StablecoinIssuanceStatus::Provisioned, 6));
    assert_eq!(ask(Ok((200, token("btkn1z")))).await, Ok(TokenAnswer::NetworkTokenMismatch));
    assert_eq!(ask(Ok((404, json!({})))).await, Ok(TokenAnswer::Unknown));
    assert_eq!(ask(Ok((200, json!({})))).await, Err(ProviderError::Unclear));
}
