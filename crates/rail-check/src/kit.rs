//! The service's side of exchanges with the adapter.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use causeway_rail_protocol::messages::{
    CancelRequest, CancelResponse, Capabilities, ErrorBody, OrderAnswer, OrderRecord,
};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::signing::{
    Answer, Nonce, Request, RequestTarget, Signature, SignatureHeaders, SigningKey, sign_request,
    verify_answer,
};
use causeway_rail_protocol::values::{
    AdapterMode, CancelReason, ErrorCode, FeedPosition, OrderKind, OrderState, RailService,
};
use causeway_rail_protocol::{Message, RailId};
use tokio::sync::OnceCell;

use crate::exchange::{WireAnswer, WireRequest, send};
use crate::order::Order;
use crate::pause::{POLL, pause};
use crate::plan::{CheckPlan, Stream};
use crate::push::PushReceiver;
use crate::verdict::{CaseResult, expect, failed, not_tried};

/// Time limit of one exchange: that of the slowest operation (rails 12).
const EXCHANGE: Duration = Duration::from_secs(15);
/// Time for which an exchange is repeated that has no answer, 429 or 5xx.
const PERSISTENCE: Duration = Duration::from_secs(30);
/// Time within which a test destination comes to its end.
pub(crate) const SCENARIO: Duration = Duration::from_mins(2);

/// The kit before one adapter.
#[derive(Debug)]
pub(crate) struct Kit {
    pub(crate) plan: CheckPlan,
    capabilities: OnceCell<Capabilities>,
    /// The end of the feed before the first order of this check.
    start: OnceCell<FeedPosition>,
    orders: Mutex<Vec<Order>>,
    /// `None` if the plan has no address for it.
    pub(crate) pushes: Option<PushReceiver>,
}

/// A request with its signature, to which the answer is bound.
#[derive(Debug, Clone)]
pub(crate) struct SignedRequest {
    pub(crate) wire: WireRequest,
    pub(crate) signature: Signature,
}

/// The side that signs a request, which a case may exchange.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signatory<'a> {
    pub(crate) key: &'a SigningKey,
    pub(crate) rail: RailId,
    /// Seconds since 1970.
    pub(crate) created: i64,
}

impl Kit {
    /// Begins a check.
    ///
    /// # Errors
    /// The address for pushes cannot be used.
    pub(crate) async fn new(plan: CheckPlan) -> CaseResult<Self> {
        let pushes = match plan.listen {
            Some(address) => Some(PushReceiver::listen(&plan, address).await?),
            None => None,
        };
        Ok(Self {
            plan,
            capabilities: OnceCell::new(),
            start: OnceCell::new(),
            orders: Mutex::default(),
            pushes,
        })
    }

    /// Returns the seconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.plan.clock.now().millis().div_euclid(1_000)
    }

    /// Opens a connection.
    pub(crate) async fn open(&self) -> CaseResult<Box<dyn Stream>> {
        self.plan.dial.open().await.map_err(|error| failed(format!("cannot connect: {error}")))
    }

    /// Returns the target of a call.
    pub(crate) fn target(&self, call: Call) -> CaseResult<RequestTarget> {
        call.target(&self.plan.base_path).map_err(|error| failed(error.to_string()))
    }

    /// Returns a target below the base URL.
    pub(crate) fn target_at(&self, method: &str, path: &str) -> CaseResult<RequestTarget> {
        let path = format!("{}{path}", self.plan.base_path.trim_end_matches('/'));
        RequestTarget::new(method, &path, None).map_err(|error| failed(error.to_string()))
    }

    /// Returns the service as the side that signs now.
    pub(crate) fn service(&self) -> Signatory<'_> {
        Signatory { key: &self.plan.signer, rail: self.plan.rail, created: self.now() }
    }

    /// Signs a request as the service.
    pub(crate) fn sign(&self, target: RequestTarget, body: &[u8]) -> SignedRequest {
        self.sign_as(self.service(), target, body)
    }

    /// Signs a request as this side.
    pub(crate) fn sign_as(&self, side: Signatory<'_>, target: RequestTarget, body: &[u8]) -> SignedRequest {
        let request = Request { target: &target, rail: side.rail, body };
        let nonce = Nonce::from_bytes(self.plan.ids.bytes());
        let signed = sign_request(side.key, &request, side.created, nonce);
        let mut headers: Vec<(String, String)> = signed
            .headers
            .pairs()
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        headers.push(("content-type".to_owned(), "application/json".to_owned()));
        SignedRequest {
            wire: WireRequest { target, headers, body: body.to_vec() },
            signature: signed.proof.signature,
        }
    }

    /// Sends a request; the answer must be signed, and bound to this signature.
    pub(crate) async fn ask(
        &self,
        request: &WireRequest,
        bound: Option<Signature>,
    ) -> CaseResult<WireAnswer> {
        let what = format!("{} {}", request.target.method(), request.target.path_and_query());
        let answer = send(&self.plan, request, EXCHANGE).await;
        let answer = answer.map_err(|missing| failed(format!("{what}: {missing}")))?;
        self.verify(&answer, bound).map_err(|fault| failed(format!("{what}: {fault}")))?;
        Ok(answer)
    }

    /// Verifies an answer; the error is in words.
    pub(crate) fn verify(&self, answer: &WireAnswer, bound: Option<Signature>) -> Result<(), String> {
        let pairs = answer.headers.iter().map(|(name, value)| (name.as_str(), value.as_slice()));
        let named = |fault: &dyn std::fmt::Display| {
            format!("the answer with status {} is not signed as it must be: {fault}", answer.status)
        };
        let headers = SignatureHeaders::read(pairs).map_err(|fault| named(&fault))?;
        let signed =
            Answer { status: answer.status, rail: self.plan.rail, body: &answer.body, request: bound };
        let verified = verify_answer(&signed, &headers, &self.plan.adapter_keys, self.now());
        verified.map(drop).map_err(|fault| named(&fault))
    }

    /// Makes a call once.
    pub(crate) async fn call(&self, call: Call, body: &[u8]) -> CaseResult<WireAnswer> {
        let signed = self.sign(self.target(call)?, body);
        self.ask(&signed.wire, Some(signed.signature)).await
    }

    /// Makes a call until it has an answer that is neither 429 nor 5xx.
    pub(crate) async fn insist(&self, call: Call, body: &[u8]) -> CaseResult<WireAnswer> {
        let began = Instant::now();
        loop {
            let answered = self.call(call, body).await;
            let is_over = began.elapsed() >= PERSISTENCE;
            match answered {
                Ok(answer) if !is_busy(answer.status) => return Ok(answer),
                Ok(answer) if is_over => {
                    return Err(failed(format!("still status {} after {PERSISTENCE:?}", answer.status)));
                }
                Err(stop) if is_over => return Err(stop),
                Ok(_) | Err(_) => pause(POLL).await,
            }
        }
    }

    /// Asks for the capabilities once more.
    pub(crate) async fn ask_capabilities(&self) -> CaseResult<Capabilities> {
        message(&self.call(Call::Capabilities, b"").await?, 200)
    }

    /// Returns the capabilities, which are asked for once.
    pub(crate) async fn capabilities(&self) -> CaseResult<&Capabilities> {
        let ask = || async {
            let answer = self.insist(Call::Capabilities, b"").await?;
            message::<Capabilities>(&answer, 200)
        };
        self.capabilities.get_or_try_init(ask).await
    }

    /// Returns the first kind of orders that the adapter takes.
    pub(crate) async fn kind(&self) -> CaseResult<OrderKind> {
        let capabilities = self.capabilities().await?;
        let kinds = [
            (RailService::Payout, OrderKind::Payout),
            (RailService::Collection, OrderKind::Collection),
            (RailService::Refund, OrderKind::Refund),
        ];
        let offered = kinds.into_iter().find(|(service, _)| capabilities.offers(*service));
        offered.map(|(_, kind)| kind).ok_or_else(|| not_tried("the adapter takes no orders"))
    }

    /// Returns the end of the feed before the first order of this check.
    pub(crate) async fn start(&self) -> CaseResult<FeedPosition> {
        let capabilities = self.capabilities().await?;
        Ok(*self.start.get_or_init(|| async { capabilities.memory.sequence }).await)
    }

    /// Stops a case that submits orders, unless the plan allows it and the adapter only tests.
    pub(crate) async fn needs_orders(&self) -> CaseResult<&Capabilities> {
        if !self.plan.with_orders {
            return Err(not_tried("needs --with-orders"));
        }
        let capabilities = self.capabilities().await?;
        if capabilities.mode != AdapterMode::Test {
            return Err(not_tried("needs an adapter in the mode TEST"));
        }
        self.start().await?;
        Ok(capabilities)
    }

    /// Submits an order, which must be stored.
    pub(crate) async fn submit(&self, order: &Order) -> CaseResult<OrderAnswer> {
        self.remember(order);
        let answer = self.insist(order.submit_call(), order.bytes()).await?;
        message(&answer, 200)
    }

    /// Keeps an order for the cases about all orders of the check.
    pub(crate) fn remember(&self, order: &Order) {
        let mut orders = self.orders_mut();
        if !orders.iter().any(|known| known.is_same(order)) {
            orders.push(order.clone());
        }
    }

    /// Drops an order that the adapter has lost with its store.
    pub(crate) fn forget(&self, order: &Order) {
        self.orders_mut().retain(|known| !known.is_same(order));
    }

    /// Returns the orders of this check.
    pub(crate) fn orders(&self) -> Vec<Order> {
        self.orders_mut().clone()
    }

    fn orders_mut(&self) -> MutexGuard<'_, Vec<Order>> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for an order; `None` if the adapter has none.
    pub(crate) async fn status(&self, order: &Order) -> CaseResult<Option<OrderAnswer>> {
        let answer = self.insist(order.status_call(), b"").await?;
        if answer.status == 404 {
            expect_code(&answer, &[ErrorCode::OrderNotFound])?;
            return Ok(None);
        }
        message(&answer, 200).map(Some)
    }

    /// Asks for an order that the adapter must have.
    pub(crate) async fn record(&self, order: &Order) -> CaseResult<OrderRecord> {
        let found = self.status(order).await?;
        found
            .map(|answer| answer.order)
            .ok_or_else(|| failed("status says ORDER_NOT_FOUND of a stored order"))
    }

    /// Cancels an order.
    pub(crate) async fn cancel(&self, order: &Order) -> CaseResult<CancelResponse> {
        let body = CancelRequest { reason: CancelReason::Operator }.to_json();
        let answer = self.insist(order.cancel_call(), body.as_bytes()).await?;
        message(&answer, 200)
    }

    /// Waits until an order has one of these states, and returns its record.
    pub(crate) async fn reach(&self, order: &Order, states: &[OrderState]) -> CaseResult<OrderRecord> {
        let began = Instant::now();
        loop {
            let record = self.record(order).await?;
            let state = record.state();
            if states.contains(&state) {
                return Ok(record);
            }
            let names = names(states);
            expect(!state.is_final(), || {
                let reason = record.reason.as_ref().map(ToString::to_string).unwrap_or_default();
                format!("{} has ended in {state} {reason} instead of {names}", order.name())
            })?;
            expect(began.elapsed() < SCENARIO, || {
                format!("{} is {state} instead of {names} after {SCENARIO:?}", order.name())
            })?;
            pause(POLL).await;
        }
    }
}

fn names(states: &[OrderState]) -> String {
    let names: Vec<String> = states.iter().map(ToString::to_string).collect();
    names.join(" or ")
}

/// Returns `true` for an answer after which the service asks again.
pub(crate) const fn is_busy(status: u16) -> bool {
    matches!(status, 429 | 500..=599)
}

/// Reads the body of an answer that must have this status.
pub(crate) fn message<T: Message>(answer: &WireAnswer, status: u16) -> CaseResult<T> {
    expect(answer.status == status, || {
        let told = ErrorBody::parse(&answer.body)
            .map(|error| format!(" {}: {}", error.error.code, error.error.message));
        format!("status {}{} instead of {status}", answer.status, told.unwrap_or_default())
    })?;
    T::parse(&answer.body).map_err(|error| failed(format!("the answer breaks the schema: {error}")))
}

/// Checks that an answer is an error with one of these codes, and the status of its code.
pub(crate) fn expect_code(answer: &WireAnswer, codes: &[ErrorCode]) -> CaseResult<ErrorBody> {
    let error = ErrorBody::parse(&answer.body)
        .map_err(|error| failed(format!("the answer with status {} is no error: {error}", answer.status)))?;
    let fits = error.code().is_some_and(|code| codes.contains(&code) && code.status() == answer.status);
    expect(fits, || {
        let expected: Vec<String> = codes.iter().map(|code| format!("{} {code}", code.status())).collect();
        format!("{} {} instead of {}", answer.status, error.error.code, expected.join(" or "))
    })?;
    Ok(error)
}
