//! Answers to cancels, and `ORDER_NOT_FOUND`.

use causeway_rail_protocol::orders::{
    CancelVerdict, Contradiction, Disbelief, KnownOrder, NotFoundBelief, OrderPhase, RecordVerdict,
    judge_cancel,
};
use causeway_rail_protocol::values::{CancelOutcome, FeedPosition, Memory, MemoryId, OrderKind, OrderState};
use serde_json::json;

use super::scene::*;

/// Checks that an outcome fits the record beside it (rails 7.7).
#[test]
fn an_outcome_fits_its_record() {
    use CancelOutcome::{Kept, Pending, Released};
    let amount = amount();
    let order = known(None, &amount);
    for state in OrderState::ALL {
        let record = plain(*state, 1);
        for outcome in [Released, Kept, Pending] {
            let expected = match state {
                OrderState::Failed | OrderState::Cancelled | OrderState::Returned => Released,
                OrderState::Settled => Kept,
                _ => Pending,
            };
            let verdict = judge_cancel(&order, &cancel(outcome, Some(&record)));
            if outcome == expected {
                let applied = RecordVerdict::Applied(OrderPhase::Reported(*state));
                assert_eq!(verdict, CancelVerdict::Counts(outcome, Some(applied)));
            } else {
                let contradiction = Contradiction::WrongOutcome { outcome, state: *state };
                assert_eq!(verdict, CancelVerdict::Contradicted(contradiction));
            }
        }
    }
    assert_eq!(judge_cancel(&order, &cancel(Pending, None)), CancelVerdict::Counts(Pending, None));
    let settled = plain(OrderState::Settled, 1);
    let reversing = record("SETTLED", 1, json!({ "kind": "COLLECTION" }));
    let collection = KnownOrder { kind: OrderKind::Collection, ..order };
    assert!(matches!(
        judge_cancel(&collection, &cancel(Pending, Some(&reversing))),
        CancelVerdict::Counts(Pending, Some(_))
    ));
    let after_settled = known(Some(&settled), &amount);
    let released = cancel(Released, Some(&plain(OrderState::Cancelled, 2)));
    assert!(matches!(
        judge_cancel(&after_settled, &released),
        CancelVerdict::Contradicted(Contradiction::IllegalMove { .. })
    ));
    let late = cancel(Released, Some(&plain(OrderState::Cancelled, 1)));
    let later = plain(OrderState::Sent, 2);
    let after_sent = known(Some(&later), &amount);
    assert_eq!(
        judge_cancel(&after_sent, &late),
        CancelVerdict::Counts(Pending, Some(RecordVerdict::Outdated))
    );
}

/// Checks that a tombstone of a submitted order is not a release by itself (rails 5.3).
#[test]
fn a_tombstone_is_no_release_by_itself() {
    let amount = amount();
    let tombstone = record("CANCELLED", 1, json!({ "orderDigest": null, "amount": null }));
    let response = cancel(CancelOutcome::Released, Some(&tombstone));
    let cancelled = OrderPhase::Reported(OrderState::Cancelled);
    let submitted = known(None, &amount);
    assert_eq!(judge_cancel(&submitted, &response), CancelVerdict::ReleasedIfBelieved(cancelled));
    let unsent = KnownOrder { submitted: None, ..submitted };
    let applied = CancelVerdict::Counts(CancelOutcome::Released, Some(RecordVerdict::Applied(cancelled)));
    assert_eq!(judge_cancel(&unsent, &response), applied);
    let sent = plain(OrderState::Sent, 1);
    let forgotten = CancelVerdict::Contradicted(Contradiction::ForgottenOrder);
    assert_eq!(judge_cancel(&known(Some(&sent), &amount), &response), forgotten);
}

/// Checks each condition under which `ORDER_NOT_FOUND` is believed (rails 5.3).
#[test]
fn not_found_is_believed_under_all_conditions() {
    let shown = head(7);
    let at = |sequence| FeedPosition::new(sequence).unwrap();
    let all = NotFoundBelief {
        submitted_to: Some(shown.id),
        shown: Some(&shown),
        feed_read: at(7),
        record_seen: false,
    };
    assert_eq!(all.decide(), Ok(()));
    assert_eq!(NotFoundBelief { feed_read: at(9), ..all }.decide(), Ok(()));
    assert_eq!(NotFoundBelief { record_seen: true, ..all }.decide(), Err(Disbelief::RecordSeen));
    assert_eq!(NotFoundBelief { shown: None, ..all }.decide(), Err(Disbelief::NoMemory));
    assert_eq!(NotFoundBelief { submitted_to: None, ..all }.decide(), Err(Disbelief::OtherMemory));
    let other =
        Memory { id: MemoryId("0198f3c2-0000-4000-8000-000000000002".parse().unwrap()), ..shown.clone() };
    assert_eq!(NotFoundBelief { shown: Some(&other), ..all }.decide(), Err(Disbelief::OtherMemory));
    assert_eq!(
        NotFoundBelief { feed_read: at(6), ..all }.decide(),
        Err(Disbelief::FeedBehind { needed: at(7) })
    );
}
