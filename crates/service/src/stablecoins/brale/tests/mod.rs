//! Tests of the adapter against a stub of the documented interface that is late, silent, or contradicts
//! itself. Every request is checked against the document, and so is every answer that is not meant to be odd.

mod orders;
mod reports;

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId, StablecoinId, StablecoinOperationId};
use causeway_domain::stablecoins::{
    StablecoinBurnRail, StablecoinNetwork, StablecoinOperationType, StablecoinSourceType, TokenAmount,
};
use causeway_testing::brale::Interface;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::{Brale, BraleHosts};
use crate::ports::{BankAddress, ProviderCounterparty, ProviderLogin, ProviderOrder};
use crate::runtime::outbound::{Failure, OutboundRequest, OutboundResponse, Reach, Transport};

const BASE: &str = "https://api.provider.example";
const TOKEN_URL: &str = "https://auth.provider.example/oauth2/token";
const ACCOUNT: &str = "2VcUIIsgARwVbEGlIYbhg6fGG5";
const WALLET: &str = "2MhCCIHuK4TGVgT9a4loQzJx1r";
const CUSTODIAL: &str = "2O6asmNK4TGVgT9a4loQzJx1rj";
const BANK: &str = "2PzasmNK4TGVgT9a4loQzJx1rj";
const TRANSFER: &str = "30NoY6R1Ns2tRBcx1Kb16SnuXO";
const GRANTED: &str = "granted";
/// Creation of the orders: 2026-01-02T00:00:00Z.
const CREATED_AT: i64 = 1_767_312_000_000;

/// One answer of the stub.
#[derive(Debug, Clone)]
enum ScriptedOutcome {
    /// An answer that conforms to the document.
    Fit(u16, Json),
    /// An answer that does not.
    Odd(u16, Json),
    Fail(Failure),
}

use ScriptedOutcome::{Fail, Fit, Odd};

/// Answers in order; the first request of each call is the one for a token.
#[derive(Default)]
struct Stub {
    plays: Mutex<VecDeque<ScriptedOutcome>>,
    exchanges: Mutex<Vec<OutboundRequest>>,
}

impl fmt::Debug for Stub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stub")
    }
}

impl Transport for Stub {
    fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>> {
        let play = self.plays.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let play = play.unwrap_or(Fail(Failure::Timeout));
        check_against_document(&request, &play);
        self.exchanges.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let response = |status, body: Json| Ok(OutboundResponse::of(status, body.to_string()));
        Box::pin(ready(match play {
            Fit(status, body) | Odd(status, body) => response(status, body),
            Fail(failure) => Err(failure),
        }))
    }
}

fn check_against_document(request: &OutboundRequest, play: &ScriptedOutcome) {
    let url = request.target.as_str();
    if url == TOKEN_URL {
        assert_eq!(&request.body[..], b"grant_type=client_credentials");
        return;
    }
    let interface = Interface::read();
    let method = request.method.as_str();
    let target = url.strip_prefix(BASE).unwrap();
    let errors = interface.check_request(method, target, &request.headers, &request.body);
    assert_eq!(errors, Vec::<String>::new(), "{method} {target}");
    if let Fit(status, body) = play
        && *status < 300
    {
        let errors = interface.check_answer(method, target, *status, body);
        assert_eq!(errors, Vec::<String>::new(), "{method} {target}: {body}");
    }
}

fn playing(plays: impl IntoIterator<Item = ScriptedOutcome>) -> (Arc<Stub>, Brale) {
    let stub = Arc::new(Stub::default());
    let granted = Odd(200, json!({ "access_token": GRANTED }));
    *stub.plays.lock().unwrap() = std::iter::once(granted).chain(plays).collect();
    let transport: Arc<dyn Transport> = Arc::<Stub>::clone(&stub);
    let hosts = BraleHosts { api_url: "https://api.provider.example/", token_url: TOKEN_URL };
    (stub, Brale::new(transport, hosts, Reach::Public, Duration::from_secs(10)))
}

fn login() -> ProviderLogin {
    ProviderLogin { client_id: "acme".to_owned(), client_secret: "hidden".to_owned() }
}

fn bank(with_address: bool) -> ProviderCounterparty {
    let details = json!({
        "accountNumber": "000123456789", "routingNumber": "021000021", "bankAccountType": "CHECKING",
        "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe", "address": {
            "line1": "1 A St", "city": "Springfield", "state": "IL", "postalCode": "62701", "country": "US" } },
    });
    let address = BankAddress {
        line1: "2 B St".to_owned(),
        line2: Some("Floor 3".to_owned()),
        city: "New York".to_owned(),
        state: "NY".to_owned(),
        postal_code: "10001".to_owned(),
    };
    ProviderCounterparty {
        account_type: "USD_ACCOUNT".to_owned(),
        identifier: "000123456789".to_owned(),
        details: details.as_object().unwrap().clone(),
        bank_address: with_address.then_some(address),
    }
}

/// Returns a mint by wire with this transfer id.
fn order(transfer: Option<&str>) -> ProviderOrder {
    let uuid = Uuid::from_u128(7);
    let wallet = ProviderCounterparty {
        account_type: "SPARK_WALLET".to_owned(),
        identifier: "spark1q".to_owned(),
        details: Map::new(),
        bank_address: None,
    };
    ProviderOrder {
        platform: PlatformId::from_uuid(uuid),
        operation: StablecoinOperationId::from_uuid(uuid),
        stablecoin: StablecoinId::from_uuid(uuid),
        login: login(),
        account: ACCOUNT.to_owned(),
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
        description: Some("seen by nobody else".to_owned()),
        transfer: transfer.map(str::to_owned),
        created_at: Time::from_millis(CREATED_AT),
        now: Time::from_millis(CREATED_AT),
    }
}

/// Returns a mint by direct debit.
fn debit() -> ProviderOrder {
    ProviderOrder { source: StablecoinSourceType::AchDebit, debited: Some(bank(true)), ..order(None) }
}

/// Returns a burn of tokens in the provider's custody.
fn burn() -> ProviderOrder {
    ProviderOrder {
        operation_type: StablecoinOperationType::Burn,
        source: StablecoinSourceType::ProviderInternalBalance,
        destination: bank(true),
        rail: Some(StablecoinBurnRail::RtpCredit),
        ..order(None)
    }
}

fn reference() -> String {
    StablecoinOperationId::from_uuid(Uuid::from_u128(7)).to_string()
}

/// Returns a transfer as the provider describes it, with wire instructions.
fn transfer(id: &str, status: &str) -> Json {
    json!({
        "id": id, "status": status, "note": reference(), "failure": null,
        "amount": { "value": "1.05", "currency": "USD" },
        "source": { "address_id": BANK, "value_type": "USD", "transfer_type": "wire" },
        "destination": { "address_id": WALLET, "value_type": "ACME", "transfer_type": "spark" },
        "wire_instructions": wire(),
    })
}

fn wire() -> Json {
    let wire = json!({ "beneficiary_name": "Brale", "beneficiary_address": "1 A St", "bank_name": "Bank",
        "bank_address": "2 B St", "account_number": "1", "routing_number": "2", "memo": "M" });
    assert_eq!(Interface::read().check_wire_instructions(&wire), Vec::<String>::new());
    wire
}

fn listed(addresses: &[Json]) -> ScriptedOutcome {
    Fit(200, json!({ "addresses": addresses }))
}

fn created(id: &str) -> ScriptedOutcome {
    Fit(201, json!({ "id": id }))
}
