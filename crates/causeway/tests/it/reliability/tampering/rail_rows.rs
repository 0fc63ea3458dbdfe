//! Rails, and orders to them that have moved the cash of payments.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use causeway_domain::ids::{Id, JournalId, PlatformId, RailId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::{AccountCode, PostingKind};
use causeway_domain::{Amount, Time};
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_service::App;
use causeway_store::rails::{
    self, CashMovementRecord, EvidenceRecord, OrderName, PinnedRail, RailAccountRecord, RailBindingRecord,
    RailDoc, RailItemRecord, RailKeyRecord, RailOrderRecord, RailRecord, RailRouteRecord, RailStatus,
    RouteDirection, SeenMemory, StoredState, accounts, bindings, cash, contradictions, evidence, items, keys,
    nonces, orders, routes, state,
};
use causeway_store::{Error, Tx, params};
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Number of rails.
const RAILS: u8 = 2;

/// A line of cash that an order has moved.
struct CashLine {
    journal: JournalId,
    line: i64,
    amount: Amount,
}

fn id(kind: u8, number: usize) -> Uuid {
    Uuid::from_u128(0x7000_0000 + (u128::from(kind) << 16) + u128::try_from(number).unwrap())
}

fn rail(number: u8) -> RailId {
    RailId::from_uuid(id(0, number.into()))
}

/// Stores rails, and for each line of cash that a rail would have moved its order and its movements.
pub(super) async fn begin(app: &Arc<App>, platform: PlatformId) {
    let insert = move |tx: &mut Tx<'_>| {
        (0..RAILS).try_for_each(|number| insert_rail(tx, platform, number))?;
        let lines = lines(tx, platform)?;
        let names: BTreeSet<(TransactionId, OrderKind)> = lines.keys().copied().collect();
        for (number, ((transaction, kind), lines)) in lines.into_iter().enumerate() {
            let name = OrderName { transaction, kind };
            insert_order(tx, platform, number, name)?;
            insert_movements(tx, platform, number, name, &lines)?;
        }
        let tombstone = names.iter().find(|(transaction, kind)| {
            *kind == OrderKind::Payout && !names.contains(&(*transaction, OrderKind::Collection))
        });
        let transaction = tombstone.ok_or(Error::Missing)?.0;
        let name = OrderName { transaction, kind: OrderKind::Collection };
        let order = RailOrderRecord { pinned: None, ..order(names.len(), name, tx.wall()) };
        orders::insert(tx, platform, &order)
    };
    app.store.write(&[], insert).await.map_err(|error: Error| error).unwrap();
}

/// Returns the lines of cash of a platform by the order that would have moved them.
fn lines(
    tx: &mut Tx<'_>,
    platform: PlatformId,
) -> Result<BTreeMap<(TransactionId, OrderKind), Vec<CashLine>>, Error> {
    let sql = "SELECT journal_id, line, transaction_id, kind, currency, amount FROM ledger_entry
               WHERE platform_id = $1 AND code = $2 AND transaction_id IS NOT NULL ORDER BY journal_id, line";
    let found = tx.query(sql, params![platform, AccountCode::Cash.as_str()], |row| {
        let posting: PostingKind = row.parsed("kind")?;
        let amount = Amount::new(row.get("amount")?, row.get("currency")?);
        let line = CashLine { journal: row.get("journal_id")?, line: row.get("line")?, amount };
        Ok((row.get::<TransactionId>("transaction_id")?, cash::order_kind(posting), line))
    })?;
    let mut by_order: BTreeMap<(TransactionId, OrderKind), Vec<CashLine>> = BTreeMap::new();
    for (transaction, kind, line) in found {
        if let Some(kind) = kind {
            by_order.entry((transaction, kind)).or_default().push(line);
        }
    }
    Ok(by_order)
}

fn insert_rail(tx: &mut Tx<'_>, platform: PlatformId, number: u8) -> Result<(), Error> {
    let now = tx.wall();
    let place = usize::from(number);
    let rail = rail(number);
    let doc = RailDoc {
        v: 1,
        url: format!("https://adapter{number}.test"),
        allow: None,
        push_from: None,
        limits: BTreeMap::new(),
        service_key: id(1, place),
    };
    let name = format!("rail-{number}");
    let status = if number == 0 { RailStatus::Enabled } else { RailStatus::Paused };
    rails::insert(tx, &RailRecord { id: rail, name, status, doc, created_at: now, changed_at: now })?;
    let revoked_at = (number == 0).then_some(now);
    let key = RailKeyRecord { id: id(2, place), rail, public_key: [number; 32], added_at: now, revoked_at };
    keys::insert(tx, &key)?;
    let name = format!("account-{number}");
    let account = id(3, place);
    let currency = CurrencyCode::EUR;
    accounts::insert(
        tx,
        &RailAccountRecord { id: account, name, currency, home: platform, created_at: now },
    )?;
    let theirs = format!("main-{number}");
    bindings::insert(tx, &RailBindingRecord { id: id(4, place), rail, theirs, account, created_at: now })?;
    routes::insert(tx, &route(number, platform, now))?;
    let memory = SeenMemory { id: id(6, place), sequence: 2, mark: Some(format!("mark-{number}")) };
    state::note_top(tx, rail, &memory)?;
    items::append(tx, &[item(rail, now)])?;
    nonces::take(tx, rail, &[number; 32])?;
    contradictions::add(tx, rail, &[number; 32], now)?;
    Ok(())
}

fn route(number: u8, platform: PlatformId, now: Time) -> RailRouteRecord {
    RailRouteRecord {
        id: id(5, number.into()),
        platform: (number == 0).then_some(platform),
        account_type: "EUR_ACCOUNT".to_owned(),
        payment_rail: (number == 0).then(|| "SEPA".to_owned()),
        currency: CurrencyCode::EUR,
        direction: if number == 0 { RouteDirection::Payout } else { RouteDirection::Collection },
        minimum: i64::from(number) + 1,
        maximum: (number == 0).then_some(1_000_000),
        rank: i64::from(number),
        rail: rail(number),
        corridor: format!("corridor-{number}"),
        created_at: now,
    }
}

fn item(rail: RailId, now: Time) -> RailItemRecord {
    RailItemRecord {
        rail,
        sequence: 1,
        mark: "first".to_owned(),
        kind: "CAPABILITIES".to_owned(),
        subject: None,
        revision: None,
        state: None,
        amount: None,
        at: now,
    }
}

fn order(number: usize, name: OrderName, now: Time) -> RailOrderRecord {
    let body = format!("{{\"order\":{number}}}").into_bytes();
    let has_record = number.is_multiple_of(2);
    let pinned = PinnedRail {
        rail: rail(0),
        account: id(3, 0),
        corridor: "corridor-0".to_owned(),
        digest: Sha256::digest(&body).into(),
        body,
        short: format!("SHORT{number}"),
        memory: id(6, 0),
    };
    RailOrderRecord {
        id: id(7, number),
        transaction: name.transaction,
        kind: name.kind,
        pinned: Some(pinned),
        amount: Amount::new(1_000, CurrencyCode::EUR),
        state: if has_record { StoredState::Known(OrderState::Settled) } else { StoredState::Stored },
        revision: has_record.then_some(3),
        record: has_record.then(|| json!({ "state": "SETTLED", "revision": 3 })),
        held_at: has_record.then_some(now),
        released_at: has_record.then_some(now),
        created_at: now,
        changed_at: now,
    }
}

fn insert_order(tx: &mut Tx<'_>, platform: PlatformId, number: usize, name: OrderName) -> Result<(), Error> {
    let now = tx.wall();
    let order = order(number, name, now);
    orders::insert(tx, platform, &order)?;
    let answer = EvidenceRecord {
        id: id(8, number),
        order: order.id,
        rail: rail(0),
        key: id(2, 0),
        is_contradiction: number == 0,
        request_digest: [1; 32],
        base: "\"@status\": 200".to_owned(),
        signature: vec![2; 64],
        body: b"{}".to_vec(),
        at: now,
    };
    evidence::insert(tx, platform, &answer)
}

/// Stores the movements of the lines of an order: the last unit of a line is no rail account's.
fn insert_movements(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    number: usize,
    name: OrderName,
    lines: &[CashLine],
) -> Result<(), Error> {
    let created_at = tx.wall();
    for (place, CashLine { journal, line, amount }) in lines.iter().enumerate() {
        let rest = amount.minor.signum();
        let parts = [(0, Some(id(3, 0)), amount.minor - rest), (1, None, rest)];
        let movements = parts.map(|(part, account, minor)| CashMovementRecord {
            id: id(9, number * 16 + place * 2 + usize::from(part == 1)),
            journal: *journal,
            line: *line,
            part,
            transaction: name.transaction,
            account,
            amount: Amount::new(minor, amount.currency),
            created_at,
        });
        cash::insert(tx, platform, &movements)?;
    }
    Ok(())
}
