//! Replies as a test sees and changes them.

use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::ErrorBody;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{ErrorCode, Memory};
use serde_json::Value;

/// A request that the adapter has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// `None` for a path that is no operation.
    pub call: Option<Call>,
    /// Number of requests before it.
    pub number: usize,
}

/// A reply before it is signed.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub status: u16,
    pub body: Value,
    pub delivery: Delivery,
}

/// The way in which a reply is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// Signed, and bound to the request.
    Signed,
    Unsigned,
    /// Signed with the key of a stranger.
    OtherKey,
    /// Signed as the reply to another request.
    OtherRequest,
    /// Signed as a reply to no request.
    Unbound,
    /// Signed an hour ago.
    Stale,
    /// Signed, and then another body.
    OtherBody,
    /// 307 to another path, unsigned.
    Redirect,
    /// Signed, with a body that never ends.
    Endless,
    /// Signed, a byte each second.
    Trickle,
    /// Never.
    Silent,
    /// The connection is closed.
    Cut,
}

impl Reply {
    /// Builds the reply with a message.
    pub(super) fn message(message: &impl Message) -> Self {
        Self { status: 200, body: value_of(message), delivery: Delivery::Signed }
    }

    /// Builds an error.
    pub(super) fn error(code: ErrorCode, memory: Memory) -> Self {
        Self::of_error(&ErrorBody::new(code, "A refusal of the adapter of the tests.", Some(memory)))
    }

    /// Builds the reply with an error.
    pub(super) fn of_error(error: &ErrorBody) -> Self {
        let status = error.code().map_or(500, ErrorCode::status);
        Self { status, body: value_of(error), delivery: Delivery::Signed }
    }

    /// Replaces the reply by an error.
    pub fn refuse(&mut self, code: ErrorCode) {
        let refusal = Self::of_error(&ErrorBody::new(code, "A lie.", None));
        (self.status, self.body) = (refusal.status, refusal.body);
    }
}

fn value_of(message: &impl Message) -> Value {
    serde_json::from_str(&message.to_json()).unwrap_or_else(|error| panic!("a message is JSON: {error}"))
}
