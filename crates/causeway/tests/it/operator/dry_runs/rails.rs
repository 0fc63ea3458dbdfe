//! Rails whose adapters do not run.

use causeway_domain::ids::{Id, RailId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Amount, Time};
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_store::platforms::Environment;
use causeway_store::rails::{self, PinnedRail, RailOrderRecord, RailRecord, RailStatus, StoredState, orders};
use causeway_store::{Error, Tx};
use serde_json::json;
use uuid::Uuid;

use super::super::acting::act;
use super::super::rails::{OTHER_KEY, new_rail, rail, route, tell_capabilities};
use super::case::{CaseEnd, Cases};
use crate::harness::Service;
use crate::payments::scene::Scene;

/// Adds actions on rails. No process follows their feeds.
pub(super) async fn add_rails(cases: &mut Cases, service: &Service, scene: &Scene) {
    for name in ["bank", "gone", "keyed", "keyless"] {
        act(service, "rail add", new_rail(name)).await;
    }
    act(service, "rail-key revoke", rail("keyless")).await;
    tell_capabilities(service).await;
    let home = service.platform(Environment::Production).await;
    let account = |name: &str| json!({ "name": name, "currency": "USD", "home": home.id });
    act(service, "rail-account add", account("acme")).await;
    let removed = act(service, "rail-route set", route("usd-instant", "RTP")).await.json["route"].clone();
    let binding = json!({ "rail": "bank", "theirs": "main-usd", "ours": "acme" });
    let limits = json!({ "rail": "bank", "currency": "USD", "daily_out": 1_000 });
    for (action, arguments, end) in [
        ("rail add", new_rail("new"), CaseEnd::Done),
        ("rail set", json!({ "rail": "bank", "push_from": "127.0.0.0/8" }), CaseEnd::Done),
        ("rail pause", rail("bank"), CaseEnd::Done),
        ("rail resume", rail("bank"), CaseEnd::Refused),
        ("rail remove", rail("gone"), CaseEnd::Done),
        ("rail-account add", account("other"), CaseEnd::Done),
        ("rail-account bind", binding, CaseEnd::OnlyDry),
        ("rail-route set", route("usd-debit", "ACH"), CaseEnd::OnlyDry),
        ("rail-route remove", json!({ "route": removed }), CaseEnd::Done),
        ("rail-key add", json!({ "rail": "keyless", "key": OTHER_KEY }), CaseEnd::Done),
        ("rail-key revoke", rail("keyed"), CaseEnd::Done),
        ("rail-limit set", limits, CaseEnd::OnlyDry),
    ] {
        cases.add(action, arguments, end);
    }
    let held = json!({ "transaction": hold_order(service, scene).await });
    let unknown = json!({ "transaction": "Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" });
    cases.add_on(&scene.platform, "rail-order release", held, CaseEnd::Done);
    cases.add_on(&scene.platform, "rail-order resubmit", unknown, CaseEnd::Refused);
    cases.add_on(&scene.platform, "platform set", json!({ "legal_name": "Acme Inc." }), CaseEnd::Done);
}

/// Enables the rail `bank`, stores an order to it that waits for a release, and returns the payment of the order.
async fn hold_order(service: &Service, scene: &Scene) -> TransactionId {
    let platform = scene.platform.id;
    let transaction = TransactionId::from_uuid(Uuid::from_u128(7));
    let write = move |tx: &mut Tx<'_>| {
        let bank = rails::find_named(tx, "bank")?.ok_or(Error::Missing)?;
        let held = held_order(bank.id, transaction, tx.wall());
        rails::update(tx, &RailRecord { status: RailStatus::Enabled, ..bank })?;
        orders::insert(tx, platform, &held)
    };
    service.app().store.write::<_, Error, _>(&[], write).await.unwrap();
    transaction
}

/// Returns an order whose failure waits for an operator.
fn held_order(rail: RailId, transaction: TransactionId, at: Time) -> RailOrderRecord {
    let pinned = PinnedRail {
        rail,
        account: Uuid::from_u128(8),
        corridor: "usd-instant".to_owned(),
        body: b"{}".to_vec(),
        digest: [1; 32],
        short: "HELD00000001".to_owned(),
        memory: Uuid::from_u128(9),
    };
    RailOrderRecord {
        id: Uuid::from_u128(10),
        transaction,
        kind: OrderKind::Payout,
        pinned: Some(pinned),
        amount: Amount::new(500, CurrencyCode::USD),
        state: StoredState::Known(OrderState::Failed),
        revision: Some(2),
        record: None,
        held_at: Some(at),
        released_at: None,
        created_at: at,
        changed_at: at,
    }
}
