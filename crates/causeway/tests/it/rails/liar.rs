//! A production platform whose payouts and debits go over an adapter that lies.

use std::ops::Deref;

use causeway_domain::ids::{Id, TransactionId};
use causeway_domain::{Clock, Ids};
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_testing::rails::FakeAdapter;
use causeway_testing::wait;
use serde_json::Value;

use super::deployment::{Deployment, Engine, PLATFORM};
use super::payer::{PATIENCE, Payer, text};

/// Name of the rail.
pub(super) const RAIL: &str = "liar";
/// The debit that fills the platform's account, in cents.
pub(super) const FUNDS: i64 = 1_000_000;
/// Amount of a payout, in cents.
pub(super) const AMOUNT: i64 = 25_000;

/// A deployment with an adapter in this process.
pub(super) struct LiarScene {
    pub(super) deployment: Deployment,
    pub(super) adapter: FakeAdapter,
    payer: Payer,
    /// An account whose payouts settle.
    pub(super) good: String,
}

impl LiarScene {
    /// Starts a deployment, attaches the adapter, which is honest so far, and fills the platform's account.
    pub(super) async fn start(engine: Engine) -> Self {
        let deployment = Deployment::start(engine).await;
        let credentials = deployment.create_platform(PLATFORM);
        let adapter = attach(&deployment, RAIL).await;
        deployment.route(RAIL);
        let payer = Payer::new(&deployment, &credentials).await;
        let good = payer.register_at(&deployment, "900000000").await;
        let scene = Self { deployment, adapter, payer, good };
        let debit = scene.pay("transfer-in", &scene.good, &scene.account, FUNDS).await;
        scene.reaches(&debit, "COMPLETED").await;
        scene
    }

    /// Pays out to the account that settles.
    pub(super) async fn payout(&self) -> String {
        self.pay_out(&self.good, AMOUNT).await
    }

    /// Returns the state that the adapter has for a payout.
    pub(super) fn state_of(&self, payment: &str) -> Option<OrderState> {
        self.adapter.state_of(OrderKind::Payout, id_of(payment))
    }

    /// Waits until there is an alert of a kind, and returns all of them.
    pub(super) async fn alerted(&self, kind: &str) -> Vec<Value> {
        wait::until(kind, PATIENCE, || async {
            let alerts = self.deployment.alerts(kind);
            if alerts.is_empty() { Err("no such alert") } else { Ok(alerts) }
        })
        .await
    }

    /// Returns the state that the service has for the order of a payout, which may have none yet.
    pub(super) fn stored_state(&self, payment: &str) -> String {
        let shown = self.deployment.operate(&["payment", "show", payment]);
        shown["rails"][0]["state"].as_str().unwrap_or("no order").to_owned()
    }

    /// Waits until the service has this state for the order of a payout.
    pub(super) async fn stores(&self, payment: &str, state: OrderState) {
        wait::until(state.as_str(), PATIENCE, || async {
            let found = self.stored_state(payment);
            if found == state.as_str() { Ok(()) } else { Err(found) }
        })
        .await;
    }

    /// Gives a payout another state at the adapter.
    pub(super) fn move_to(&self, payment: &str, state: OrderState) {
        self.adapter.move_order(OrderKind::Payout, id_of(payment), state);
    }

    /// Pushes the newest item of the feed: the service reads what is new.
    pub(super) async fn push_news(&self) {
        let items = self.adapter.items();
        let newest = self.adapter.push_body(&items[items.len().saturating_sub(1)..]);
        let path = format!("/rails/v1/{RAIL}/changes");
        assert_eq!(self.adapter.push(&self.deployment.origin(), &path, &newest).await, 200);
    }

    /// Waits until the rail has a status.
    pub(super) async fn rail_is(&self, status: &str) {
        wait::until(status, PATIENCE, || async {
            let found = self.deployment.rail_status(RAIL);
            if found == status { Ok(()) } else { Err(found) }
        })
        .await;
    }

    /// Ends the deployment in order, and verifies the ledger.
    #[track_caller]
    pub(super) fn finish(self) {
        self.deployment.finish();
    }
}

impl Deref for LiarScene {
    type Target = Payer;

    fn deref(&self) -> &Payer {
        &self.payer
    }
}

/// Starts an adapter in this process, and adds its rail.
pub(super) async fn attach(deployment: &Deployment, rail: &str) -> FakeAdapter {
    let adapter = FakeAdapter::start().await;
    let added = deployment.add_rail(rail, &adapter.url(), &adapter.key());
    let key = text(&added["service_key"]).parse().expect("a public key");
    adapter.attach(text(&added["rail"]).parse().expect("the id of a rail"), key);
    adapter
}

/// Returns the id of a payment.
#[track_caller]
pub(super) fn id_of(payment: &str) -> TransactionId {
    payment.parse().unwrap_or_else(|error| panic!("{payment}: {error}"))
}

/// Draws the id of a payment that the service does not have.
pub(super) fn unknown_payment() -> TransactionId {
    let ids = Ids::system();
    TransactionId::from_uuid(ids.uuid(Clock::system().now()))
}
