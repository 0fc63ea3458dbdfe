//! Integration tests of orders to rails, their evidence, sums and cash.

use causeway_domain::Amount;
use causeway_domain::ids::{Id, JournalId};
use causeway_domain::money::CurrencyCode;
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_store::rails::sums::{self, RailCount, RailSums};
use causeway_store::rails::{
    CashMovementRecord, EvidenceRecord, OrderName, RailOrderRecord, StoredState, cash, evidence, orders,
};
use causeway_store::{Attempt, Error, Tx};

use super::samples::{after, insert_rail, name, order, rail_id, uuid, with_record};
use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::rows::{read, write};

on_both_engines!(
    an_order_keeps_its_terms_and_changes_with_its_record,
    a_payment_has_one_order_of_each_kind,
    limits_compare_sums_of_payouts,
    open_orders_are_counted_and_listed,
    evidence_is_kept_in_order,
    movements_come_back_as_they_went,
);

/// Returns the tombstone of an order.
fn tombstone(number: u128) -> RailOrderRecord {
    RailOrderRecord { pinned: None, state: StoredState::Known(OrderState::Cancelled), ..order(number) }
}

/// Checks that an order is read as it was written, with the record as the adapter has spelled its numbers.
async fn an_order_keeps_its_terms_and_changes_with_its_record(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| {
        insert_rail(tx, 1)?;
        orders::insert(tx, platform(1), &order(1))?;
        orders::insert(tx, platform(2), &tombstone(2))
    })
    .await;
    read(&store, |tx| {
        assert_eq!(orders::find(tx, platform(1), name(1))?, Some(order(1)));
        assert_eq!(orders::find(tx, platform(2), name(1))?, None);
        assert_eq!(orders::find(tx, platform(2), name(2))?, Some(tombstone(2)));
        assert_eq!(orders::find_of_rail(tx, rail_id(1), name(1))?, Some((platform(1), order(1))));
        assert_eq!(orders::find_of_rail(tx, rail_id(2), name(1))?, None);
        assert_eq!(orders::find_of_rail(tx, rail_id(1), name(2))?, None, "a tombstone has no rail");
        assert_eq!(orders::platform_of(tx, rail_id(1), name(1))?, Some(platform(1)));
        assert_eq!(cash::account_for(tx, platform(1), name(1))?, Some(uuid(4, 1)));
        assert_eq!(cash::account_for(tx, platform(2), name(2))?, None);
        Ok(())
    })
    .await;

    let settled =
        RailOrderRecord { held_at: Some(after(1)), ..with_record(order(1), OrderState::Settled, 4) };
    let update = settled.clone();
    write(&store, move |tx| {
        assert_eq!(orders::lock(tx, platform(1), name(1))?, Some(order(1)));
        orders::update(tx, platform(1), &update)
    })
    .await;
    let released = RailOrderRecord { released_at: Some(after(2)), ..settled.clone() };
    let update = released.clone();
    assert_eq!(read(&store, |tx| orders::find(tx, platform(1), name(1))).await, Some(settled));
    write(&store, move |tx| orders::update(tx, platform(1), &update)).await;
    let transaction = name(1).transaction;
    assert_eq!(read(&store, move |tx| orders::of_payment(tx, platform(1), transaction)).await, [released]);
}

/// Checks that a second order of a payment loses the race, also against a tombstone, and that another kind does not.
async fn a_payment_has_one_order_of_each_kind(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| {
        orders::insert(tx, platform(1), &tombstone(1))?;
        let second = RailOrderRecord { id: uuid(9, 50), ..order(1) };
        let lost = tx.attempt(|tx| orders::insert(tx, platform(1), &second))?;
        assert_eq!(lost, Attempt::Duplicate { constraint: "rail_order_of_payment".to_owned() });

        let collection = RailOrderRecord { kind: OrderKind::Collection, ..second };
        orders::insert(tx, platform(1), &collection)?;
        assert_eq!(orders::of_payment(tx, platform(1), name(1).transaction)?, [collection, tombstone(1)]);

        let pinned = order(1).pinned;
        let same_reference = RailOrderRecord { pinned, ..order(3) };
        let lost = tx.attempt(|tx| orders::insert(tx, platform(1), &same_reference))?;
        assert_eq!(lost, Attempt::Duplicate { constraint: "rail_order_short".to_owned() });
        Ok(())
    })
    .await;
}

/// Checks which orders count towards the limits of a rail.
async fn limits_compare_sums_of_payouts(engine: Engine) {
    let store = Fixture::new(engine).await;
    let early = RailOrderRecord { created_at: START, ..order(1) };
    let late = |number| RailOrderRecord { created_at: after(50), ..order(number) };
    let held = RailOrderRecord { held_at: Some(after(60)), ..with_record(late(5), OrderState::Returned, 2) };
    let collection = RailOrderRecord { kind: OrderKind::Collection, ..late(6) };
    let euros = RailOrderRecord { amount: Amount::new(7, CurrencyCode::EUR), ..late(7) };
    let all = [
        early,
        late(2),
        with_record(late(3), OrderState::Failed, 2),
        with_record(late(4), OrderState::Settled, 2),
        held,
        collection,
        euros,
        tombstone(8),
    ];
    write(&store, move |tx| all.iter().try_for_each(|order| orders::insert(tx, platform(1), order))).await;
    let of_rail = |since| move |tx: &mut Tx<'_>| sums::sums(tx, rail_id(1), CurrencyCode::USD, since);
    let whole = RailSums { out: 1_500, open: 300, freed: 300 };
    assert_eq!(read(&store, of_rail(START)).await, whole);
    assert_eq!(read(&store, of_rail(after(50))).await, RailSums { out: 1_400, ..whole });
    assert_eq!(read(&store, of_rail(after(61))).await, RailSums { out: 0, freed: 0, ..whole });
    let other = |tx: &mut Tx<'_>| sums::sums(tx, rail_id(2), CurrencyCode::USD, START);
    assert_eq!(read(&store, other).await, RailSums::default());
}

/// Checks that orders without an end are counted by state and listed from the oldest, and others are not.
async fn open_orders_are_counted_and_listed(engine: Engine) {
    let store = Fixture::new(engine).await;
    let all = [
        RailOrderRecord { created_at: after(2), ..order(1) },
        RailOrderRecord { created_at: after(1), ..with_record(order(2), OrderState::InDoubt, 2) },
        RailOrderRecord { created_at: after(3), ..with_record(order(3), OrderState::InDoubt, 2) },
        with_record(order(4), OrderState::Settled, 2),
        tombstone(5),
        RailOrderRecord { created_at: after(4), state: StoredState::Refused, ..order(6) },
    ];
    let [stored, oldest, ..] = all.clone();
    write(&store, move |tx| all.iter().try_for_each(|order| orders::insert(tx, platform(1), order))).await;
    let doubt = StoredState::Known(OrderState::InDoubt);
    let rail = rail_id(1);
    let expected = [
        RailCount { rail, state: doubt, count: 2, oldest_at: after(1) },
        RailCount { rail, state: StoredState::Refused, count: 1, oldest_at: after(4) },
        RailCount { rail, state: StoredState::Stored, count: 1, oldest_at: after(2) },
    ];
    assert_eq!(read(&store, sums::counts).await, expected);
    let open = read(&store, move |tx| sums::open_of(tx, rail, 2)).await;
    assert_eq!(open, [(platform(1), oldest), (platform(1), stored)]);
}

/// Checks that answers are read as they were written.
async fn evidence_is_kept_in_order(engine: Engine) {
    let store = Fixture::new(engine).await;
    let answer = |number: u64| EvidenceRecord {
        id: uuid(10, number.into()),
        order: uuid(9, 1),
        rail: rail_id(1),
        key: uuid(3, 1),
        is_contradiction: number > 1,
        request_digest: [1; 32],
        base: "\"@status\": 200\nline".to_owned(),
        signature: vec![2; 64],
        body: vec![0, 255, 3],
        at: after(number),
    };
    let all = [answer(3), answer(1), answer(2)];
    write(&store, move |tx| all.iter().try_for_each(|one| evidence::insert(tx, platform(1), one))).await;
    let kept = read(&store, |tx| evidence::of_order(tx, platform(1), uuid(9, 1))).await;
    assert_eq!(kept, [answer(1), answer(2), answer(3)]);
}

/// Checks that movements are written at the end of the closure, and read in the order of their lines.
async fn movements_come_back_as_they_went(engine: Engine) {
    let store = Fixture::new(engine).await;
    let OrderName { transaction, .. } = name(1);
    let movement = move |number: u128, line, part| CashMovementRecord {
        id: uuid(11, number),
        journal: JournalId::from_uuid(uuid(12, 1)),
        line,
        part,
        transaction,
        account: (part == 0).then(|| uuid(4, 1)),
        amount: Amount::new(-5, CurrencyCode::USD),
        created_at: START,
    };
    let all = [movement(3, 2, 1), movement(1, 1, 0), movement(2, 2, 0)];
    let kept = write(&store, move |tx| {
        cash::insert(tx, platform(1), &all[..1])?;
        cash::insert(tx, platform(1), &all[1..])?;
        cash::of_payment(tx, platform(1), transaction)
    })
    .await;
    assert_eq!(kept, [movement(1, 1, 0), movement(2, 2, 0), movement(3, 2, 1)]);
    let twice = CashMovementRecord { id: uuid(11, 9), ..movement(1, 1, 0) };
    let refused = store.write(&[], move |tx| cash::insert(tx, platform(1), std::slice::from_ref(&twice)));
    assert!(matches!(refused.await, Err(Error::Duplicate { .. })), "a part of a line is moved once");
}
