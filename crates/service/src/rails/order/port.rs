//! The answers of the ports, by what is known about an order (rails 19.2). Every state is named.

use causeway_domain::{Amount, Time};
use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::operations::ask_after;
use causeway_rail_protocol::values::{OrderReason, OrderState, Timestamp};
use causeway_store::payments::OnChainTransfer;

use super::report::{CancelReport, OrderReport};
use crate::ports::{
    DebitAnswer, DebitState, PayoutFailure, PayoutStatus, RailError, RecallResponse, SubmitResponse,
};
use crate::runtime::jobs::ask_again;

/// The times on which the next question depends.
#[derive(Debug, Clone, Copy)]
pub(in crate::rails) struct OrderTimes {
    /// The current time on the platform's clock.
    pub(in crate::rails) now: Time,
    /// The current wall time.
    pub(in crate::rails) wall: Time,
    /// The creation of the payment, on the platform's clock.
    pub(in crate::rails) ordered_at: Time,
}

impl OrderTimes {
    /// Returns the time of the next question, on the platform's clock. A time that has passed is none.
    fn poll_at(self, record: Option<&OrderRecord>) -> Time {
        let asked = record.and_then(|record| record.ask_at).filter(|at| at.millis() > self.wall.millis());
        match (asked, Timestamp::from_millis(self.wall.millis())) {
            (Some(at), Ok(wall)) => self.now.plus(ask_after(at, wall)),
            // The feed tells of changes earlier.
            (Some(_) | None, Ok(_) | Err(_)) => ask_again(self.ordered_at, self.now),
        }
    }
}

fn settles_at(record: &OrderRecord) -> Option<Time> {
    record.expected_settlement_at.map(|at| Time::from_millis(at.millis()))
}

/// Returns the record that counts; `None` while it frees money and waits for an operator.
fn counted(record: &OrderRecord, is_held: bool) -> Option<&OrderRecord> {
    (!is_held).then_some(record)
}

/// Returns the answer to a submission of a payout.
pub(in crate::rails) fn to_submit(
    report: &OrderReport,
    times: OrderTimes,
) -> Result<SubmitResponse, RailError> {
    let (record, is_held) = match report {
        OrderReport::Tombstone | OrderReport::Unwritable => {
            return Ok(SubmitResponse::Refused(PayoutFailure::ExecutionFailed));
        }
        OrderReport::NeverSent | OrderReport::Absent => return Err(RailError::Unclear),
        OrderReport::Recorded { record, is_held } => (record, *is_held),
    };
    let record = counted(record, is_held).ok_or(RailError::Unclear)?;
    let settles_at = settles_at(record);
    Ok(match record.state() {
        OrderState::Received => SubmitResponse::Queued { poll_at: times.poll_at(Some(record)), settles_at },
        OrderState::Sent | OrderState::Accepted => {
            SubmitResponse::Accepted { poll_at: times.poll_at(Some(record)), settles_at }
        }
        OrderState::InDoubt => return Err(RailError::Unclear),
        // The inquiry that follows at once applies it.
        OrderState::Settled | OrderState::Returned => {
            SubmitResponse::Accepted { poll_at: times.now, settles_at }
        }
        OrderState::Failed => SubmitResponse::Refused(failure(record.reason())),
        OrderState::Cancelled => SubmitResponse::Refused(PayoutFailure::ExecutionFailed),
    })
}

/// Returns the answer to a status request about a payout.
pub(in crate::rails) fn to_payout(
    report: &OrderReport,
    times: OrderTimes,
) -> Result<PayoutStatus, RailError> {
    let (record, is_held) = match report {
        OrderReport::NeverSent | OrderReport::Absent => return Ok(PayoutStatus::Unknown),
        OrderReport::Tombstone | OrderReport::Unwritable => {
            return Ok(PayoutStatus::Failed(PayoutFailure::ExecutionFailed));
        }
        OrderReport::Recorded { record, is_held } => (record, *is_held),
    };
    let record = counted(record, is_held).ok_or(RailError::Unclear)?;
    let settles_at = settles_at(record);
    Ok(match record.state() {
        OrderState::Received => PayoutStatus::Queued { poll_at: times.poll_at(Some(record)), settles_at },
        OrderState::Sent | OrderState::Accepted => {
            PayoutStatus::Pending { poll_at: times.poll_at(Some(record)), settles_at }
        }
        OrderState::InDoubt => return Err(RailError::Unclear),
        // The feed tells of a return.
        OrderState::Settled => {
            PayoutStatus::Delivered { poll_at: None, on_chain: on_chain(record), proof: None }
        }
        OrderState::Failed => PayoutStatus::Failed(failure(record.reason())),
        // The adapter had refused the order, and never had it.
        OrderState::Cancelled if record.is_tombstone() => {
            PayoutStatus::Failed(PayoutFailure::ExecutionFailed)
        }
        OrderState::Cancelled => PayoutStatus::Cancelled,
        OrderState::Returned => PayoutStatus::Returned { short: short(record) },
    })
}

/// Returns the answer to a submission of a debit.
pub(in crate::rails) fn to_debit_submit(
    report: &OrderReport,
    times: OrderTimes,
) -> Result<DebitAnswer, RailError> {
    let record = match report {
        OrderReport::Tombstone | OrderReport::Unwritable => return Ok(DebitAnswer::Refused),
        OrderReport::NeverSent | OrderReport::Absent => return Err(RailError::Unclear),
        OrderReport::Recorded { record, is_held } => counted(record, *is_held).ok_or(RailError::Unclear)?,
    };
    let settles_at = settles_at(record);
    Ok(match record.state() {
        OrderState::Received => DebitAnswer::Queued { poll_at: times.poll_at(Some(record)), settles_at },
        OrderState::Sent | OrderState::Accepted => {
            DebitAnswer::Accepted { poll_at: times.poll_at(Some(record)), settles_at }
        }
        OrderState::InDoubt => return Err(RailError::Unclear),
        OrderState::Settled | OrderState::Returned => {
            DebitAnswer::Accepted { poll_at: times.now, settles_at }
        }
        OrderState::Failed | OrderState::Cancelled => DebitAnswer::Refused,
    })
}

/// Returns the answer to a status request about a debit.
pub(in crate::rails) fn to_debit(report: &OrderReport, times: OrderTimes) -> Result<DebitState, RailError> {
    let record = match report {
        OrderReport::NeverSent | OrderReport::Absent => return Ok(DebitState::Unknown),
        OrderReport::Tombstone | OrderReport::Unwritable => return Ok(DebitState::Failed),
        OrderReport::Recorded { record, is_held } => counted(record, *is_held).ok_or(RailError::Unclear)?,
    };
    let settles_at = settles_at(record);
    Ok(match record.state() {
        OrderState::Received => DebitState::Queued { poll_at: times.poll_at(Some(record)), settles_at },
        OrderState::Sent | OrderState::Accepted => {
            DebitState::Pending { poll_at: times.poll_at(Some(record)), settles_at }
        }
        OrderState::InDoubt => return Err(RailError::Unclear),
        OrderState::Settled => DebitState::Settled { poll_at: None },
        OrderState::Failed | OrderState::Cancelled => DebitState::Failed,
        OrderState::Returned => DebitState::Returned,
    })
}

/// Returns the answer to a recall.
pub(in crate::rails) fn to_recall(report: &CancelReport, times: OrderTimes) -> RecallResponse {
    match report {
        CancelReport::Released => RecallResponse::Released,
        CancelReport::Kept => RecallResponse::Arrived,
        CancelReport::Pending(last) => {
            let record = match last {
                Some(OrderReport::Recorded { record, .. }) => Some(&**record),
                Some(
                    OrderReport::NeverSent
                    | OrderReport::Absent
                    | OrderReport::Tombstone
                    | OrderReport::Unwritable,
                )
                | None => None,
            };
            RecallResponse::Pending { poll_at: times.poll_at(record) }
        }
    }
}

const fn failure(reason: OrderReason) -> PayoutFailure {
    match reason {
        OrderReason::AccountInvalid => PayoutFailure::AccountInvalid,
        OrderReason::AccountCannotReceive => PayoutFailure::AccountCannotReceive,
        OrderReason::ComplianceRejected => PayoutFailure::ComplianceRejected,
        OrderReason::LimitExceeded => PayoutFailure::LimitExceeded,
        OrderReason::InsufficientLiquidity
        | OrderReason::CutOffMissed
        | OrderReason::PartnerUnavailable
        | OrderReason::InvalidFormat
        | OrderReason::Returned
        | OrderReason::Other => PayoutFailure::ExecutionFailed,
    }
}

/// Returns the part of a returned payout that did not come back.
fn short(record: &OrderRecord) -> Option<Amount> {
    record.shortfall().map(|money| Amount::new(money.amount.signed(), money.currency))
}

/// Returns the transfer on a chain, if this version knows the network.
fn on_chain(record: &OrderRecord) -> Option<OnChainTransfer> {
    let told = record.on_chain.as_ref()?;
    Some(OnChainTransfer { network: told.network.known()?, hash: told.hash.to_string() })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use causeway_domain::CurrencyCode;
    use causeway_rail_protocol::Message;
    use causeway_rail_protocol::messages::OrderAnswer;
    use serde_json::json;

    use super::*;

    const TIMES: OrderTimes = OrderTimes {
        now: Time::from_millis(1_760_000_060_000),
        wall: Time::from_millis(1_760_000_060_000),
        ordered_at: Time::from_millis(1_760_000_000_000),
    };

    fn report(state: &str, change: impl FnOnce(&mut serde_json::Value)) -> OrderReport {
        let mut told = json!({
            "transactionId": "Transaction:00000000-0000-0000-0000-000000000001", "kind": "PAYOUT",
            "orderDigest": "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
            "amount": { "amount": 500, "currency": "USD" }, "state": state, "revision": 1,
            "updatedAt": "2026-11-21T12:00:00Z",
            "memory": { "id": "00000000-0000-0000-0000-000000000001", "sequence": 0 },
        });
        if state == "RETURNED" {
            told["returnedAmount"] = json!({ "amount": 500, "currency": "USD" });
        }
        change(&mut told);
        let record = OrderAnswer::parse(told.to_string().as_bytes()).unwrap().order;
        OrderReport::Recorded { record: Box::new(record), is_held: false }
    }

    fn plain(state: &str) -> OrderReport {
        report(state, |_| {})
    }

    /// Checks the answers of each state of a payout and a debit.
    #[test]
    fn each_state_has_its_answers() {
        let poll_at = TIMES.now.plus(Duration::from_secs(60));
        let failed = PayoutFailure::ExecutionFailed;
        let settles_at = None;
        assert_eq!(to_submit(&plain("RECEIVED"), TIMES), Ok(SubmitResponse::Queued { poll_at, settles_at }));
        assert_eq!(to_payout(&plain("RECEIVED"), TIMES), Ok(PayoutStatus::Queued { poll_at, settles_at }));
        for state in ["SENT", "ACCEPTED"] {
            let accepted = SubmitResponse::Accepted { poll_at, settles_at };
            assert_eq!(to_submit(&plain(state), TIMES), Ok(accepted));
            let pending = PayoutStatus::Pending { poll_at, settles_at };
            assert_eq!(to_payout(&plain(state), TIMES), Ok(pending));
            let pending = DebitState::Pending { poll_at, settles_at };
            assert_eq!(to_debit(&plain(state), TIMES), Ok(pending));
        }
        for state in ["IN_DOUBT", "A_NEW_STATE"] {
            assert_eq!(to_submit(&plain(state), TIMES), Err(RailError::Unclear));
            assert_eq!(to_payout(&plain(state), TIMES), Err(RailError::Unclear));
            assert_eq!(to_debit_submit(&plain(state), TIMES), Err(RailError::Unclear));
            assert_eq!(to_debit(&plain(state), TIMES), Err(RailError::Unclear));
        }
        let delivered = PayoutStatus::Delivered { poll_at: None, on_chain: None, proof: None };
        assert_eq!(to_payout(&plain("SETTLED"), TIMES), Ok(delivered));
        assert_eq!(to_debit(&plain("SETTLED"), TIMES), Ok(DebitState::Settled { poll_at: None }));
        assert_eq!(to_payout(&plain("FAILED"), TIMES), Ok(PayoutStatus::Failed(failed)));
        assert_eq!(to_payout(&plain("CANCELLED"), TIMES), Ok(PayoutStatus::Cancelled));
        assert_eq!(to_payout(&plain("RETURNED"), TIMES), Ok(PayoutStatus::Returned { short: None }));
        assert_eq!(to_debit(&plain("RETURNED"), TIMES), Ok(DebitState::Returned));
        for state in ["FAILED", "CANCELLED"] {
            assert_eq!(to_submit(&plain(state), TIMES), Ok(SubmitResponse::Refused(failed)));
            assert_eq!(to_debit_submit(&plain(state), TIMES), Ok(DebitAnswer::Refused));
            assert_eq!(to_debit(&plain(state), TIMES), Ok(DebitState::Failed));
        }
    }

    /// Checks that an order without a record is never taken for one that failed, unless it can never be sent.
    #[test]
    fn an_order_without_a_record_has_its_answers() {
        for report in [OrderReport::NeverSent, OrderReport::Absent] {
            assert_eq!(to_submit(&report, TIMES), Err(RailError::Unclear));
            assert_eq!(to_payout(&report, TIMES), Ok(PayoutStatus::Unknown));
            assert_eq!(to_debit(&report, TIMES), Ok(DebitState::Unknown));
        }
        for report in [OrderReport::Tombstone, OrderReport::Unwritable] {
            let failed = PayoutFailure::ExecutionFailed;
            assert_eq!(to_submit(&report, TIMES), Ok(SubmitResponse::Refused(failed)));
            assert_eq!(to_payout(&report, TIMES), Ok(PayoutStatus::Failed(failed)));
            assert_eq!(to_debit(&report, TIMES), Ok(DebitState::Failed));
        }
    }

    /// Checks that a record which waits for an operator is a doubt, and that a return says what is missing.
    #[test]
    fn held_records_and_short_returns() {
        let short = report("RETURNED", |told| told["returnedAmount"]["amount"] = json!(480));
        let missing = Some(Amount::new(20, CurrencyCode::USD));
        assert_eq!(to_payout(&short, TIMES), Ok(PayoutStatus::Returned { short: missing }));
        let OrderReport::Recorded { record, .. } = plain("FAILED") else { panic!("no record") };
        let held = OrderReport::Recorded { record, is_held: true };
        assert_eq!(to_submit(&held, TIMES), Err(RailError::Unclear));
        assert_eq!(to_payout(&held, TIMES), Err(RailError::Unclear));
    }

    /// Checks that an adapter can neither stop the questions nor have them asked all the time.
    #[test]
    fn the_next_question_is_within_its_bounds() {
        let asked = |at: &str| {
            let at = at.to_owned();
            match to_payout(&report("SENT", |told| told["askAt"] = json!(at)), TIMES) {
                Ok(PayoutStatus::Pending { poll_at, .. }) => poll_at.since(TIMES.now),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(asked("2025-10-09T08:54:30Z"), Duration::from_secs(10));
        assert_eq!(asked("2035-01-01T00:00:00Z"), Duration::from_hours(24));
        assert_eq!(asked("2020-01-01T00:00:00Z"), Duration::from_secs(60), "a time that has passed is none");
    }
}
