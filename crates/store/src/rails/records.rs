//! The records of rails (rails 19). Times are wall time, amounts in the smallest unit of their currency.

use std::collections::BTreeMap;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{JournalId, PlatformId, RailId, TransactionId};
use causeway_domain::{Amount, CurrencyCode, Time};
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_vocabulary::named;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use uuid::Uuid;

named! {
    /// Status of a rail (rails 17.1).
    pub enum RailStatus {
        /// Gets no new submissions, as an operator has decided.
        Paused = "PAUSED",
        Enabled = "ENABLED",
        /// Gets no new submissions: the adapter has lost memory, or told of an unknown order (rails 5.3).
        Suspended = "SUSPENDED",
    }

    /// Direction of the orders of a route.
    pub enum RouteDirection {
        Payout = "PAYOUT",
        Collection = "COLLECTION",
    }
}

impl RouteDirection {
    /// Returns the kind of the orders.
    #[must_use]
    pub const fn order_kind(self) -> OrderKind {
        match self {
            Self::Payout => OrderKind::Payout,
            Self::Collection => OrderKind::Collection,
        }
    }
}

/// A rail as an operator has added it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailRecord {
    pub id: RailId,
    /// Unique.
    pub name: String,
    pub status: RailStatus,
    pub doc: RailDoc,
    pub created_at: Time,
    /// Wall time of the last change.
    pub changed_at: Time,
}

/// Stored document of a rail, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailDoc {
    pub v: u32,
    /// Base URL of the adapter.
    pub url: String,
    /// Range of the adapter's addresses, if it is not on the public internet; in CIDR notation.
    pub allow: Option<String>,
    /// Range of addresses from which the adapter may push; `None` means any. In CIDR notation.
    pub push_from: Option<String>,
    pub limits: BTreeMap<CurrencyCode, RailLimits>,
    /// The row of the service's secret key that signs requests.
    pub service_key: Uuid,
}

/// Limits of a rail in one currency (rails 15.5); `None` means without a limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailLimits {
    /// Largest amount of an order.
    pub maximum_order: Option<i64>,
    /// Sum of the orders of a day.
    pub daily_out: Option<i64>,
    /// Sum of the orders without an end.
    pub open_out: Option<i64>,
    /// Sum of a day's failed and returned orders.
    pub daily_refunds: Option<i64>,
    /// Amount of a return above which it waits for an operator.
    pub return_hold: Option<i64>,
}

/// A public key of an adapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailKeyRecord {
    pub id: Uuid,
    pub rail: RailId,
    /// Ed25519.
    pub public_key: [u8; 32],
    pub added_at: Time,
    pub revoked_at: Option<Time>,
}

impl RailKeyRecord {
    /// Returns `true` if the key counts at this wall time.
    #[must_use]
    pub fn counts_at(&self, now: Time) -> bool {
        self.revoked_at.is_none_or(|at| now < at)
    }
}

/// An account at a partner, under the operator's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailAccountRecord {
    pub id: Uuid,
    /// Unique.
    pub name: String,
    pub currency: CurrencyCode,
    /// The platform in whose ledger money is booked that belongs to no payment.
    pub home: PlatformId,
    pub created_at: Time,
}

/// The rail account that an adapter means by an account of its capabilities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailBindingRecord {
    pub id: Uuid,
    pub rail: RailId,
    /// The adapter's id of the account, unique for the rail.
    pub theirs: String,
    pub account: Uuid,
    pub created_at: Time,
}

/// A route from payments to the corridor of a rail (rails 17.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailRouteRecord {
    pub id: Uuid,
    /// `None` if the route is for all platforms.
    pub platform: Option<PlatformId>,
    /// The account type, such as `EUR_ACCOUNT`.
    pub account_type: String,
    /// The payment rail, such as `SEPA_INSTANT`; `None` if the account type has none.
    pub payment_rail: Option<String>,
    pub currency: CurrencyCode,
    pub direction: RouteDirection,
    pub minimum: i64,
    pub maximum: Option<i64>,
    /// Routes of a lower rank come first.
    pub rank: i64,
    pub rail: RailId,
    pub corridor: String,
    pub created_at: Time,
}

/// The progress of the service with a rail.
#[derive(Debug, Clone, PartialEq)]
pub struct RailStateRecord {
    pub rail: RailId,
    /// The last valid capabilities.
    pub capabilities: Option<Json>,
    pub capabilities_at: Option<Time>,
    /// Id of the adapter's database.
    pub memory: Option<Uuid>,
    /// Sequence of the last feed item that was read; 0 before the first.
    pub cursor: i64,
    pub cursor_mark: Option<String>,
    /// Sequence of the last item that was skipped (rails 8.1); 0 if none was.
    pub skipped_to: i64,
    /// Highest sequence that an answer has shown; 0 before the first.
    pub top_sequence: i64,
    pub top_mark: Option<String>,
    /// Database time at which the feed was last read to its end.
    pub feed_read_at: Option<Time>,
    /// `None` while the adapter answers.
    pub degraded_at: Option<Time>,
    /// Kind of the alert for which the rail is suspended.
    pub suspended_for: Option<String>,
}

impl RailStateRecord {
    /// Returns `true` if the adapter has lost memory, and no operator has accepted the present one (rails 5.3).
    #[must_use]
    pub fn has_lost_memory(&self) -> bool {
        self.suspended_for.as_deref() == Some(AlertKind::RailMemoryLost.as_str())
    }
}

/// An order to a rail, or the tombstone of one that was cancelled before it was stored.
#[derive(Debug, Clone, PartialEq)]
pub struct RailOrderRecord {
    pub id: Uuid,
    pub transaction: TransactionId,
    pub kind: OrderKind,
    /// `None` in a tombstone.
    pub pinned: Option<PinnedRail>,
    pub amount: Amount,
    pub state: StoredState,
    /// Revision of the last record.
    pub revision: Option<i64>,
    /// The last record as the adapter has told it.
    pub record: Option<Json>,
    /// Time from which the record waits for an operator (rails 15.5).
    pub held_at: Option<Time>,
    /// Time of the operator's release.
    pub released_at: Option<Time>,
    pub created_at: Time,
    /// Wall time of the last change.
    pub changed_at: Time,
}

impl RailOrderRecord {
    /// Returns `true` if the record waits for an operator (rails 15.5).
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.held_at.is_some() && self.released_at.is_none()
    }
}

/// The rail of an order, and the bytes that every submission sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinnedRail {
    pub rail: RailId,
    /// The rail account that the money leaves or enters.
    pub account: Uuid,
    pub corridor: String,
    pub body: Vec<u8>,
    /// SHA-256 of the body.
    pub digest: [u8; 32],
    /// Short reference, unique for the rail (rails 5.2).
    pub short: String,
    /// Id of the adapter's database at the first submission.
    pub memory: Uuid,
}

/// The state of a stored order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredState {
    /// Stored; the adapter has told no record yet.
    Stored,
    /// The adapter has refused the request, and has told no record: the order is cancelled (rails 7.6).
    Refused,
    /// The state of the last record.
    Known(OrderState),
}

/// An item of a feed, as far as later copies of it are compared with it (rails 8.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailItemRecord {
    pub rail: RailId,
    pub sequence: i64,
    pub mark: String,
    pub kind: String,
    /// `None` unless the item is about an order.
    pub subject: Option<OrderName>,
    pub revision: Option<i64>,
    pub state: Option<String>,
    /// `None` in the record of a tombstone, too.
    pub amount: Option<Amount>,
    /// The time of the change, on the adapter's clock.
    pub at: Time,
}

/// A signed answer that has changed a payment, or contradicts an earlier one (rails 16).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceRecord {
    pub id: Uuid,
    /// The id of the order's record.
    pub order: Uuid,
    pub rail: RailId,
    /// The adapter's key that has signed.
    pub key: Uuid,
    pub is_contradiction: bool,
    /// SHA-256 of the request's body.
    pub request_digest: [u8; 32],
    /// The signed text.
    pub base: String,
    pub signature: Vec<u8>,
    pub body: Vec<u8>,
    pub at: Time,
}

/// The rail account of a line of cash, or of a part of one (rails 19.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CashMovementRecord {
    pub id: Uuid,
    pub journal: JournalId,
    /// Line of the journal.
    pub line: i64,
    /// The parts of a line add up to it; the first is 0.
    pub part: i64,
    pub transaction: TransactionId,
    /// `None` for a part that is no rail account's.
    pub account: Option<Uuid>,
    pub amount: Amount,
    pub created_at: Time,
}

/// The name of an order: a payment may have one of each kind (rails 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OrderName {
    pub transaction: TransactionId,
    pub kind: OrderKind,
}

/// A place in a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Sequence of the last item that was read; 0 before the first.
    pub sequence: i64,
    /// Mark of that item; `None` before the first.
    pub mark: Option<String>,
}

/// The memory that an answer of an adapter has shown (rails 5.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenMemory {
    /// Id of the adapter's database.
    pub id: Uuid,
    /// Sequence of the newest feed item; 0 if there is none.
    pub sequence: i64,
    /// Mark of the newest feed item; `None` if there is none.
    pub mark: Option<String>,
}

impl StoredState {
    /// Returns `true` if the adapter has told a record.
    #[must_use]
    pub const fn has_record(self) -> bool {
        matches!(self, Self::Known(_))
    }

    /// Returns the name of the state as stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stored => "STORED",
            Self::Refused => "REFUSED",
            Self::Known(state) => state.as_str(),
        }
    }
}
