//! Integration tests of the memory rules: answers, pages of the feed, copies of items.

#![expect(clippy::unwrap_used, reason = "a failed expectation of a test is reported at its line")]

use causeway_rail_protocol::Message;
use causeway_rail_protocol::memory::{
    CopyFault, FeedFault, KnownMemory, MemoryLoss, check_copy, check_memory, check_page,
};
use causeway_rail_protocol::messages::FeedPage;
use causeway_rail_protocol::orders::Contradiction;
use causeway_rail_protocol::values::{FeedPosition, Mark, Memory, MemoryId, Sequence};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

const ADAPTER: MemoryId = MemoryId(Uuid::from_u128(1));

fn at(place: u64) -> FeedPosition {
    FeedPosition::new(place).unwrap()
}

fn sequence(number: u64) -> Sequence {
    Sequence::new(number).unwrap()
}

/// Returns the mark that the adapter of these tests draws for an item; another life draws others.
fn mark(life: u8, number: u64) -> Option<Mark> {
    let mut bytes = [life; 16];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    (number > 0).then_some(Mark::from_bytes(bytes))
}

fn head(life: u8, number: u64) -> Memory {
    Memory { id: ADAPTER, sequence: at(number), mark: mark(life, number) }
}

/// Remembers the first life of the adapter.
fn remembered(sequence: Sequence) -> Option<Mark> {
    mark(0, sequence.get())
}

/// Remembers the first life of the adapter up to an item.
fn until(last: u64) -> impl Fn(Sequence) -> Option<Mark> {
    move |sequence| remembered(sequence).filter(|_| sequence.get() <= last)
}

/// Checks each sign of a lost memory, and that an answer under way is none (rails 5.3).
#[test]
fn a_loss_has_three_signs() {
    let known = KnownMemory { id: ADAPTER, floor: at(5) };
    for number in [5, 6, 100] {
        assert_eq!(check_memory(&known, &head(0, number), None), Ok(()));
        assert_eq!(check_memory(&known, &head(0, number), mark(0, number)), Ok(()));
        let loss = MemoryLoss::OtherMark { sequence: sequence(number) };
        assert_eq!(check_memory(&known, &head(1, number), mark(0, number)), Err(loss));
    }
    let other = Memory { id: MemoryId(Uuid::from_u128(2)), ..head(0, 9) };
    assert_eq!(
        check_memory(&known, &other, None),
        Err(MemoryLoss::OtherId { known: ADAPTER, shown: other.id })
    );
    let loss = MemoryLoss::LowerSequence { known: at(5), shown: at(4) };
    assert_eq!(check_memory(&known, &head(0, 4), None), Err(loss));
    assert_eq!(
        check_memory(&known, &head(0, 0), None),
        Err(MemoryLoss::LowerSequence { known: at(5), shown: at(0) })
    );
    // The request began before item 5 was received.
    let before = KnownMemory { floor: at(3), ..known };
    assert_eq!(check_memory(&before, &head(0, 4), mark(0, 4)), Ok(()));
    assert_eq!(check_memory(&KnownMemory { floor: FeedPosition::START, ..known }, &head(0, 0), None), Ok(()));
}

/// Returns a page of an adapter with `newest` items.
fn page(life: u8, after: u64, limit: u64, newest: u64) -> FeedPage {
    let last = newest.min(after + limit);
    let item = |number: u64| json!({ "sequence": number, "mark": mark(life, number).unwrap().to_string(), "at": "2026-11-21T12:00:00Z", "kind": "CAPABILITIES" });
    let previous = mark(life, after).filter(|_| after <= newest).map(|mark| mark.to_string());
    let body = json!({
        "items": (after + 1..=last).map(item).collect::<Vec<Value>>(),
        "previousMark": previous,
        "more": last < newest,
        "memory": { "id": ADAPTER.to_string(), "sequence": newest, "mark": mark(life, newest).map(|mark| mark.to_string()) },
    });
    FeedPage::parse(body.to_string().as_bytes()).unwrap()
}

proptest! {
    /// Checks that an honest adapter's pages continue, whatever their size.
    #[test]
    fn honest_pages_continue(after in 0_u64..20, limit in 1_u64..10, newest in 0_u64..25) {
        let checked = check_page(at(after), &page(0, after, limit, newest), remembered);
        if after <= newest {
            prop_assert_eq!(checked, Ok(()));
        } else {
            let loss = MemoryLoss::LowerSequence { known: at(after), shown: at(newest) };
            prop_assert_eq!(checked, Err(FeedFault::Loss(loss)));
        }
    }

    /// Checks that a mark that only another answer has shown is compared as well: the adapter was restored to a
    /// place behind the reader, and has grown past the place of the answer.
    #[test]
    fn marks_of_answers_are_compared(after in 0_u64..20, ahead in 1_u64..10, growth in 0_u64..10) {
        let restored = page(0, after, 500, after + ahead + growth);
        let mut shown = restored;
        for item in &mut shown.items {
            item.mark = mark(1, item.sequence.get()).unwrap();
        }
        shown.memory.mark = mark(1, after + ahead + growth);
        prop_assert_eq!(check_page(at(after), &shown, until(after)), Ok(()), "nothing of the lost items was seen");
        let seen = |sequence: Sequence| {
            until(after)(sequence).or(remembered(sequence).filter(|_| sequence.get() == after + ahead))
        };
        let loss = MemoryLoss::OtherMark { sequence: sequence(after + ahead) };
        prop_assert_eq!(check_page(at(after), &shown, seen), Err(FeedFault::Loss(loss)));
    }

    /// Checks that an adapter in another life, which has drawn other marks, is noticed, however far it has grown.
    #[test]
    fn another_life_is_noticed(after in 1_u64..20, limit in 1_u64..10, growth in 0_u64..25) {
        let shown = page(1, after, limit, after + growth);
        let loss = MemoryLoss::OtherMark { sequence: sequence(after) };
        prop_assert_eq!(check_page(at(after), &shown, remembered), Err(FeedFault::Loss(loss)));
    }
}

/// Checks the faults of pages: gaps, wrong ends, and a newest item with another mark (rails 8.1).
#[test]
fn a_page_is_whole() {
    let check = |page: &FeedPage| check_page(at(2), page, until(2)).unwrap_err();
    let whole = page(0, 2, 3, 10);
    assert_eq!(check_page(at(2), &whole, remembered), Ok(()));
    let mut gap = whole.clone();
    gap.items.remove(1);
    assert_eq!(check(&gap), FeedFault::Gap { expected: at(3), found: sequence(5) });
    let mut first = whole.clone();
    first.items.remove(0);
    assert_eq!(check(&first), FeedFault::Gap { expected: at(2), found: sequence(4) });
    let mut unmarked = whole.clone();
    unmarked.previous_mark = None;
    assert_eq!(check(&unmarked), FeedFault::Loss(MemoryLoss::OtherMark { sequence: sequence(2) }));
    // The memory was read after the items, and others had come.
    assert_eq!(check_page(at(2), &FeedPage { more: false, ..whole.clone() }, remembered), Ok(()));
    let mut empty = whole.clone();
    empty.items.clear();
    empty.more = true;
    assert_eq!(check(&empty), FeedFault::Incomplete { through: at(2), newest: at(10) });
    let end = page(0, 2, 100, 10);
    assert_eq!(
        check(&FeedPage { memory: head(0, 9), ..end.clone() }),
        FeedFault::Incomplete { through: at(10), newest: at(9) }
    );
    assert_eq!(
        check(&FeedPage { memory: head(1, 10), ..end }),
        FeedFault::Loss(MemoryLoss::OtherMark { sequence: sequence(10) })
    );
}

/// Checks that the feed shows an item as it was pushed (rails 8.2).
#[test]
fn copies_are_equal() {
    let item = page(0, 0, 1, 1).items.remove(0);
    let kept = item.summary();
    assert_eq!(check_copy(&kept, &item), Ok(()));
    let mut changed = item.clone();
    changed.kind = causeway_rail_protocol::values::OpenValue::Unknown("DEPOSIT".to_owned());
    let contradiction = Contradiction::ChangedItem { sequence: sequence(1) };
    assert_eq!(check_copy(&kept, &changed), Err(CopyFault::Contradicted(contradiction)));
    let other = page(1, 0, 1, 1).items.remove(0);
    assert_eq!(
        check_copy(&kept, &other),
        Err(CopyFault::Loss(MemoryLoss::OtherMark { sequence: sequence(1) }))
    );
}
