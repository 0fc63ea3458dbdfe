//! Records, held against the order and its last record.

use causeway_rail_protocol::orders::{
    Contradiction, Incident, KnownOrder, OrderPhase, RecordVerdict, Repetition, compare_repetition,
    judge_record,
};
use causeway_rail_protocol::signing::ContentDigest;
use causeway_rail_protocol::values::OrderState;
use serde_json::json;

use super::scene::*;

/// Checks revisions: higher ones count, the same content is a repetition, another one a contradiction, lower
/// ones are ignored (W5 to W7).
#[test]
fn revisions_decide_which_record_counts() {
    let sent = plain(OrderState::Sent, 3);
    assert_eq!(judged(None, &sent), RecordVerdict::Applied(OrderPhase::Reported(OrderState::Sent)));
    assert_eq!(judged(Some(&sent), &sent), RecordVerdict::Repeated);
    let later = record("SENT", 3, json!({ "askAt": "2026-11-21T12:30:00Z" }));
    assert_eq!(judged(Some(&sent), &later), RecordVerdict::Repeated);
    assert_eq!(judged(Some(&sent), &plain(OrderState::Settled, 2)), RecordVerdict::Outdated);
    let same_state = RecordVerdict::Applied(OrderPhase::Reported(OrderState::Sent));
    assert_eq!(judged(Some(&sent), &plain(OrderState::Sent, 4)), same_state);
    let other = record("SENT", 3, json!({ "partnerText": "x" }));
    let RecordVerdict::Contradicted(contradiction) = judged(Some(&sent), &other) else { panic!() };
    assert_eq!(
        (&contradiction, contradiction.incident()),
        (&Contradiction::ChangedContent { revision: sent.revision }, Incident::ChangedRevision)
    );
    let accepted = plain(OrderState::Accepted, 4);
    let RecordVerdict::Contradicted(contradiction) = judged(Some(&accepted), &plain(OrderState::Sent, 5))
    else {
        panic!()
    };
    assert_eq!(
        (contradiction.to_string().as_str(), contradiction.incident().number()),
        ("record in SENT after ACCEPTED", 7)
    );
}

/// Checks that a released order that settles is told apart, because the money may be out twice (W8).
#[test]
fn settled_after_release_is_named() {
    for released in [OrderState::Failed, OrderState::Cancelled, OrderState::Returned] {
        let last = plain(released, 1);
        let verdict = judged(Some(&last), &plain(OrderState::Settled, 2));
        assert_eq!(verdict, RecordVerdict::Contradicted(Contradiction::SettledAfterRelease { released }));
    }
    let failed = plain(OrderState::Failed, 1);
    let RecordVerdict::Contradicted(other) = judged(Some(&failed), &plain(OrderState::Returned, 2)) else {
        panic!()
    };
    assert_eq!(other.incident(), Incident::ImpossibleRecord);
}

/// Checks that a record repeats id, kind, digest and amount of the submit (W7), also before its revision counts.
#[test]
fn a_record_repeats_the_submit() {
    let last = plain(OrderState::Sent, 9);
    for (changes, expected) in [
        (json!({ "transactionId": ID.replace("aa", "ab") }), "the record is that of another order"),
        (json!({ "kind": "REFUND" }), "the record is that of another order"),
        (
            json!({ "orderDigest": ContentDigest::of(b"").to_string() }),
            "the record's digest is not that of the submitted order",
        ),
        (
            json!({ "amount": { "amount": 99, "currency": "EUR" } }),
            "the record has 99 EUR instead of 100 EUR (smallest units)",
        ),
        (
            json!({ "amount": { "amount": 100, "currency": "USD" } }),
            "the record has 100 USD instead of 100 EUR (smallest units)",
        ),
    ] {
        for revision in [1, 10] {
            let RecordVerdict::Contradicted(contradiction) =
                judged(Some(&last), &record("SENT", revision, changes.clone()))
            else {
                panic!()
            };
            assert_eq!(contradiction.to_string(), expected);
        }
    }
}

/// Checks tombstones: that of an order without bytes counts, that of a submitted one if it is believed, and none
/// counts after a record (rails 5.3, 7.7).
#[test]
fn a_tombstone_counts_like_not_found() {
    let members = json!({ "orderDigest": null, "amount": null });
    let tombstone = record("CANCELLED", 1, members.clone());
    let cancelled = OrderPhase::Reported(OrderState::Cancelled);
    assert_eq!(judged(None, &tombstone), RecordVerdict::AppliedIfBelieved(cancelled));
    assert_eq!(judged(Some(&tombstone), &tombstone), RecordVerdict::Repeated);
    let amount = amount();
    let unsent = KnownOrder { submitted: None, ..known(None, &amount) };
    assert_eq!(judge_record(&unsent, &tombstone), RecordVerdict::Applied(cancelled));
    let RecordVerdict::Contradicted(contradiction) = judge_record(&unsent, &plain(OrderState::Sent, 1))
    else {
        panic!()
    };
    assert_eq!(contradiction.to_string(), "the record has 100 EUR instead of no amount (smallest units)");
    let sent = plain(OrderState::Sent, 2);
    for revision in [1, 2, 3] {
        let forgotten = record("CANCELLED", revision, members.clone());
        let expected = RecordVerdict::Contradicted(Contradiction::ForgottenOrder);
        assert_eq!(judged(Some(&sent), &forgotten), expected);
    }
}

/// Checks an adapter's answer to a submit under a known id (rails 7.2).
#[test]
fn a_submit_is_compared_by_its_bytes() {
    let digest = ContentDigest::of(BYTES);
    assert_eq!(compare_repetition(None, digest), Repetition::Tombstone);
    assert_eq!(compare_repetition(Some(digest), digest), Repetition::Same);
    assert_eq!(compare_repetition(Some(ContentDigest::of(b"")), digest), Repetition::Conflict);
}

/// Checks returns with less, which count, and with more, which do not (W10).
#[test]
fn a_return_is_at_most_the_amount() {
    let settled = plain(OrderState::Settled, 1);
    let returned = |amount: u64| {
        record("RETURNED", 2, json!({ "returnedAmount": { "amount": amount, "currency": "EUR" } }))
    };
    assert_eq!(
        judged(Some(&settled), &returned(1)),
        RecordVerdict::Applied(OrderPhase::Reported(OrderState::Returned))
    );
    assert_eq!(returned(1).shortfall().unwrap().amount.get(), 99);
    let RecordVerdict::Contradicted(contradiction) = judged(Some(&settled), &returned(101)) else { panic!() };
    assert_eq!(
        (contradiction.to_string().as_str(), contradiction.incident()),
        ("101 EUR came back of 100 (smallest units)", Incident::UnequalReturn)
    );
}
