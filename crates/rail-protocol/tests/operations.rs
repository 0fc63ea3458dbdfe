//! Integration tests of requests: calls and their paths, times that an adapter asks for, references.

#![expect(clippy::unwrap_used, reason = "a failed expectation of a test is reported at its line")]

use std::collections::BTreeSet;
use std::time::Duration;

use causeway_rail_protocol::operations::{Call, InvalidCall, Operation, ask_after, push_path, retry_after};
use causeway_rail_protocol::values::{
    EndToEndId, FeedPosition, Mark, OrderKind, References, ShortReference, Timestamp, Uetr,
};
use causeway_rail_protocol::{Id, TransactionId};
use proptest::prelude::*;
use proptest::sample::select;
use uuid::Uuid;

fn call() -> impl Strategy<Value = Call> {
    let kind = select(OrderKind::ALL);
    let parts = (any::<u128>(), 0_u64..1_000_000, 1_u32..=500);
    (select(Operation::ALL), kind, parts).prop_map(|(operation, _, (id, after, limit))| {
        let id = TransactionId::from_uuid(Uuid::from_u128(id));
        match operation {
            Operation::Capabilities => Call::Capabilities,
            Operation::Precheck(kind) => Call::Precheck(kind),
            Operation::Submit(kind) => Call::Submit(kind, id),
            Operation::Status(kind) => Call::Status(kind, id),
            Operation::Cancel(kind) => Call::Cancel(kind, id),
            Operation::Changes => Call::Changes { after: FeedPosition::new(after).unwrap(), limit },
        }
    })
}

proptest! {
    /// Checks that a call is read from its own request line, below any base path.
    #[test]
    fn a_call_is_read_back(call in call(), base in "(/[a-z]{1,5}){0,2}/?") {
        let target = call.target(&base).unwrap();
        let below = target.path().strip_prefix(base.trim_end_matches('/')).unwrap();
        prop_assert_eq!(target.method(), call.operation().method());
        prop_assert_eq!(Call::parse(target.method(), below, target.query()), Ok(call));
    }

    /// Checks that no request line makes the reader panic.
    #[test]
    fn any_line_is_read_or_refused(method in "[A-Z]{0,5}", path: String, query: String) {
        let _ = Call::parse(&method, &path, &query);
        let _ = Call::parse("GET", "/v1/changes", &query);
    }

    /// Checks that any text is read as a value that is written so, or refused.
    #[test]
    fn any_text_is_read_or_refused(
        text in "(.{0,60}|[0-9TZ:.-]{18,32}|[PCR][0-9a-f]{31,33}|[0-9A-Z]{11,13}|[A-Za-z0-9_-]{22}|Rail:[0-9a-f-]{36})",
    ) {
        fn spelled<T: std::str::FromStr + ToString>(text: &str) -> bool {
            text.parse::<T>().map_or(true, |value| value.to_string() == text)
        }
        prop_assert!(spelled::<EndToEndId>(&text));
        prop_assert!(spelled::<Uetr>(&text));
        prop_assert!(spelled::<ShortReference>(&text));
        prop_assert!(spelled::<Mark>(&text));
        if let Ok(instant) = text.parse::<Timestamp>() {
            prop_assert_eq!(instant.to_string().parse(), Ok(instant));
        }
    }

    /// Checks references: one order's are read back, and differ with the random bytes.
    #[test]
    fn references_are_drawn(id: u128, random: [u8; 32], kind in select(OrderKind::ALL)) {
        let transaction = TransactionId::from_uuid(Uuid::from_u128(id));
        let references = References::draw(kind, transaction, &random);
        let text = references.end_to_end_id.to_string();
        prop_assert_eq!((text.len(), text.parse()), (33, Ok(references.end_to_end_id)));
        prop_assert_eq!(references.uetr.to_string().parse(), Ok(references.uetr));
        prop_assert_eq!(references.short.as_str().parse(), Ok(references.short));
        let mut other = random;
        other[31] ^= 1;
        other[0] ^= 1;
        let other = References::draw(kind, transaction, &other);
        prop_assert_ne!(other.uetr, references.uetr);
        prop_assert_ne!(other.short, references.short);
    }
}

/// Checks the paths of the document, and that others are no operation.
#[test]
fn operations_have_paths() {
    let id = "Transaction:0198f3c2-0000-7000-8000-0000000000aa";
    let transaction = id.parse().unwrap();
    let parse = |method: &str, path: &str| Call::parse(method, path, "");
    assert_eq!(parse("PUT", &format!("/v1/payouts/{id}")), Ok(Call::Submit(OrderKind::Payout, transaction)));
    assert_eq!(
        parse("POST", &format!("/v1/refunds/{id}/cancel")),
        Ok(Call::Cancel(OrderKind::Refund, transaction))
    );
    assert_eq!(parse("POST", "/v1/collections/precheck"), Ok(Call::Precheck(OrderKind::Collection)));
    for (method, path) in [
        ("POST", format!("/v1/payouts/{id}")),
        ("GET", format!("/v1/payouts/{id}/")),
        ("GET", format!("/v1/payouts/{}", id.to_uppercase())),
        ("GET", "/v1/payouts/precheck".to_owned()),
        ("POST", "/v1/refunds/precheck".to_owned()),
        ("POST", format!("/v1/payouts/{id}/x/cancel")),
        ("GET", "/v2/capabilities".to_owned()),
        ("GET", String::new()),
    ] {
        assert_eq!(parse(method, &path), Err(InvalidCall::UnknownOperation), "{method} {path}");
    }
    let names: BTreeSet<String> = Operation::ALL
        .iter()
        .map(|operation| format!("{}{}", operation.method(), operation.path()))
        .collect();
    assert_eq!(names.len(), Operation::ALL.len());
    assert_eq!(push_path("my-bank"), "/rails/v1/my-bank/changes");
}

/// Checks the query of a feed page.
#[test]
fn a_page_has_bounds() {
    let parse = |query: &str| Call::parse("GET", "/v1/changes", query);
    let expected = Call::Changes { after: FeedPosition::new(48_000).unwrap(), limit: 500 };
    assert_eq!(parse("after=48000&limit=500"), Ok(expected));
    assert_eq!(parse("limit=500&later=1&after=48000"), Ok(expected));
    for query in [
        "",
        "after=0",
        "limit=1",
        "after=0&limit=0",
        "after=0&limit=501",
        "after=-1&limit=1",
        "after=+1&limit=1",
        "after=0&after=0&limit=1",
        "after=&limit=1",
        "after=9007199254740992&limit=1",
    ] {
        assert_eq!(parse(query), Err(InvalidCall::InvalidQuery), "{query}");
    }
}

/// Checks the bounds of the times that an adapter asks for (rails 12).
#[test]
fn times_have_bounds() {
    let at = |millis| Timestamp::from_millis(millis).unwrap();
    let cases: [(i64, u64); 5] = [(-5, 100), (0, 100), (99, 100), (5_000, 5_000), (900_000_000, 86_400_000)];
    for (ahead, expected) in cases {
        assert_eq!(
            ask_after(at(1_000_000 + ahead), at(1_000_000)),
            Duration::from_millis(expected),
            "{ahead}"
        );
    }
    for (header, expected) in [
        ("0", Some(0)),
        ("120", Some(120)),
        ("3601", Some(3_600)),
        ("99999999999999999999999", Some(3_600)),
        ("", None),
        ("-1", None),
        ("1.5", None),
        ("Fri, 31 Dec 1999 23:59:59 GMT", None),
    ] {
        assert_eq!(retry_after(header), expected.map(Duration::from_secs), "{header}");
    }
}

/// Checks the forms of instants (rails 5.1).
#[test]
fn instants_are_utc() {
    let read = |text: &str| text.parse::<Timestamp>();
    assert_eq!(read("2026-11-21T12:00:00Z").unwrap().millis(), 1_795_262_400_000);
    assert_eq!(read("2026-11-21T12:00:00.123456789Z").unwrap().to_string(), "2026-11-21T12:00:00.123Z");
    assert_eq!(read("2026-11-21T12:00:00.5Z").unwrap().millis(), 1_795_262_400_500);
    assert_eq!(read("1969-12-31T23:59:59.999Z").unwrap().millis(), -1);
    for text in [
        "2026-11-21T12:00:00",
        "2026-11-21T12:00:00+00:00",
        "2026-11-21T12:00:00z",
        "2026-11-21 12:00:00Z",
        "2026-02-29T12:00:00Z",
        "2026-11-21T24:00:00Z",
        "2026-11-21T12:00:60Z",
        "2026-11-21T12:00:00.Z",
        "2026-11-21T12:00:00.1234567891Z",
        "2026-11-21T12:00Z",
        "0000-01-01T00:00:00Z",
        "20261121T120000Z",
        "",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}
