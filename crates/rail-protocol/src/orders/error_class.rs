//! Classes of errors: what the service concludes from an answer that is not 200 (rails 14).

use crate::operations::Operation;
use crate::values::ErrorCode;

/// A conclusion from a signed answer with an error. An answer that is not signed is [`ErrorClass::NoAnswer`].
/// None of them says that an order was not executed; only a record, or a believed tombstone or
/// `ORDER_NOT_FOUND` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorClass {
    /// The outcome is unknown: a status request follows, after `Retry-After` if the answer has one.
    NoAnswer,
    /// The adapter does not recognize the service: as no answer, and the rail is degraded with an alert.
    Unauthenticated,
    /// The adapter refuses the order's request: the order is cancelled, and only a released one is refunded.
    Refused,
    /// The adapter has no record of the order: believed under the conditions of [`super::NotFoundBelief`].
    NotFound,
    /// The adapter has an order with other bytes under this id: an alert, then a status request.
    Conflict,
    /// The items behind the cursor are gone: an alert, then status requests for all open orders.
    CursorTooOld,
    /// The adapter lacks the operation, or refuses a request that is no submit: an alert.
    Unsupported,
}

/// Classifies a signed answer by its operation, its status and the code in its body; `None` for a body without
/// a known code.
#[must_use]
pub const fn classify(operation: Operation, status: u16, code: Option<ErrorCode>) -> ErrorClass {
    let is_submit = matches!(operation, Operation::Submit(_));
    match (status, code) {
        (401, _) => ErrorClass::Unauthenticated,
        (404, Some(ErrorCode::OrderNotFound)) => match operation {
            Operation::Status(_) => ErrorClass::NotFound,
            // A submit stores the order and a cancel its tombstone: this answer makes no sense.
            Operation::Submit(_)
            | Operation::Cancel(_)
            | Operation::Capabilities
            | Operation::Precheck(_)
            | Operation::Changes => ErrorClass::NoAnswer,
        },
        (409, _) if is_submit => ErrorClass::Conflict,
        (410, Some(ErrorCode::CursorTooOld)) if matches!(operation, Operation::Changes) => {
            ErrorClass::CursorTooOld
        }
        (408 | 409 | 429, _) => ErrorClass::NoAnswer,
        (400..=499, _) if is_submit => ErrorClass::Refused,
        (400..=499, _) => ErrorClass::Unsupported,
        _ => ErrorClass::NoAnswer,
    }
}
