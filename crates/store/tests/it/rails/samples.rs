//! Rails, and orders to them.

use std::collections::BTreeMap;
use std::time::Duration;

use causeway_domain::ids::{Id, RailId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Amount, Time};
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_store::rails::{
    self, OrderName, PinnedRail, RailAccountRecord, RailBindingRecord, RailDoc, RailItemRecord,
    RailKeyRecord, RailLimits, RailOrderRecord, RailRecord, RailRouteRecord, RailStatus, RouteDirection,
    SeenMemory, StoredState, accounts, bindings, keys, routes, state,
};
use causeway_store::{Error, Tx};
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::harness::{Engine, START, platform};

/// The tables of rails whose rows never change in some columns.
const GUARDED: [&str; 7] = [
    "rail_key",
    "rail_account",
    "rail_binding",
    "rail_route",
    "rail_order",
    "rail_evidence",
    "cash_movement",
];

pub(super) fn after(seconds: u64) -> Time {
    START.plus(Duration::from_secs(seconds))
}

pub(super) fn uuid(kind: u128, number: u128) -> Uuid {
    Uuid::from_u128((kind << 32) + number)
}

pub(super) fn rail_id(number: u128) -> RailId {
    RailId::from_uuid(uuid(1, number))
}

pub(super) fn rail(number: u128) -> RailRecord {
    let limits = RailLimits { maximum_order: Some(1_000), ..RailLimits::default() };
    RailRecord {
        id: rail_id(number),
        name: format!("rail-{number}"),
        status: RailStatus::Paused,
        doc: RailDoc {
            v: 1,
            url: "https://adapter.test/base".to_owned(),
            allow: Some("10.0.0.0/8".to_owned()),
            push_from: None,
            limits: BTreeMap::from([(CurrencyCode::USD, limits)]),
            service_key: uuid(2, number),
        },
        created_at: START,
        changed_at: START,
    }
}

pub(super) fn key(number: u128) -> RailKeyRecord {
    RailKeyRecord {
        id: uuid(3, number),
        rail: rail_id(number),
        public_key: [u8::try_from(number).unwrap(); 32],
        added_at: START,
        revoked_at: None,
    }
}

pub(super) fn account(number: u128) -> RailAccountRecord {
    RailAccountRecord {
        id: uuid(4, number),
        name: format!("account-{number}"),
        currency: CurrencyCode::USD,
        home: platform(number),
        created_at: START,
    }
}

pub(super) fn binding(number: u128) -> RailBindingRecord {
    RailBindingRecord {
        id: uuid(5, number),
        rail: rail_id(number),
        theirs: format!("main-{number}"),
        account: uuid(4, number),
        created_at: START,
    }
}

pub(super) fn route(number: u128) -> RailRouteRecord {
    RailRouteRecord {
        id: uuid(6, number),
        platform: (number == 1).then(|| platform(1)),
        account_type: "USD_ACCOUNT".to_owned(),
        payment_rail: (number == 1).then(|| "ACH".to_owned()),
        currency: CurrencyCode::USD,
        direction: if number == 1 { RouteDirection::Payout } else { RouteDirection::Collection },
        minimum: 1,
        maximum: (number == 1).then_some(1_000_000),
        rank: i64::try_from(number).unwrap(),
        rail: rail_id(number),
        corridor: "usd-ach".to_owned(),
        created_at: START,
    }
}

/// Inserts a rail with a key, an account, a binding and a route.
pub(super) fn insert_rail(tx: &mut Tx<'_>, number: u128) -> Result<(), Error> {
    rails::insert(tx, &rail(number))?;
    keys::insert(tx, &key(number))?;
    accounts::insert(tx, &account(number))?;
    bindings::insert(tx, &binding(number))?;
    routes::insert(tx, &route(number))
}

pub(super) fn memory(sequence: i64) -> SeenMemory {
    SeenMemory { id: uuid(7, 1), sequence, mark: Some(format!("mark-{sequence}")) }
}

/// Lets the memory of the adapter of a rail be known.
pub(super) fn know_memory(tx: &mut Tx<'_>, number: u128) -> Result<(), Error> {
    state::note_top(tx, rail_id(number), &SeenMemory { id: uuid(7, 1), sequence: 0, mark: None })
}

pub(super) fn name(number: u128) -> OrderName {
    OrderName { transaction: TransactionId::from_uuid(uuid(8, number)), kind: OrderKind::Payout }
}

/// Returns an order to the first rail that no record is known of.
pub(super) fn order(number: u128) -> RailOrderRecord {
    let OrderName { transaction, kind } = name(number);
    let body = format!("{{\"order\": {number}}}").into_bytes();
    let pinned = PinnedRail {
        rail: rail_id(1),
        account: uuid(4, 1),
        corridor: "usd-ach".to_owned(),
        digest: Sha256::digest(&body).into(),
        body,
        short: format!("SHORT{number}"),
        memory: uuid(7, 1),
    };
    RailOrderRecord {
        id: uuid(9, number),
        transaction,
        kind,
        pinned: Some(pinned),
        amount: Amount::new(100 * i64::try_from(number).unwrap(), CurrencyCode::USD),
        state: StoredState::Stored,
        revision: None,
        record: None,
        held_at: None,
        released_at: None,
        created_at: START,
        changed_at: START,
    }
}

/// Returns an order with a record in this state.
pub(super) fn with_record(order: RailOrderRecord, state: OrderState, revision: i64) -> RailOrderRecord {
    RailOrderRecord {
        state: StoredState::Known(state),
        revision: Some(revision),
        record: Some(json!({ "state": state.as_str(), "revision": revision, "amount": 1.50 })),
        changed_at: after(60),
        ..order
    }
}

/// Returns an item of the first rail about an order.
pub(super) fn item(sequence: i64, subject: Option<OrderName>) -> RailItemRecord {
    RailItemRecord {
        rail: rail_id(1),
        sequence,
        mark: format!("mark-{sequence}"),
        kind: if subject.is_some() { "ORDER" } else { "CAPABILITIES" }.to_owned(),
        subject,
        revision: subject.map(|_| 1),
        state: subject.map(|_| "SENT".to_owned()),
        amount: subject.map(|_| Amount::new(100, CurrencyCode::USD)),
        at: START,
    }
}

/// Drops the guards that protect rows from changes.
pub(super) fn unguard(tx: &mut Tx<'_>, engine: Engine) -> Result<(), Error> {
    for table in GUARDED {
        let on = if engine == Engine::Postgres { format!(" ON {table}") } else { String::new() };
        tx.execute(&format!("DROP TRIGGER {table}_terms_kept{on}"), &[])?;
    }
    Ok(())
}
