//! An adapter of a rail with its partner, behind a network that loses, delays, doubles and reorders requests and answers.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use causeway_domain::ids::TransactionId;
use causeway_domain::{Clock, Ids, Time};
use causeway_rail_protocol::RailId;
use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::operations::{Call, push_path};
use causeway_rail_protocol::signing::VerifyingKey;
use causeway_rail_protocol::values::{EndToEndId, ErrorCode, OrderKind};
use causeway_service::runtime::outbound::{Failure, OutboundRequest, OutboundResponse};
use causeway_service::runtime::timers;
use causeway_testing::rails::{Exchange, LocalAdapter, LocalRequest, OrderPace, Reply};
use serde_json::json;

use super::fault_plan::FaultPlan;
use super::partner_book::{Booking, PartnerBook};
use crate::rng::Rng;
use crate::trace::Trace;

const REQUEST_LOST: &str = "rail: request lost on its way";
const REQUEST_LATE: &str = "rail: request arrives after the service gave up";
const REQUEST_DELAYED: &str = "rail: request delayed";
const REQUEST_TWICE: &str = "rail: request arrives twice";
const ANSWER_LOST: &str = "rail: request taken, answer lost";
const NO_ANSWER: &str = "rail: request taken, no answer";
const ANSWER_DELAYED: &str = "rail: answer delayed";
const UNAVAILABLE: &str = "rail: request taken, answered with 503";
const SILENT: &str = "rail: adapter not reached";
pub(super) const DIES_BEFORE: &str = "rail: adapter restarts before its partner gets the order";
pub(super) const DIES_AFTER: &str = "rail: adapter restarts after its partner got the order";
pub(super) const IN_DOUBT: &str = "rail: partner's answer lost, order in doubt";
pub(super) const CANCEL_OPEN: &str = "rail: partner does not decide about a cancel";

/// The faults, all of which must occur.
pub(super) const EVENTS: &[&str] = &[
    REQUEST_LOST,
    REQUEST_LATE,
    REQUEST_DELAYED,
    REQUEST_TWICE,
    ANSWER_LOST,
    NO_ANSWER,
    ANSWER_DELAYED,
    UNAVAILABLE,
    SILENT,
    DIES_BEFORE,
    DIES_AFTER,
    IN_DOUBT,
    CANCEL_OPEN,
];

/// Rate of each fault, per thousand requests.
const OFTEN: u32 = 40;
/// Maximum age of a request that arrives late: an older one is refused for its time (rails 3.4).
const LATEST: Duration = Duration::from_mins(4);
/// Maximum number of newest items among which a push begins.
const PUSHED: usize = 20;

/// The rails, each with the address of its adapter.
const RAILS: &[(&str, &str)] = &[("first-bank", "127.0.0.1:7101"), ("second-bank", "127.0.0.1:7102")];

/// An adapter with its partner.
pub(crate) struct RailAdapter {
    /// The name of the rail.
    pub(crate) name: &'static str,
    /// Host and port.
    pub(super) authority: &'static str,
    pub(super) local: LocalAdapter,
    pub(super) rng: Rng,
    fault_plan: FaultPlan,
    trace: Trace,
    clock: Clock,
    partner: Mutex<PartnerState>,
}

/// The partner, and the requests that are still on their way to the adapter.
#[derive(Default)]
pub(super) struct PartnerState {
    pub(super) book: PartnerBook,
    late: Vec<LateRequest>,
    /// `None` if the adapter answers.
    silent_until: Option<Time>,
}

/// A request that the service has given up.
struct LateRequest {
    sent_at: Time,
    request: OutboundRequest,
}

/// A push before it is sent.
#[derive(Debug, Clone)]
pub(crate) struct AdapterPush {
    pub(crate) path: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
}

/// The environment of the adapters.
pub(super) struct AdapterParts {
    pub(super) rng: Rng,
    pub(super) fault_plan: FaultPlan,
    pub(super) trace: Trace,
    pub(super) clock: Clock,
    /// A source of its own, so that the ids of the service are those of runs without rails.
    pub(super) ids: Ids,
}

impl RailAdapter {
    /// Creates the adapters of all rails. None of them is attached.
    pub(super) fn all(parts: &AdapterParts) -> Vec<Arc<Self>> {
        RAILS.iter().map(|(name, authority)| Arc::new(Self::new(name, authority, parts))).collect()
    }

    fn new(name: &'static str, authority: &'static str, parts: &AdapterParts) -> Self {
        let AdapterParts { rng, fault_plan, trace, clock, ids } = parts;
        let local = LocalAdapter::new(clock.clone(), ids.clone(), OrderPace::ByTest);
        let faults = fault_plan.clone();
        let random = rng.clone();
        local.lie(move |exchange, reply| {
            serve_production(exchange, reply);
            if faults.injects_by(&random, OFTEN, UNAVAILABLE) {
                reply.refuse(ErrorCode::Unavailable);
            }
        });
        Self {
            name,
            authority,
            local,
            rng: rng.clone(),
            fault_plan: fault_plan.clone(),
            trace: trace.clone(),
            clock: clock.clone(),
            partner: Mutex::default(),
        }
    }

    /// Returns the base URL.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.authority)
    }

    /// Returns the adapter's public key in base64.
    pub(crate) fn key(&self) -> String {
        self.local.key()
    }

    /// Sets the rail, and the service's public key.
    pub(crate) fn attach(&self, rail: RailId, key: VerifyingKey) {
        self.local.attach(rail, key);
    }

    /// Returns the records of all orders.
    pub(crate) fn records(&self) -> Vec<OrderRecord> {
        self.local.records()
    }

    /// Returns the book of the partner.
    pub(crate) fn bookings(&self) -> Vec<Booking> {
        self.partner().book.bookings().to_vec()
    }

    /// Lets the adapter answer nothing for a time, unless faults are paused.
    pub(crate) fn be_silent(&self, length: Duration) {
        self.partner().silent_until = Some(self.clock.now().plus(length));
    }

    /// Lets the adapter answer again.
    pub(crate) fn be_reached(&self) {
        self.partner().silent_until = None;
    }

    /// Builds a push of some of the newest items; `None` without items.
    pub(crate) fn new_push(&self) -> Option<AdapterPush> {
        let items = self.local.items();
        let newest = items.len().min(PUSHED);
        if newest == 0 {
            return None;
        }
        let begin = items.len() - 1 - self.rng.index(newest);
        let count = 1 + self.rng.index(items.len() - begin);
        let path = push_path(self.name);
        let body = self.local.push_body(&items[begin..begin + count]).to_string();
        let headers = self.local.push_headers(&path, &body);
        Some(AdapterPush { path, headers, body })
    }

    /// Answers a request of the service within its time limit, or loses it or its answer.
    pub(super) async fn exchange(&self, request: OutboundRequest) -> Result<OutboundResponse, Failure> {
        let limit = request.limit;
        timers::within(limit, self.serve(request)).await.unwrap_or(Err(Failure::Timeout))
    }

    async fn serve(&self, request: OutboundRequest) -> Result<OutboundResponse, Failure> {
        self.hesitate().await;
        if self.is_silent() {
            return Err(Failure::Unconnected);
        }
        if self.injects(REQUEST_LOST) {
            return Err(Failure::ConnectionFailed);
        }
        if self.injects(REQUEST_LATE) {
            let sent_at = self.clock.now();
            let limit = request.limit;
            self.partner().late.push(LateRequest { sent_at, request });
            timers::pause(limit).await;
            return Err(Failure::Timeout);
        }
        if self.injects(REQUEST_DELAYED) {
            self.delay(request.limit).await;
        }
        let mut answer = self.hand_over(&request);
        if self.injects(REQUEST_TWICE) {
            answer = self.hand_over(&request);
        }
        if self.injects(ANSWER_LOST) {
            return Err(Failure::ConnectionFailed);
        }
        if self.injects(NO_ANSWER) {
            timers::pause(request.limit).await;
            return Err(Failure::Timeout);
        }
        if self.injects(ANSWER_DELAYED) {
            self.delay(request.limit).await;
        }
        answer.ok_or(Failure::ConnectionFailed)
    }

    /// Lets the late requests arrive, in any order. A late cancel may have a settled collection reversed, which only these
    /// payments bear without an operator: it is lost for others.
    pub(super) fn take_late_requests(&self, returnable: &BTreeSet<TransactionId>) {
        let mut late = std::mem::take(&mut self.partner().late);
        while !late.is_empty() {
            let LateRequest { sent_at, request } = late.swap_remove(self.rng.index(late.len()));
            let reverses = match call_of(&request) {
                Some(Call::Cancel(OrderKind::Collection, payment)) => !returnable.contains(&payment),
                _ => false,
            };
            if !reverses && self.clock.now().since(sent_at) < LATEST {
                self.hand_over(&request);
            }
        }
    }

    /// Injects a fault with its usual rate.
    pub(super) fn injects(&self, name: &'static str) -> bool {
        self.fault_plan.injects_by(&self.rng, OFTEN, name)
    }

    pub(super) fn partner(&self) -> MutexGuard<'_, PartnerState> {
        self.partner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Yields a random number of times to other requests under way.
    async fn hesitate(&self) {
        for _ in 0..self.rng.between(0, 3) {
            tokio::task::yield_now().await;
        }
    }

    /// Waits for a part of a time limit.
    async fn delay(&self, limit: Duration) {
        let most = i64::try_from(limit.as_millis() / 3).unwrap_or(1).max(1);
        let millis = u64::try_from(self.rng.between(1, most)).unwrap_or(1);
        timers::pause(Duration::from_millis(millis)).await;
    }

    fn is_silent(&self) -> bool {
        let until = self.partner().silent_until;
        until.is_some_and(|until| self.clock.now() < until)
            && self.fault_plan.injects_by(&self.rng, 1_000, SILENT)
    }

    /// Hands a request over to the adapter. A cancel is decided by the partner before.
    fn hand_over(&self, request: &OutboundRequest) -> Option<OutboundResponse> {
        if let Some(Call::Cancel(kind, transaction)) = call_of(request) {
            self.decide_cancel(EndToEndId { kind, transaction });
        }
        let method = request.method.as_str();
        let path = request.target.path();
        let query = request.target.query();
        let headers = request.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
        let answer = self.local.answer(&LocalRequest {
            method,
            path,
            query: Some(query).filter(|query| !query.is_empty()),
            headers: headers.collect(),
            body: request.body.clone(),
        })?;
        self.trace
            .note(&format!("{} {method} {path}?{query} -> {} {}", self.name, answer.status, answer.body));
        let signature = answer.headers.into_iter();
        let signature = signature.filter_map(|(name, value)| {
            Some((HeaderName::from_static(name), HeaderValue::try_from(value).ok()?))
        });
        let headers = signature.collect();
        Some(OutboundResponse { headers, ..OutboundResponse::of(answer.status, answer.body) })
    }
}

fn call_of(request: &OutboundRequest) -> Option<Call> {
    let target = &request.target;
    Call::parse(request.method.as_str(), target.path(), target.query()).ok()
}

/// Makes the capabilities those of an adapter in production.
fn serve_production(exchange: &Exchange, reply: &mut Reply) {
    if exchange.call == Some(Call::Capabilities) && reply.status == 200 {
        reply.body["mode"] = json!("LIVE");
        reply.body["testScenarios"] = json!(null);
        reply.body["push"] = json!(true);
    }
}
