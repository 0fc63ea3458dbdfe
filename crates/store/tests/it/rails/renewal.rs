//! Integration tests of the renewal of codes after a rotation of the root key.

use std::sync::atomic::Ordering;

use causeway_domain::Amount;
use causeway_domain::ids::{Id, JournalId};
use causeway_domain::money::CurrencyCode;
use causeway_store::rails::{self, CashMovementRecord, cash, orders};
use causeway_store::{Tx, key_number};

use super::samples::{insert_rail, name, order, unguard, uuid};
use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::rows::write;

on_both_engines!(every_code_is_renewed, a_forged_row_stays_forged);

const TABLES: [&str; 7] =
    ["rail", "rail_key", "rail_account", "rail_binding", "rail_route", "rail_order", "cash_movement"];

async fn with_rows(engine: Engine) -> Fixture {
    let store = Fixture::new(engine).await;
    write(&store, |tx| {
        (1..=2).try_for_each(|number| insert_rail(tx, number))?;
        (1..=3).try_for_each(|number| orders::insert(tx, platform(1), &order(number)))?;
        let movement = CashMovementRecord {
            id: uuid(11, 1),
            journal: JournalId::from_uuid(uuid(12, 1)),
            line: 0,
            part: 0,
            transaction: name(1).transaction,
            account: None,
            amount: Amount::new(1, CurrencyCode::USD),
            created_at: START,
        };
        cash::insert(tx, platform(1), &[movement])
    })
    .await;
    store.macs.newest.store(2, Ordering::Release);
    store
}

/// Returns the numbers of the keys of a table's codes.
fn numbers(tx: &mut Tx<'_>, table: &str) -> Result<Vec<Option<u32>>, causeway_store::Error> {
    tx.query(&format!("SELECT mac FROM {table}"), &[], |row| Ok(key_number(&row.get::<Vec<u8>>("mac")?)))
}

/// Checks that every row has a code of the newest key, and is still read.
async fn every_code_is_renewed(engine: Engine) {
    let store = with_rows(engine).await;
    write(&store, |tx| {
        rails::authenticate_rails_anew(tx)?;
        let second = orders::authenticate_anew(tx, platform(1), None, 2)?;
        assert_eq!(second, Some(uuid(9, 2)));
        let third = orders::authenticate_anew(tx, platform(1), second, 2)?;
        assert_eq!(third, Some(uuid(9, 3)));
        assert_eq!(orders::authenticate_anew(tx, platform(1), third, 2)?, None);
        let last = cash::authenticate_anew(tx, platform(1), None, 2)?;
        assert_eq!(cash::authenticate_anew(tx, platform(1), last, 2)?, None);
        for table in TABLES {
            let numbers = numbers(tx, table)?;
            assert!(
                !numbers.is_empty() && numbers.iter().all(|number| *number == Some(2)),
                "{table}: {numbers:?}"
            );
        }
        assert_eq!(rails::all(tx)?.len(), 2);
        assert_eq!(orders::find(tx, platform(1), name(1))?, Some(order(1)));
        Ok(())
    })
    .await;
}

/// Checks that a rotation does not make a forged row authentic.
async fn a_forged_row_stays_forged(engine: Engine) {
    let store = with_rows(engine).await;
    write(&store, move |tx| {
        unguard(tx, engine)?;
        tx.execute("UPDATE rail_route SET corridor = 'other' WHERE rank = 1", &[])?;
        tx.execute("UPDATE rail_order SET amount = 1 WHERE amount = 100", &[])?;
        rails::authenticate_rails_anew(tx)?;
        orders::authenticate_anew(tx, platform(1), None, 9)?;
        let mut routes = numbers(tx, "rail_route")?;
        routes.sort();
        assert_eq!(routes, [Some(1), Some(2)]);
        let mut orders = numbers(tx, "rail_order")?;
        orders.sort();
        assert_eq!(orders, [Some(1), Some(2), Some(2)]);
        Ok(())
    })
    .await;
}
