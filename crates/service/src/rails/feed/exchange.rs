//! Requests of the follower, and the errors among their answers.

use bytes::Bytes;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::limits::PAGE_BODY;
use causeway_rail_protocol::messages::ErrorBody;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::orders::{ErrorClass, classify};
use causeway_rail_protocol::values::Memory;

use crate::runtime::app::App;
use crate::runtime::rails::{Exchange, KnownRail, SignedAnswer};
use crate::runtime::timers;

/// The reason why a request has no result.
pub(super) enum NoResult {
    /// There is no signed answer.
    Silence,
    /// The adapter has refused the request.
    Refused(RefusedRequest),
}

/// A signed answer with an error.
pub(super) struct RefusedRequest {
    pub(super) class: ErrorClass,
    pub(super) memory: Option<Memory>,
}

/// Sends a request without a body and returns its signed answer of status 200.
pub(super) async fn ask(app: &App, rail: &KnownRail, call: Call) -> Result<SignedAnswer, NoResult> {
    let exchange = Exchange { rail, call, body: Bytes::new(), limit: timers::RAIL_FEED, body_max: PAGE_BODY };
    let answer = app.rails.link().exchange(exchange).await.map_err(|_| NoResult::Silence)?;
    if answer.status == 200 {
        return Ok(answer);
    }
    let error = ErrorBody::parse(&answer.body).ok();
    let class = classify(call.operation(), answer.status, error.as_ref().and_then(ErrorBody::code));
    let operation = call.operation().name();
    tracing::warn!(rail = rail.record.name, operation, status = answer.status, "adapter refused a request");
    Err(NoResult::Refused(RefusedRequest { class, memory: error.and_then(|error| error.memory) }))
}
