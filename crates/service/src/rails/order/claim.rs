//! Claims of adapters: the meaning of a signed answer about an order (rails 7, 14).

use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{CancelResponse, ErrorBody, OrderAnswer, OrderRecord};
use causeway_rail_protocol::operations::Operation;
use causeway_rail_protocol::orders::{ErrorClass, classify};
use causeway_rail_protocol::values::Memory;
use serde_json::Value as Json;

use crate::runtime::rails::SignedAnswer;

/// The meaning of an answer.
#[derive(Debug, Clone)]
pub(super) enum AnswerMeaning {
    /// It says something about the order.
    Claim(OrderClaim),
    /// The request of the order is refused: the order is cancelled.
    Refused(String),
    /// The adapter has an order with other bytes under the id: it is asked for the record.
    Conflict(String),
    /// The adapter does not have the operation.
    Unsupported(String),
    /// The outcome is unknown.
    Nothing,
}

/// A claim about an order, with the memory of the adapter.
#[derive(Debug, Clone)]
pub(super) struct OrderClaim {
    pub(super) subject: ClaimSubject,
    /// `None` only beside an error.
    pub(super) memory: Option<Memory>,
}

/// A claim with the signed answer that makes it.
#[derive(Debug, Clone)]
pub(super) struct SignedClaim {
    pub(super) claim: OrderClaim,
    pub(super) answer: SignedAnswer,
}

/// The subject of a claim.
#[derive(Debug, Clone)]
pub(super) enum ClaimSubject {
    Record(ToldRecord),
    /// The response to a cancel, with its record as it is stored.
    Cancel {
        response: Box<CancelResponse>,
        record: Option<ToldRecord>,
    },
    NotFound,
}

/// A record, with its text as it came and `memory` beside its members.
#[derive(Debug, Clone)]
pub(super) struct ToldRecord {
    pub(super) record: Box<OrderRecord>,
    pub(super) text: Json,
}

impl OrderClaim {
    /// Returns the record of the claim.
    pub(super) const fn record(&self) -> Option<&ToldRecord> {
        match &self.subject {
            ClaimSubject::Record(told) => Some(told),
            ClaimSubject::Cancel { record, .. } => record.as_ref(),
            ClaimSubject::NotFound => None,
        }
    }
}

/// Reads an answer to a request about an order. An answer that breaks the protocol has no meaning.
pub(super) fn read(operation: Operation, answer: &SignedAnswer) -> AnswerMeaning {
    if answer.status == 200 {
        let claim = match operation {
            Operation::Submit(_) | Operation::Status(_) => of_record(&answer.body),
            Operation::Cancel(_) => of_cancel(&answer.body),
            Operation::Capabilities | Operation::Precheck(_) | Operation::Changes => None,
        };
        let Some(claim) = claim else {
            tracing::warn!(operation = operation.name(), "the answer of an adapter breaks the protocol");
            return AnswerMeaning::Nothing;
        };
        return AnswerMeaning::Claim(claim);
    }
    let error = ErrorBody::parse(&answer.body).ok();
    let class = classify(operation, answer.status, error.as_ref().and_then(ErrorBody::code));
    let words = words(answer.status, error.as_ref());
    match class {
        ErrorClass::NotFound => {
            let memory = error.and_then(|error| error.memory);
            AnswerMeaning::Claim(OrderClaim { subject: ClaimSubject::NotFound, memory })
        }
        ErrorClass::Refused => AnswerMeaning::Refused(words),
        ErrorClass::Conflict => AnswerMeaning::Conflict(words),
        ErrorClass::Unsupported => AnswerMeaning::Unsupported(words),
        ErrorClass::NoAnswer | ErrorClass::Unauthenticated | ErrorClass::CursorTooOld => {
            AnswerMeaning::Nothing
        }
    }
}

/// Returns an error in words for operators, without the adapter's own, which may name persons.
fn words(status: u16, error: Option<&ErrorBody>) -> String {
    match error.and_then(ErrorBody::code) {
        Some(code) => format!("status {status}, {code}"),
        None => format!("status {status}"),
    }
}

fn of_record(body: &[u8]) -> Option<OrderClaim> {
    let answer = OrderAnswer::parse(body).ok()?;
    let text = serde_json::from_slice(body).ok()?;
    let told = ToldRecord { record: Box::new(answer.order), text };
    Some(OrderClaim { subject: ClaimSubject::Record(told), memory: Some(answer.memory) })
}

fn of_cancel(body: &[u8]) -> Option<OrderClaim> {
    let response = CancelResponse::parse(body).ok()?;
    let memory = response.memory.clone();
    let record = match &response.order {
        None => None,
        Some(record) => Some(ToldRecord { record: Box::new(record.clone()), text: record_of_cancel(body)? }),
    };
    let subject = ClaimSubject::Cancel { response: Box::new(response), record };
    Some(OrderClaim { subject, memory: Some(memory) })
}

/// Returns the record in the response to a cancel, in the form in which a status request tells it.
fn record_of_cancel(body: &[u8]) -> Option<Json> {
    let mut body: Json = serde_json::from_slice(body).ok()?;
    let memory = body.get_mut("memory")?.take();
    let mut record = body.get_mut("order")?.take();
    record.as_object_mut()?.insert("memory".to_owned(), memory);
    Some(record)
}
