//! A model of an adapter that is restored from copies, and of a service that keeps to the rules of rails 5.3:
//! no order is submitted again or released after its partner has paid it, if anything of what was lost was seen.

#![expect(clippy::unwrap_used, reason = "a failed expectation of a test is reported at its line")]

use std::collections::BTreeMap;

use causeway_rail_protocol::Message;
use causeway_rail_protocol::memory::{KnownMemory, check_memory, check_page};
use causeway_rail_protocol::messages::FeedPage;
use causeway_rail_protocol::orders::NotFoundBelief;
use causeway_rail_protocol::values::{FeedPosition, Mark, Memory, MemoryId, Sequence};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

const ADAPTER: MemoryId = MemoryId(Uuid::from_u128(1));

/// An item of the feed, and `true` if it is of the order.
type Item = (Mark, bool);

/// An adapter with its partner's book.
#[derive(Default)]
struct Adapter {
    items: Vec<Item>,
    copy: Vec<Item>,
    marks_drawn: u64,
    /// Number of times that the partner has paid the order.
    paid: u32,
}

impl Adapter {
    fn add(&mut self, is_of_order: bool) {
        self.marks_drawn += 1;
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.marks_drawn.to_be_bytes());
        self.items.push((Mark::from_bytes(bytes), is_of_order));
    }

    fn knows_order(&self) -> bool {
        self.items.iter().any(|(_, is_of_order)| *is_of_order)
    }

    /// Takes the order: the partner pays it unless the adapter knows it.
    fn submit(&mut self) {
        if !self.knows_order() {
            self.add(true);
            self.paid += 1;
        }
    }

    fn memory(&self) -> Memory {
        let sequence = FeedPosition::new(self.items.len().try_into().unwrap()).unwrap();
        Memory { id: ADAPTER, sequence, mark: self.items.last().map(|(mark, _)| *mark) }
    }

    fn page(&self, after: usize, limit: usize) -> FeedPage {
        let items = self.items.iter().enumerate().skip(after).take(limit);
        let items: Vec<Value> = items
            .map(|(index, (mark, _))| {
                json!({
                    "sequence": index + 1,
                    "mark": mark.to_string(),
                    "at": "2026-11-21T12:00:00Z",
                    "kind": "CAPABILITIES",
                })
            })
            .collect();
        let previous = after.checked_sub(1).and_then(|index| self.items.get(index));
        let memory = self.memory();
        let body = json!({
            "more": after + items.len() < self.items.len(),
            "items": items,
            "previousMark": previous.map(|(mark, _)| mark.to_string()),
            "memory": {
                "id": memory.id.to_string(),
                "sequence": memory.sequence.get(),
                "mark": memory.mark.map(|mark| mark.to_string()),
            },
        });
        FeedPage::parse(body.to_string().as_bytes()).unwrap()
    }
}

/// The service, as far as it knows the adapter and the order.
#[derive(Default)]
struct Service {
    marks: BTreeMap<Sequence, Mark>,
    read: usize,
    submitted: bool,
    record_seen: bool,
    is_suspended: bool,
}

impl Service {
    fn position(&self) -> FeedPosition {
        FeedPosition::new(self.read.try_into().unwrap()).unwrap()
    }

    /// Takes in the memory of an answer, and suspends the rail if it was lost.
    fn see(&mut self, shown: &Memory) {
        let floor = self.marks.keys().last().map_or(FeedPosition::START, |sequence| (*sequence).into());
        let known_mark = shown.sequence.sequence().and_then(|sequence| self.marks.get(&sequence).copied());
        self.is_suspended |= check_memory(&KnownMemory { id: ADAPTER, floor }, shown, known_mark).is_err();
        if let (false, Some(sequence), Some(mark)) =
            (self.is_suspended, shown.sequence.sequence(), shown.mark)
        {
            self.marks.insert(sequence, mark);
        }
    }

    fn read(&mut self, adapter: &Adapter, limit: usize) {
        let page = adapter.page(self.read, limit);
        self.see(&page.memory);
        let checked = check_page(self.position(), &page, |sequence| self.marks.get(&sequence).copied());
        self.is_suspended |= checked.is_err();
        if self.is_suspended {
            return;
        }
        for item in &page.items {
            self.record_seen |= adapter.items[self.read].1;
            self.marks.insert(item.sequence, item.mark);
            self.read += 1;
        }
    }

    /// Returns `true` if an answer without a record, or with a tombstone, counts.
    fn believes(&mut self, shown: &Memory) -> bool {
        self.see(shown);
        let belief = NotFoundBelief {
            submitted_to: Some(ADAPTER),
            shown: Some(shown),
            feed_read: self.position(),
            record_seen: self.record_seen,
        };
        self.submitted && !self.is_suspended && belief.decide().is_ok()
    }
}

#[derive(Debug, Clone)]
enum Step {
    /// Submits the order; the answer is lost or not.
    Submit {
        is_answered: bool,
    },
    /// Adds items of other orders; the last answer is seen or not.
    Grow {
        items: usize,
        is_answered: bool,
    },
    Copy,
    Restore,
    Read {
        limit: usize,
    },
    /// Asks for the order, and submits it again if a "not found" is believed.
    Ask,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => any::<bool>().prop_map(|is_answered| Step::Submit { is_answered }),
        3 => (0_usize..6, any::<bool>()).prop_map(|(items, is_answered)| Step::Grow { items, is_answered }),
        2 => Just(Step::Copy),
        2 => Just(Step::Restore),
        3 => (1_usize..8).prop_map(|limit| Step::Read { limit }),
        4 => Just(Step::Ask),
    ]
}

/// Runs the steps. Returns the adapter, and `true` if the order was paid again although something of what the
/// adapter had lost was seen.
fn run(steps: &[Step]) -> (Adapter, bool) {
    let mut adapter = Adapter::default();
    let mut service = Service::default();
    let mut seen_of_lost = false;
    let mut paid_though_seen = false;
    for step in steps {
        match step {
            Step::Submit { is_answered } if !service.submitted => {
                service.submitted = true;
                adapter.submit();
                if *is_answered {
                    service.see(&adapter.memory());
                    service.record_seen = true;
                }
            }
            Step::Submit { .. } => {}
            Step::Grow { items, is_answered } => {
                (0..*items).for_each(|_| adapter.add(false));
                if *is_answered {
                    service.see(&adapter.memory());
                }
            }
            Step::Copy => adapter.copy = adapter.items.clone(),
            Step::Restore => {
                let last_seen = service.marks.keys().last().map_or(0, |sequence| sequence.get());
                let kept = u64::try_from(adapter.copy.len()).unwrap();
                seen_of_lost |= adapter.knows_order() && last_seen > kept;
                adapter.items = adapter.copy.clone();
            }
            Step::Read { limit } => service.read(&adapter, *limit),
            Step::Ask if adapter.knows_order() => {
                service.see(&adapter.memory());
                service.record_seen |= service.submitted;
            }
            Step::Ask => {
                if service.believes(&adapter.memory()) {
                    paid_though_seen |= adapter.paid > 0 && seen_of_lost;
                    adapter.submit();
                }
            }
        }
    }
    (adapter, paid_though_seen)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    /// Checks that no order is paid twice if anything of what the adapter lost was seen.
    #[test]
    fn no_order_is_paid_twice(steps in vec(step(), 0..24)) {
        let (adapter, paid_though_seen) = run(&steps);
        prop_assert!(!paid_though_seen, "paid {} times", adapter.paid);
    }
}

/// Checks the one loss that the service cannot notice by itself: nothing of it was seen. A restored adapter
/// therefore draws a new id (rails 5.3).
#[test]
fn an_unseen_loss_is_why_a_restored_adapter_draws_a_new_id() {
    let steps =
        [Step::Copy, Step::Submit { is_answered: false }, Step::Restore, Step::Read { limit: 7 }, Step::Ask];
    let (adapter, paid_though_seen) = run(&steps);
    assert_eq!((adapter.paid, paid_though_seen), (2, false));
}

/// Checks that an order that never arrived is submitted again, so that the rules do not only refuse.
#[test]
fn an_order_that_never_arrived_is_submitted_again() {
    let mut adapter = Adapter::default();
    let mut service = Service { submitted: true, ..Service::default() };
    (0..9).for_each(|_| adapter.add(false));
    assert!(!service.believes(&adapter.memory()), "the feed was not read yet");
    service.read(&adapter, 4);
    service.read(&adapter, 500);
    assert!(service.believes(&adapter.memory()));
}
