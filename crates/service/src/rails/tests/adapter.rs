//! An adapter in the process: it verifies requests, signs its answers, and says what the test lets it say.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use causeway_domain::Clock;
use causeway_domain::ids::RailId;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::orders::SubmissionBytes;
use causeway_rail_protocol::signing::{
    Answer, Request, RequestTarget, Signature, SignatureHeaders, SigningKey, VerifyingKey, request_signature,
    sign_answer, verify_request,
};
use causeway_rail_protocol::values::Mark;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::runtime::outbound::{Failure, OutboundRequest, OutboundResponse, Transport};

/// One answer of the adapter.
#[derive(Debug, Clone)]
pub(super) enum Reply {
    Signed(u16, Json),
    /// Signed, with this header `Retry-After`.
    Later(u16, Json, &'static str),
    /// Without a signature.
    Unsigned(u16, Json),
    /// Signed with a key that is not the rail's.
    Foreign(u16, Json),
    /// Signed as the answer to another request.
    Misplaced(u16, Json),
    /// No answer, although the request has arrived.
    Lost,
}

type Script = Box<dyn FnMut(Call, &[u8]) -> Reply + Send>;

/// The adapter of the scene's rail.
pub(super) struct TestAdapter {
    key: SigningKey,
    clock: Clock,
    /// Identity of the rail and the service's key, once they are known.
    peer: Mutex<Option<(RailId, VerifyingKey)>>,
    script: Mutex<Script>,
    calls: Mutex<Vec<(Call, Vec<u8>)>>,
}

/// The id of the adapter's memory.
pub(super) const MEMORY: Uuid = Uuid::from_u128(77);

/// Returns the memory at a sequence.
pub(super) fn memory(sequence: u8) -> Json {
    memory_of(MEMORY, sequence)
}

/// Returns another memory at a sequence.
pub(super) fn memory_of(id: Uuid, sequence: u8) -> Json {
    let mark = (sequence > 0).then(|| mark(sequence));
    json!({ "id": id, "sequence": sequence, "mark": mark })
}

/// Returns the mark of a sequence.
pub(super) fn mark(sequence: u8) -> String {
    Mark::from_bytes([sequence; 16]).to_string()
}

/// Returns the answer with a record of a submitted order.
pub(super) fn record(body: &[u8], state: &str, revision: u64, sequence: u8) -> Json {
    let order = SubmissionBytes::parse(body.to_vec()).unwrap();
    let amount = json!({ "amount": order.amount().amount.get(), "currency": order.amount().currency });
    let mut record = json!({
        "transactionId": order.transaction(), "kind": order.kind().as_str(),
        "orderDigest": order.digest().to_string(), "amount": amount, "state": state, "revision": revision,
        "updatedAt": "2026-11-21T12:00:00Z", "memory": memory(sequence),
    });
    if state == "RETURNED" {
        record["returnedAmount"] = amount;
    }
    record
}

/// Returns the answer with the tombstone of an order.
pub(super) fn tombstone(call: Call, sequence: u8) -> Json {
    let (Call::Submit(kind, id) | Call::Status(kind, id) | Call::Cancel(kind, id)) = call else {
        panic!("{call:?} is about no order")
    };
    json!({
        "transactionId": id, "kind": kind.as_str(), "state": "CANCELLED", "revision": 1,
        "updatedAt": "2026-11-21T12:00:00Z", "memory": memory(sequence),
    })
}

/// Returns the answer to a cancel.
pub(super) fn cancelled(outcome: &str, record: Option<Json>, sequence: u8) -> Json {
    json!({ "outcome": outcome, "order": record, "memory": memory(sequence) })
}

/// Returns the body of an error.
pub(super) fn error(code: &str, memory: Option<Json>) -> Json {
    json!({ "error": { "code": code, "message": "told by the test" }, "memory": memory })
}

/// Returns `ORDER_NOT_FOUND`.
pub(super) fn not_found(sequence: u8) -> Reply {
    Reply::Signed(404, error("ORDER_NOT_FOUND", Some(memory(sequence))))
}

impl TestAdapter {
    pub(super) fn new(clock: &Clock) -> Self {
        Self {
            key: SigningKey::from_seed(&[9; 32]).unwrap(),
            clock: clock.clone(),
            peer: Mutex::default(),
            script: Mutex::new(Box::new(|_, _| Reply::Lost)),
            calls: Mutex::default(),
        }
    }

    pub(super) fn public_key(&self) -> [u8; 32] {
        *self.key.verifying_key().bytes()
    }

    /// Tells the adapter the rail and the service's key.
    pub(super) fn meet(&self, rail: RailId, service: VerifyingKey) {
        *lock(&self.peer) = Some((rail, service));
    }

    /// Sets the answers from now on.
    pub(super) fn play(&self, script: impl FnMut(Call, &[u8]) -> Reply + Send + 'static) {
        *lock(&self.script) = Box::new(script);
    }

    /// Returns the names of the calls so far, and forgets them.
    pub(super) fn take_calls(&self) -> Vec<&'static str> {
        let calls = std::mem::take(&mut *lock(&self.calls));
        calls.iter().map(|(call, _)| call.operation().name()).collect()
    }

    /// Returns the bodies of all submits so far.
    pub(super) fn submits(&self) -> Vec<Vec<u8>> {
        let calls = lock(&self.calls);
        let submits = calls.iter().filter(|(call, _)| matches!(call, Call::Submit(..)));
        submits.map(|(_, body)| body.clone()).collect()
    }

    fn answer(&self, request: &OutboundRequest) -> Result<OutboundResponse, Failure> {
        let (rail, service) = lock(&self.peer).unwrap();
        let target = RequestTarget::new(
            request.method.as_str(),
            request.target.path(),
            Some(request.target.query()).filter(|query| !query.is_empty()),
        );
        let target = target.unwrap();
        let headers = request.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
        let headers = SignatureHeaders::read(headers).unwrap();
        let signed = Request { target: &target, rail, body: &request.body };
        verify_request(&signed, &headers, &[service], self.seconds()).unwrap();
        let call = Call::parse(target.method(), &target.path()["/base".len()..], target.query()).unwrap();
        let reply = (lock(&self.script))(call, &request.body);
        lock(&self.calls).push((call, request.body.to_vec()));
        let other = SigningKey::from_seed(&[8; 32]).unwrap();
        let signature = request_signature(&headers.signature).unwrap();
        let unrelated = self.key.sign(b"another request");
        let (status, body, key, signature) = match reply {
            Reply::Lost => return Err(Failure::Timeout),
            Reply::Unsigned(status, body) => return Ok(OutboundResponse::of(status, body.to_string())),
            Reply::Signed(status, body) => (status, body, &self.key, signature),
            Reply::Foreign(status, body) => (status, body, &other, signature),
            Reply::Misplaced(status, body) => (status, body, &self.key, unrelated),
            Reply::Later(status, body, pause) => {
                let mut response = self.sign(rail, status, &body, &self.key, signature);
                response.headers.insert("retry-after", HeaderValue::from_static(pause));
                return Ok(response);
            }
        };
        Ok(self.sign(rail, status, &body, key, signature))
    }

    fn sign(
        &self,
        rail: RailId,
        status: u16,
        body: &Json,
        key: &SigningKey,
        request: Signature,
    ) -> OutboundResponse {
        let body = body.to_string();
        let answer = Answer { status, rail, body: body.as_bytes(), request: Some(request) };
        let signed = sign_answer(key, &answer, self.seconds());
        let headers: HeaderMap = signed
            .headers
            .pairs()
            .into_iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::try_from(value).unwrap()))
            .collect();
        OutboundResponse { headers, ..OutboundResponse::of(status, body) }
    }

    fn seconds(&self) -> i64 {
        self.clock.now().millis() / 1_000
    }
}

impl Transport for TestAdapter {
    fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>> {
        Box::pin(ready(self.answer(&request)))
    }
}

impl fmt::Debug for TestAdapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TestAdapter")
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
