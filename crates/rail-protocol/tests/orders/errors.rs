//! Classes of errors, and words of incidents.

use causeway_rail_protocol::operations::Operation;
use causeway_rail_protocol::orders::{ErrorClass, Incident, IncidentEffect, classify};
use causeway_rail_protocol::values::{ErrorCode, OrderKind};

/// Checks the classes of errors; none of them says that an order was not executed (rails 7.6, 14).
#[test]
fn errors_are_classified() {
    use ErrorClass::{Conflict, CursorTooOld, NoAnswer, NotFound, Refused, Unauthenticated, Unsupported};
    let submit = Operation::Submit(OrderKind::Payout);
    let status = Operation::Status(OrderKind::Payout);
    let cancel = Operation::Cancel(OrderKind::Payout);
    for (operation, status_code, code, expected) in [
        (submit, 400, Some(ErrorCode::Malformed), Refused),
        (submit, 422, Some(ErrorCode::InvalidOrder), Refused),
        (submit, 413, Some(ErrorCode::TooLarge), Refused),
        (submit, 403, None, Refused),
        (submit, 404, Some(ErrorCode::UnknownOperation), Refused),
        (submit, 404, Some(ErrorCode::OrderNotFound), NoAnswer),
        (submit, 401, Some(ErrorCode::Stale), Unauthenticated),
        (submit, 408, None, NoAnswer),
        (submit, 409, Some(ErrorCode::OrderConflict), Conflict),
        (submit, 429, Some(ErrorCode::SlowDown), NoAnswer),
        (submit, 500, Some(ErrorCode::Internal), NoAnswer),
        (submit, 503, Some(ErrorCode::Unavailable), NoAnswer),
        (submit, 302, None, NoAnswer),
        (submit, 201, None, NoAnswer),
        (status, 404, Some(ErrorCode::OrderNotFound), NotFound),
        (status, 404, Some(ErrorCode::UnknownOperation), Unsupported),
        (status, 404, None, Unsupported),
        (status, 422, Some(ErrorCode::InvalidOrder), Unsupported),
        (cancel, 404, Some(ErrorCode::OrderNotFound), NoAnswer),
        (cancel, 409, Some(ErrorCode::OrderConflict), NoAnswer),
        (Operation::Changes, 410, Some(ErrorCode::CursorTooOld), CursorTooOld),
        (status, 410, Some(ErrorCode::CursorTooOld), Unsupported),
    ] {
        assert_eq!(classify(operation, status_code, code), expected, "{operation:?} {status_code} {code:?}");
    }
}

/// Checks numbers and words of the incidents: each alert has a next step, and only alerts have one.
#[test]
fn incidents_have_words() {
    let numbers: Vec<u8> = Incident::ALL.iter().map(|incident| incident.number()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16]);
    let document = include_str!("../../../../docs/interface/rails.md");
    for incident in Incident::ALL {
        let is_silent = matches!(incident.effect(), IncidentEffect::Unnoticed | IncidentEffect::Counted);
        assert_eq!(incident.remedy().is_none(), is_silent, "{incident}");
        assert!(!incident.meaning().is_empty());
        assert!(document.contains(&format!("| {incident} |")), "{incident}");
    }
}
