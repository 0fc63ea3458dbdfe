//! Integration tests of an attacker with all rights on the database: forged rails and orders are refused.

use std::sync::mpsc;

use causeway_rail_protocol::values::OrderState;
use causeway_store::ledger::{self, Anchors, FaultKind, Report};
use causeway_store::rails::{self, accounts, bindings, keys, orders, routes};
use causeway_store::{Error, Tx, Wake};

use super::samples::{
    account, binding, insert_rail, key, name, order, rail, rail_id, route, unguard, with_record,
};
use crate::harness::{Engine, Fixture, on_both_engines, platform};
use crate::rows::{read, write};

on_both_engines!(
    a_forged_order_is_refused_and_named,
    a_forged_rail_does_not_count_and_is_named,
    others_go_on_beside_a_forged_row,
);

/// Changes of an order with a record, all of which would move money or keep it back.
const ORDER_CHANGES: [&str; 17] = [
    "state = 'FAILED'",
    "record = '{\"state\":\"FAILED\"}'",
    "record = record || ' '",
    "revision = revision + 1",
    "revision = NULL",
    "amount = amount + 1",
    "currency = 'EUR'",
    "account_id = order_id",
    "rail_id = order_id",
    "corridor = 'other'",
    "memory_id = order_id",
    "short = 'OTHER'",
    "kind = 'COLLECTION'",
    "held_at = 1",
    "released_at = 1",
    "created_at = created_at + 1",
    "updated_at = updated_at + 1",
];

/// Sends the orders of a rail to another adapter.
const DOCUMENT: &str = r#"doc = '{"v":1,"url":"https://other.test","allow":null,"push_from":null,"limits":{},
    "service_key":"00000000-0000-0000-0000-000000000001"}'"#;

async fn with_order(engine: Engine) -> Fixture {
    let store = Fixture::new(engine).await;
    write(&store, |tx| {
        (1..=2).try_for_each(|number| insert_rail(tx, number))?;
        orders::insert(tx, platform(1), &with_record(order(1), OrderState::Settled, 3))?;
        orders::insert(tx, platform(1), &with_record(order(2), OrderState::Failed, 3))
    })
    .await;
    store
}

/// Returns the changes of an order, adapted to the engine.
fn order_changes(engine: Engine) -> Vec<String> {
    let bytes = match engine {
        Engine::Sqlite => "x'00'",
        Engine::Postgres => "decode('00', 'hex')",
    };
    let other = |column: &str| {
        format!("{column} = (SELECT o.{column} FROM rail_order o WHERE o.order_id <> rail_order.order_id)")
    };
    let mut all: Vec<String> = ORDER_CHANGES.iter().map(|change| (*change).to_owned()).collect();
    if engine == Engine::Postgres {
        // Operators on JSON differ from those on text.
        all.retain(|change| !change.contains("||"));
        all.push("record = CAST(CAST(record AS TEXT) || ' ' AS JSON)".to_owned());
    }
    all.push(format!("body = {bytes}"));
    all.push(format!("digest = {bytes}"));
    all.push(other("body"));
    all.push(format!("{}, {}, {}", other("state"), other("record"), other("mac")));
    all
}

/// Checks that an order is refused by its name and of its rail, whatever column is changed, and that the verification
/// names it.
async fn a_forged_order_is_refused_and_named(engine: Engine) {
    let store = with_order(engine).await;
    for change in order_changes(engine) {
        let sql = format!("UPDATE rail_order SET {change} WHERE amount = 100");
        let forge = sql.clone();
        let used = store.write(&[], move |tx| {
            unguard(tx, engine)?;
            assert_eq!(tx.execute_counted(&forge, &[])?, 1, "{forge}");
            orders::of_payment(tx, platform(1), name(1).transaction).map(drop)
        });
        let used = used.await;
        assert!(matches!(used, Err(Error::NotAuthentic(_) | Error::Data(_))), "{change}: {used:?}");

        let (sender, outcome) = mpsc::channel();
        let verify = move |tx: &mut Tx<'_>| {
            unguard(tx, engine)?;
            tx.execute(&sql, &[])?;
            let mut report = Report::default();
            ledger::verify_rows(tx, &Anchors::default(), &mut report)?;
            let names =
                [(FaultKind::TermsNotAuthentic, "the rail order"), (FaultKind::RowUnreadable, "rail_order")];
            let is_named = report.faults.iter().any(|fault| {
                names.iter().any(|(kind, start)| fault.kind == *kind && fault.subject.starts_with(start))
            });
            sender.send(is_named).unwrap();
            // The change is undone.
            Err::<(), Error>(Error::Missing)
        };
        assert_eq!(store.write(&[], verify).await, Err(Error::Missing), "{change}");
        assert_eq!(outcome.recv(), Ok(true), "{change}");
    }
}

/// Checks that a row of the deployment is refused by its name or its rail, and missing from the lists, whatever column
/// is changed, and that the verification names it.
async fn a_forged_rail_does_not_count_and_is_named(engine: Engine) {
    let store = with_order(engine).await;
    let changes = [
        ("rail", "rail_id", "status = 'ENABLED'"),
        ("rail", "rail_id", "updated_at = updated_at + 1"),
        ("rail", "rail_id", DOCUMENT),
        (
            "rail_key",
            "key_id",
            "public_key = (SELECT k.public_key FROM rail_key k WHERE k.key_id <> rail_key.key_id)",
        ),
        ("rail_key", "key_id", "revoked_at = 1"),
        ("rail_account", "account_id", "home_platform = account_id"),
        ("rail_account", "account_id", "currency = 'EUR'"),
        ("rail_binding", "binding_id", "account_id = binding_id"),
        ("rail_binding", "binding_id", "theirs = 'other'"),
        ("rail_route", "route_id", "for_platform = NULL"),
        ("rail_route", "route_id", "corridor = 'other'"),
        ("rail_route", "route_id", "maximum = NULL"),
        ("rail_route", "route_id", "payment_rail = NULL"),
    ];
    for (table, id, change) in changes {
        let first = format!("SELECT o.{id} FROM {table} o ORDER BY o.{id} LIMIT 1");
        let sql = format!("UPDATE {table} SET {change} WHERE {id} = ({first})");
        let (sender, outcome) = mpsc::channel();
        let forge = move |tx: &mut Tx<'_>| {
            unguard(tx, engine)?;
            assert_eq!(tx.execute_counted(&sql, &[])?, 1);
            let mut report = Report::default();
            ledger::verify_settings(tx, &mut report)?;
            let word = table.replace('_', " ");
            let is_named = report.faults.iter().any(|fault| {
                fault.kind == FaultKind::TermsNotAuthentic
                    && fault.subject.starts_with(&format!("the {word} "))
            });
            let listed = [
                rails::all(tx)?.len(),
                keys::all(tx)?.len(),
                accounts::all(tx)?.len(),
                bindings::all(tx)?.len(),
                routes::all(tx)?.len(),
            ];
            sender.send((is_named, listed.iter().sum::<usize>())).unwrap();
            use_by_name(tx, table)
        };
        let used = store.write(&[], forge).await;
        assert!(matches!(used, Err(Error::NotAuthentic(_))), "{table} {change}: {used:?}");
        assert_eq!(outcome.recv(), Ok((true, 9)), "{table} {change}");
    }
}

/// Reads the first row of a table by its name, or with the other rows of its rail.
fn use_by_name(tx: &mut Tx<'_>, table: &str) -> Result<(), Error> {
    match table {
        "rail" => rails::find_named(tx, &rail(1).name).map(drop),
        "rail_key" => keys::of_rail(tx, rail_id(1)).map(drop),
        "rail_account" => accounts::find_named(tx, &account(1).name).map(drop),
        "rail_binding" => bindings::of_rail(tx, rail_id(1)).map(drop),
        _ => routes::of_rail(tx, rail_id(1)).map(drop),
    }
}

/// Checks that a process which reads all rails goes on without the forged row, and that operators are alerted.
async fn others_go_on_beside_a_forged_row(engine: Engine) {
    let store = with_order(engine).await;
    write(&store, move |tx| {
        unguard(tx, engine)?;
        tx.execute("UPDATE rail_route SET corridor = 'other' WHERE rank = 1", &[])
    })
    .await;
    let signal = store.subscribe(Wake::Foreign);
    let found =
        read(&store, |tx| Ok((rails::all(tx)?, keys::all(tx)?, bindings::all(tx)?, routes::all(tx)?))).await;
    assert_eq!(found.0, [rail(1), rail(2)]);
    assert_eq!(found.1, [key(1), key(2)]);
    assert_eq!(found.2, [binding(1), binding(2)]);
    assert_eq!(found.3, [route(2)]);
    signal.notified().await;
    let foreign = store.take_foreign();
    assert_eq!(foreign.into_iter().collect::<Vec<_>>(), [format!("the rail route {}", route(1).id)]);
}
