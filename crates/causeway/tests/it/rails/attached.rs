//! A rail of a service in this process, whose adapter serves production platforms.

use std::time::Duration;

use causeway_domain::ids::InternalAccountId;
use causeway_domain::{Amount, Clock, CurrencyCode, MachineClock, postings};
use causeway_rail_protocol::values::OrderState;
use causeway_service::rails::follow_once;
use causeway_store::Tx;
use causeway_store::ledger::{self, LedgerError, Origin};
use causeway_store::platforms::Environment;
use causeway_testing::http::Request;
use causeway_testing::rails::FakeAdapter;
use causeway_testing::wait;
use serde_json::{Value, json};

use crate::harness::{Platform, Service, Setup};
use crate::operator::acting::{act, with};
use crate::payments::scene::text;

/// The money in the platform's account at the beginning, in cents.
pub(super) const FUNDS: i64 = 1_000_000;
/// Amount of a payout, in cents.
pub(super) const AMOUNT: i64 = 1_000;

/// A production platform that pays over a rail, on a clock of the machine that the test sets ahead.
pub(super) struct AttachedScene {
    machine: MachineClock,
    pub(super) service: Service,
    pub(super) adapter: FakeAdapter,
    pub(super) platform: Platform,
    /// The platform's account in US dollars.
    pub(super) usd: String,
}

impl AttachedScene {
    pub(super) async fn new(setup: Setup) -> Self {
        let machine = MachineClock::default();
        let service = Service::start_on_clock(setup, &machine).await;
        let platform = service.platform(Environment::Production).await;
        let usd = platform.own_account("USD").await;
        fill(&service, &platform, &usd).await;
        let adapter = attach_live(&service, &platform, Clock::of(&machine)).await;
        Self { machine, service, adapter, platform, usd }
    }

    /// Sets the clock of service and adapter ahead.
    pub(super) fn set_ahead(&self, by: Duration) {
        self.machine.set_ahead(by);
    }

    /// Registers an account with this number at a bank; its last digits decide about payouts to it.
    pub(super) async fn register(&self, number: &str) -> String {
        register_bank(&self.service, &self.platform, number).await
    }

    /// Builds the request of a payout.
    pub(super) fn payout_request(&self, account: &str) -> Request {
        let body = json!({
            "source": { "accountId": self.usd }, "destination": { "accountId": account }, "amount": AMOUNT,
        });
        self.platform.post("/transfer-out").json(&body)
    }

    /// Pays out, and waits until the service has this state of the order.
    pub(super) async fn pay_out(&self, account: &str, state: OrderState) -> String {
        let payout = self.payout_request(account).send().await.expect(201);
        let payout = text(&payout["id"]).to_owned();
        self.stores(&payout, state).await;
        payout
    }

    /// Returns a payment.
    pub(super) async fn payment(&self, payout: &str) -> Value {
        self.platform.get(&format!("/transactions/{payout}")).send().await.expect(200)
    }

    /// Waits until a payment has this status.
    pub(super) async fn reaches(&self, payout: &str, status: &str) {
        wait::until(status, wait::PATIENCE, || async {
            let payment = self.payment(payout).await;
            if payment["status"] == status { Ok(()) } else { Err(payment) }
        })
        .await;
    }

    /// Waits until the service has this state of an order.
    pub(super) async fn stores(&self, payout: &str, state: OrderState) {
        let of = || with(&self.platform, json!({ "transaction": payout }));
        wait::until(state.as_str(), wait::PATIENCE, || async {
            // An order that was not stored yet cannot be shown by itself.
            let payment = act(&self.service, "payment show", of()).await.json;
            if payment["rails"][0]["state"] == state.as_str() { Ok(()) } else { Err(payment) }
        })
        .await;
    }

    /// Returns the balance of the platform's account.
    pub(super) async fn balance(&self) -> i64 {
        let accounts = self.platform.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
        accounts["data"][0]["balance"]["amount"].as_i64().expect("an amount")
    }

    /// Reads the feed now.
    pub(super) async fn follow(&self) {
        follow_once(self.service.app()).await.unwrap();
    }

    /// Has the process see what operators have changed.
    pub(super) async fn reload(&self) {
        self.service.app().rails.reload().await.unwrap();
    }

    /// Returns the rail as operators see it.
    pub(super) async fn rail(&self) -> Value {
        act(&self.service, "rail show", json!({ "rail": "bank" })).await.json
    }

    /// Returns the open alerts whose kinds begin with a text.
    pub(super) async fn alerts(&self, begin: &str) -> Vec<Value> {
        let listed = act(&self.service, "alert list", json!({})).await.json;
        let Value::Array(mut alerts) = listed else { panic!("no list of alerts: {listed}") };
        alerts.retain(|alert| text(&alert["kind"]).starts_with(begin));
        alerts
    }
}

/// Adds a rail with a route of US dollars over RTP, and gives the platform the name and address that its orders need. The
/// adapter signs by this clock.
pub(super) async fn attach_live(service: &Service, platform: &Platform, clock: Clock) -> FakeAdapter {
    let adapter = FakeAdapter::start_live(clock).await;
    let new = json!({
        "name": "bank", "url": adapter.url(), "adapter_key": adapter.key(), "allow": "127.0.0.0/8",
    });
    let added = act(service, "rail add", new).await.json;
    let key = text(&added["service_key"]).parse().expect("a public key");
    adapter.attach(text(&added["rail"]).parse().expect("the id of a rail"), key);
    act(service, "rail resume", json!({ "rail": "bank" })).await;
    let account = json!({ "name": "bank-usd", "currency": "USD", "home": platform.id });
    act(service, "rail-account add", account).await;
    let binding = json!({ "rail": "bank", "theirs": "main-usd", "ours": "bank-usd" });
    act(service, "rail-account bind", binding).await;
    let route = json!({
        "rail": "bank", "corridor": "usd-instant", "account_type": "USD_ACCOUNT", "payment_rail": "RTP",
        "currency": "USD",
    });
    act(service, "rail-route set", route).await;
    let address = r#"{"line1": "1 Main Street", "city": "New York", "postalCode": "10001", "country": "US"}"#;
    let identity = json!({ "legal_name": "Acme Inc.", "address": address });
    act(service, "platform set", with(platform, identity)).await;
    service.app().rails.reload().await.unwrap();
    adapter
}

/// Fills an account of a platform in US dollars through the ledger.
pub(super) async fn fill(service: &Service, platform: &Platform, account: &str) {
    let account: InternalAccountId = account.parse().unwrap();
    let id = platform.id;
    let ids = service.app().ids.clone();
    let post = move |tx: &mut Tx<'_>| {
        let posting = postings::sandbox_funded(account, Amount::new(FUNDS, CurrencyCode::USD)).unwrap();
        let origin = Origin { transaction: None, quote: None, at: tx.wall(), ids: &ids };
        ledger::post(tx, id, &posting, &origin)
    };
    service.app().store.write::<_, LedgerError, _>(&[], post).await.unwrap();
}

/// Registers and enables an account of the platform with this number at a bank, and returns its id.
pub(super) async fn register_bank(service: &Service, platform: &Platform, number: &str) -> String {
    let account = platform.post("/platform/external-accounts").json(&bank_account(number)).send().await;
    let account = account.expect(201);
    platform.settled().await;
    act(service, "external-account enable", with(platform, json!({ "account": account["id"] }))).await;
    text(&account["id"]).to_owned()
}

/// Builds the request for an account of a company at a bank, in US dollars.
pub(super) fn bank_account(number: &str) -> Value {
    json!({
        "currency": "USD",
        "accountInfo": {
            "accountType": "USD_ACCOUNT",
            "accountNumber": number,
            "routingNumber": "021000021",
            "beneficiary": {
                "beneficiaryType": "BUSINESS",
                "legalName": "Acme Inc.",
                "address": {
                    "line1": "1 Main Street", "city": "New York", "postalCode": "10001", "country": "US",
                },
            },
        },
    })
}
