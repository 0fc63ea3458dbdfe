//! Integration tests of the items of feeds, and of the nonces of pushes.

use std::time::Duration;

use causeway_store::rails::{
    Cursor, RailItemRecord, RailOrderRecord, SeenMemory, contradictions, items, nonces, orders, state,
};
use causeway_store::{Error, Tx};

use super::samples::{after, insert_rail, item, know_memory, memory, name, order, rail_id, uuid};
use crate::harness::{Engine, Fixture, on_both_engines, platform};
use crate::rows::{read, write};

on_both_engines!(
    an_item_is_kept_once,
    a_mark_seen_beside_an_answer_becomes_an_item,
    unknown_orders_are_listed_until_they_are_accepted,
    missing_items_show_as_a_gap,
    skipped_items_are_no_gap,
    old_items_go_from_the_beginning,
    items_of_a_forgotten_memory_go_on_to_name_orders,
    a_change_without_an_item_is_found,
    a_nonce_counts_once,
    a_contradiction_counts_once,
);

/// Returns a store with a rail whose memory is known.
async fn with_rail(engine: Engine) -> Fixture {
    let store = Fixture::new(engine).await;
    write(&store, |tx| {
        insert_rail(tx, 1)?;
        know_memory(tx, 1)
    })
    .await;
    store
}

/// Returns items with these sequences, about no order.
fn plain(sequences: std::ops::RangeInclusive<i64>) -> Vec<RailItemRecord> {
    sequences.map(|sequence| item(sequence, None)).collect()
}

/// Checks that a copy of an item changes nothing, in one call and in a later one.
async fn an_item_is_kept_once(engine: Engine) {
    let store = with_rail(engine).await;
    let other = RailItemRecord { mark: "other".to_owned(), ..item(2, None) };
    write(&store, move |tx| {
        assert_eq!(items::last(tx, rail_id(1))?, None);
        items::append(tx, &[item(1, Some(name(1))), item(2, None), other.clone()])
    })
    .await;
    let changed = RailItemRecord { kind: "OTHER".to_owned(), ..item(1, None) };
    write(&store, move |tx| items::append(tx, &[changed.clone(), item(3, None)])).await;
    read(&store, |tx| {
        let all = items::range(tx, rail_id(1), 0, 9)?;
        assert_eq!(all, [item(1, Some(name(1))), item(2, None), item(3, None)]);
        assert_eq!(items::range(tx, rail_id(1), 1, 2)?, [item(2, None)]);
        assert_eq!(items::find(tx, rail_id(1), 1)?, Some(item(1, Some(name(1)))));
        assert_eq!(items::find(tx, rail_id(1), 4)?, None);
        assert_eq!(items::last(tx, rail_id(1))?, Some(3));
        assert_eq!(items::of_subject(tx, rail_id(1), name(1))?, [item(1, Some(name(1)))]);
        assert!(items::has_subject(tx, rail_id(1), name(1))?);
        assert!(!items::has_subject(tx, rail_id(2), name(1))?);
        assert!(items::names_order(tx, name(1))? && !items::names_order(tx, name(2))?);
        Ok(())
    })
    .await;
}

/// Checks that the mark of every sequence that an answer has shown stays known, and that the item itself completes it.
async fn a_mark_seen_beside_an_answer_becomes_an_item(engine: Engine) {
    let store = with_rail(engine).await;
    write(&store, |tx| {
        state::note_top(tx, rail_id(1), &memory(2))?;
        state::note_top(tx, rail_id(1), &memory(4))?;
        let earlier = SeenMemory { mark: Some("other".to_owned()), ..memory(2) };
        state::note_top(tx, rail_id(1), &earlier)
    })
    .await;
    read(&store, |tx| {
        let seen = items::range(tx, rail_id(1), 0, 9)?;
        let marks: Vec<_> = seen.iter().map(|item| (item.sequence, item.mark.as_str())).collect();
        assert_eq!(marks, [(2, "mark-2"), (4, "mark-4")]);
        assert!(seen.iter().all(|item| item.kind == items::MARK_ONLY));
        assert_eq!(items::last(tx, rail_id(1))?, None, "no item was received");
        Ok(())
    })
    .await;
    write(&store, |tx| items::append(tx, &plain(1..=2))).await;
    let found = read(&store, |tx| items::range(tx, rail_id(1), 0, 3)).await;
    assert_eq!(found, plain(1..=2));
}

/// Checks that an order which was not sent to its rail is listed, also if it was sent to another or is a tombstone.
async fn unknown_orders_are_listed_until_they_are_accepted(engine: Engine) {
    let store = with_rail(engine).await;
    write(&store, |tx| {
        let mut elsewhere = order(2);
        if let Some(pinned) = &mut elsewhere.pinned {
            pinned.rail = rail_id(2);
        }
        let tombstone = RailOrderRecord { pinned: None, ..order(3) };
        for order in [order(1), elsewhere, tombstone] {
            orders::insert(tx, platform(1), &order)?;
        }
        let check = RailItemRecord { kind: "CHECK".to_owned(), ..item(5, Some(name(5))) };
        let told: Vec<_> =
            (1..=4).map(|number: i64| item(number, Some(name(number.unsigned_abs().into())))).collect();
        items::append(tx, &told)?;
        items::append(tx, &[check])
    })
    .await;
    let unknown = |limit| move |tx: &mut Tx<'_>| items::unknown(tx, rail_id(1), limit);
    let expected: Vec<_> =
        (2..=4).map(|number: i64| item(number, Some(name(number.unsigned_abs().into())))).collect();
    assert_eq!(read(&store, unknown(9)).await, expected);
    assert_eq!(read(&store, unknown(1)).await, expected[..1]);

    assert_eq!(write(&store, |tx| items::accept_unknown(tx, rail_id(1))).await, 3);
    assert!(read(&store, unknown(9)).await.is_empty());
    assert!(read(&store, |tx| items::names_order(tx, name(2))).await, "it still names its order");
    write(&store, |tx| items::append(tx, &[item(6, Some(name(2)))])).await;
    assert_eq!(read(&store, unknown(9)).await, [item(6, Some(name(2)))], "a later item is not accepted");
}

/// Checks that a deleted item shows, at the beginning of the kept ones excepted.
async fn missing_items_show_as_a_gap(engine: Engine) {
    let store = with_rail(engine).await;
    let has_gap = |tx: &mut Tx<'_>| items::has_gap(tx, rail_id(1));
    assert!(!read(&store, has_gap).await, "nothing was read");
    write(&store, |tx| {
        items::append(tx, &plain(1..=5))?;
        items::append(tx, &plain(8..=8))?;
        state::save_cursor(tx, rail_id(1), &Cursor { sequence: 5, mark: Some("mark-5".to_owned()) })
    })
    .await;
    assert!(!read(&store, has_gap).await, "an item behind the cursor was pushed");
    for (sequence, shows) in [("1", false), ("3", true), ("5", true), ("> 0", true)] {
        let comparison =
            if sequence.starts_with('>') { sequence.to_owned() } else { format!("= {sequence}") };
        let (sender, outcome) = std::sync::mpsc::channel();
        let remove = move |tx: &mut Tx<'_>| {
            tx.execute(&format!("DELETE FROM rail_item WHERE sequence {comparison}"), &[])?;
            sender.send(items::has_gap(tx, rail_id(1))?).unwrap();
            // The change is undone.
            Err::<(), Error>(Error::Missing)
        };
        assert_eq!(store.write(&[], remove).await, Err(Error::Missing));
        assert_eq!(outcome.recv(), Ok(shows), "without {sequence}");
    }
}

/// Checks that items which were skipped are not missing, and that later ones are.
async fn skipped_items_are_no_gap(engine: Engine) {
    let store = with_rail(engine).await;
    write(&store, |tx| {
        items::append(tx, &plain(1..=3))?;
        state::skip_to(tx, rail_id(1), &Cursor { sequence: 7, mark: Some("mark-7".to_owned()) })
    })
    .await;
    let has_gap = |tx: &mut Tx<'_>| items::has_gap(tx, rail_id(1));
    assert!(!read(&store, has_gap).await, "nothing was read since");
    let read_on = |last: i64| {
        move |tx: &mut Tx<'_>| {
            items::append(tx, &plain(last..=last))?;
            state::save_cursor(tx, rail_id(1), &Cursor { sequence: last, mark: Some(format!("mark-{last}")) })
        }
    };
    write(&store, read_on(8)).await;
    write(&store, |tx| items::append(tx, &plain(6..=6))).await;
    assert!(!read(&store, has_gap).await, "an item before them was pushed once more");
    write(&store, read_on(10)).await;
    assert!(read(&store, has_gap).await, "item 9");
}

/// Checks that pruning leaves no gap, nor any item that the cursor needs.
async fn old_items_go_from_the_beginning(engine: Engine) {
    let store = with_rail(engine).await;
    write(&store, |tx| {
        items::append(tx, &plain(2..=3))?;
        items::append(tx, &plain(5..=6))?;
        state::save_cursor(tx, rail_id(1), &Cursor { sequence: 5, mark: Some("mark-5".to_owned()) })
    })
    .await;
    store.clock.advance(Duration::from_secs(100));
    // These are read later than items behind them.
    write(&store, |tx| items::append(tx, &[item(1, None), item(4, None)])).await;
    let prune = |kept, limit| move |tx: &mut Tx<'_>| items::prune(tx, Duration::from_secs(kept), limit);
    assert_eq!(write(&store, prune(100, 9)).await, 0, "none is older");
    assert_eq!(write(&store, prune(50, 2)).await, 2);
    assert_eq!(read(&store, |tx| items::range(tx, rail_id(1), 0, 9)).await, plain(3..=6));
    assert_eq!(write(&store, prune(50, 9)).await, 2);
    assert_eq!(read(&store, |tx| items::range(tx, rail_id(1), 0, 9)).await, plain(5..=6));
    assert!(!read(&store, |tx| items::has_gap(tx, rail_id(1))).await);
}

/// Checks that the feed of the next memory begins with 1, and that orders of the earlier one stay named.
async fn items_of_a_forgotten_memory_go_on_to_name_orders(engine: Engine) {
    let store = with_rail(engine).await;
    write(&store, |tx| {
        items::append(tx, &[item(1, Some(name(1)))])?;
        state::forget_memory(tx, rail_id(1))
    })
    .await;
    assert_eq!(read(&store, |tx| items::find(tx, rail_id(1), 1)).await, None);
    write(&store, |tx| {
        let next = SeenMemory { id: uuid(7, 2), sequence: 1, mark: Some("next".to_owned()) };
        state::note_top(tx, rail_id(1), &next)?;
        items::append(tx, &[RailItemRecord { mark: "next".to_owned(), ..item(1, Some(name(2))) }])
    })
    .await;
    read(&store, |tx| {
        let found = items::range(tx, rail_id(1), 0, 9)?;
        assert_eq!(found.iter().map(|item| item.mark.as_str()).collect::<Vec<_>>(), ["next"]);
        assert!(items::names_order(tx, name(1))? && items::names_order(tx, name(2))?);
        assert!(items::in_present_memory(tx, rail_id(1), name(1))?.is_empty());
        assert_eq!(items::in_present_memory(tx, rail_id(1), name(2))?, found);
        Ok(())
    })
    .await;
}

/// Checks that an order whose last record the feed does not show is found, once there was time for it.
async fn a_change_without_an_item_is_found(engine: Engine) {
    let store = with_rail(engine).await;
    write(&store, |tx| {
        let with_record = |number, revision| RailOrderRecord { revision: Some(revision), ..order(number) };
        for order in [
            with_record(1, 1),
            with_record(2, 2),
            order(3),
            RailOrderRecord { changed_at: after(60), ..with_record(4, 1) },
        ] {
            orders::insert(tx, platform(1), &order)?;
        }
        items::append(tx, &[item(1, Some(name(1))), item(2, Some(name(2)))])
    })
    .await;
    let behind = |before| move |tx: &mut Tx<'_>| items::behind(tx, rail_id(1), before, 9);
    assert_eq!(read(&store, behind(after(30))).await, [name(2)]);
    assert_eq!(read(&store, behind(after(60))).await, [name(2), name(4)]);
    assert_eq!(read(&store, behind(after(60 * 60 * 24 + 30))).await, [name(4)], "older items may be gone");
}

/// Checks that a nonce is refused the second time, of its rail only, until it is pruned.
async fn a_nonce_counts_once(engine: Engine) {
    let store = Fixture::new(engine).await;
    let take = |rail: u128| move |tx: &mut Tx<'_>| nonces::take(tx, rail_id(rail), &[9; 32]);
    assert!(write(&store, take(1)).await);
    assert!(!write(&store, take(1)).await);
    assert!(write(&store, take(2)).await);
    store.clock.advance(Duration::from_secs(100));
    let prune = |kept| move |tx: &mut Tx<'_>| nonces::prune(tx, Duration::from_secs(kept), 9);
    assert_eq!(write(&store, prune(100)).await, 0);
    assert_eq!(write(&store, prune(99)).await, 2);
    assert!(write(&store, take(1)).await);
}

/// Checks that a claim counts once for its rail, until it is old or forgotten, and that no more count than matter.
async fn a_contradiction_counts_once(engine: Engine) {
    let store = Fixture::new(engine).await;
    let add = |rail: u128, claim: u8, since: u64| {
        move |tx: &mut Tx<'_>| contradictions::add(tx, rail_id(rail), &[claim; 32], after(since))
    };
    let count = |since: u64| move |tx: &mut Tx<'_>| contradictions::count(tx, rail_id(1), after(since));
    for (rail, claim, is_new) in [(1, 1, true), (1, 1, false), (2, 1, true), (1, 2, true)] {
        assert_eq!(write(&store, add(rail, claim, 0)).await, is_new, "{rail} {claim}");
    }
    assert_eq!(read(&store, count(0)).await, 2);
    store.clock.advance(Duration::from_secs(100));
    assert_eq!(read(&store, count(1)).await, 0);
    assert!(write(&store, add(1, 1, 1)).await, "the earlier ones are old");
    assert_eq!(read(&store, count(0)).await, 1, "and forgotten");
    for claim in 2..=20 {
        assert!(write(&store, add(1, claim, 1)).await, "{claim}");
    }
    assert!(!write(&store, add(1, 21, 1)).await);
    assert!(write(&store, add(2, 21, 1)).await, "another rail");
    write(&store, |tx| contradictions::forget(tx, rail_id(1))).await;
    assert_eq!(read(&store, count(0)).await, 0);
    assert!(write(&store, add(1, 21, 1)).await);
}
