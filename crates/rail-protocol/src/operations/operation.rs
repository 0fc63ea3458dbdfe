//! The table of operations.

use std::time::Duration;

use crate::limits::{FEED_TIMEOUT, ORDER_TIMEOUT, PRECHECK_TIMEOUT};
use crate::values::OrderKind;

/// An operation of an adapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Capabilities (rails 6).
    Capabilities,
    /// Precheck of an order; refunds have none (rails 7.1).
    Precheck(OrderKind),
    /// Submit of an order (rails 7.2).
    Submit(OrderKind),
    /// Status of an order (rails 7.6).
    Status(OrderKind),
    /// Cancel of an order (rails 7.7).
    Cancel(OrderKind),
    /// Page of the feed (rails 8.1).
    Changes,
}

impl Operation {
    /// Every operation, in the order of the document.
    pub const ALL: &'static [Self] = &[
        Self::Capabilities,
        Self::Precheck(OrderKind::Payout),
        Self::Submit(OrderKind::Payout),
        Self::Status(OrderKind::Payout),
        Self::Cancel(OrderKind::Payout),
        Self::Precheck(OrderKind::Collection),
        Self::Submit(OrderKind::Collection),
        Self::Status(OrderKind::Collection),
        Self::Cancel(OrderKind::Collection),
        Self::Submit(OrderKind::Refund),
        Self::Status(OrderKind::Refund),
        Self::Cancel(OrderKind::Refund),
        Self::Changes,
    ];

    /// Returns the HTTP method.
    #[must_use]
    pub const fn method(self) -> &'static str {
        match self {
            Self::Capabilities | Self::Status(_) | Self::Changes => "GET",
            Self::Precheck(_) | Self::Cancel(_) => "POST",
            Self::Submit(_) => "PUT",
        }
    }

    /// Returns the path below the rail's base URL, with `{transactionId}` for the id of the order.
    #[must_use]
    pub fn path(self) -> String {
        match self {
            Self::Capabilities => "/v1/capabilities".to_owned(),
            Self::Precheck(kind) => format!("/v1/{}/precheck", kind.segment()),
            Self::Submit(kind) | Self::Status(kind) => format!("/v1/{}/{{transactionId}}", kind.segment()),
            Self::Cancel(kind) => format!("/v1/{}/{{transactionId}}/cancel", kind.segment()),
            Self::Changes => "/v1/changes".to_owned(),
        }
    }

    /// Returns the time within which the service wants the whole answer (rails 12).
    #[must_use]
    pub const fn timeout(self) -> Duration {
        match self {
            Self::Precheck(_) => PRECHECK_TIMEOUT,
            Self::Submit(_) | Self::Status(_) | Self::Cancel(_) => ORDER_TIMEOUT,
            Self::Capabilities | Self::Changes => FEED_TIMEOUT,
        }
    }

    /// Returns the name of the operation for metrics and logs, such as `submit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Capabilities => "capabilities",
            Self::Precheck(_) => "precheck",
            Self::Submit(_) => "submit",
            Self::Status(_) => "status",
            Self::Cancel(_) => "cancel",
            Self::Changes => "changes",
        }
    }

    /// Returns the kind of the order, or `None` if the operation is about no order.
    #[must_use]
    pub const fn kind(self) -> Option<OrderKind> {
        match self {
            Self::Precheck(kind) | Self::Submit(kind) | Self::Status(kind) | Self::Cancel(kind) => Some(kind),
            Self::Capabilities | Self::Changes => None,
        }
    }
}
