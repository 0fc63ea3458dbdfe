//! Lists of names.

use causeway_vocabulary::customers::CustomerType;
use causeway_vocabulary::external_accounts::BeneficiaryVerificationStatus;
use causeway_vocabulary::named;
use causeway_vocabulary::rails::CryptoNetwork;
use serde_json::{Value, json};

use super::open_value::ValueList;
use crate::shape::{Definitions, Location, MessageError, Shape};

named! {
    /// Kind of an order (rails 7).
    pub enum OrderKind {
        /// Money sent to an external account.
        Payout = "PAYOUT",
        /// A direct debit of an external account.
        Collection = "COLLECTION",
        /// Money paid in that goes back to its payer.
        Refund = "REFUND",
    }

    /// State of an order at the adapter (rails 7.4).
    pub enum OrderState {
        /// Stored; the partner does not know it.
        Received = "RECEIVED",
        /// Given to the partner, without a word yet: the money may move.
        Sent = "SENT",
        /// Taken by the partner: the money will move.
        Accepted = "ACCEPTED",
        /// The adapter cannot tell.
        InDoubt = "IN_DOUBT",
        /// Moved, by the corridor's rule of confirmation.
        Settled = "SETTLED",
        /// Not moved, for good.
        Failed = "FAILED",
        /// Not moved, for good: stopped by our cancel.
        Cancelled = "CANCELLED",
        /// Moved and came back.
        Returned = "RETURNED",
    }

    /// Reason for a failure, a return or a refused precheck (rails 7.5).
    pub enum OrderReason {
        /// The account does not exist or is closed.
        AccountInvalid = "ACCOUNT_INVALID",
        /// The account cannot receive such payments.
        AccountCannotReceive = "ACCOUNT_CANNOT_RECEIVE",
        /// Stopped by compliance.
        ComplianceRejected = "COMPLIANCE_REJECTED",
        /// A limit of the partner was exceeded.
        LimitExceeded = "LIMIT_EXCEEDED",
        /// The account at the partner lacks the money.
        InsufficientLiquidity = "INSUFFICIENT_LIQUIDITY",
        /// Too late for the partner's run.
        CutOffMissed = "CUT_OFF_MISSED",
        /// The partner cannot be reached.
        PartnerUnavailable = "PARTNER_UNAVAILABLE",
        /// The partner cannot express the order.
        InvalidFormat = "INVALID_FORMAT",
        /// The money came back.
        Returned = "RETURNED",
        /// Anything else.
        Other = "OTHER",
    }

    /// Reason for a cancel (rails 7.7).
    pub enum CancelReason {
        /// The payer cancelled the payment.
        UserCancellation = "USER_CANCELLATION",
        /// The order is open for too long.
        Timeout = "TIMEOUT",
        /// An operator has given the payment up, or another part of it has failed.
        Operator = "OPERATOR",
        /// The adapter refused the order's request.
        RefusedRequest = "REFUSED_REQUEST",
    }

    /// Outcome of a cancel (rails 7.7).
    pub enum CancelOutcome {
        /// Not paid and never will be, or come back.
        Released = "RELEASED",
        /// Settled: it has arrived.
        Kept = "KEPT",
        /// Not decided.
        Pending = "PENDING",
    }

    /// Kind of a feed item (rails 8.1).
    pub enum FeedKind {
        /// An order was stored or has changed.
        Order = "ORDER",
        /// The capabilities have changed.
        Capabilities = "CAPABILITIES",
    }

    /// Mode of an adapter (rails 6).
    pub enum AdapterMode {
        /// Moves money.
        Live = "LIVE",
        /// Moves none; serves only deployments in development mode.
        Test = "TEST",
    }

    /// Service of an adapter (rails 6).
    pub enum RailService {
        /// Payouts.
        Payout = "PAYOUT",
        /// Collections.
        Collection = "COLLECTION",
        /// Refunds of money paid in.
        Refund = "REFUND",
        /// Money in; not read yet.
        Deposit = "DEPOSIT",
        /// Positions of rail accounts; not read yet.
        Position = "POSITION",
        /// Statements; not read yet.
        Statement = "STATEMENT",
        /// Exchange rates; not read yet.
        Rates = "RATES",
        /// Name checks; not read yet.
        NameCheck = "NAME_CHECK",
    }

    /// Rule by which an order of a corridor counts as settled (rails 6).
    pub enum ConfirmationRule {
        /// By a word of the partner.
        Positive = "POSITIVE",
        /// By silence past the corridor's time; returns follow.
        Negative = "NEGATIVE",
    }

    /// The last state in which a corridor's orders can be cancelled (rails 6).
    pub enum CancelPolicy {
        /// Orders cannot be cancelled.
        Never = "NEVER",
        /// Before the partner knows the order.
        UntilSent = "UNTIL_SENT",
        /// Before it has settled.
        UntilSettled = "UNTIL_SETTLED",
    }

    /// Side that answers prechecks (rails 6).
    pub enum PrecheckMode {
        /// The adapter.
        Remote = "REMOTE",
        /// The service, by the capabilities alone.
        Local = "LOCAL",
    }

    /// Reference of an order that returns on statements (rails 5.2).
    pub enum ReferenceKind {
        /// The end-to-end id.
        EndToEndId = "endToEndId",
        /// The unique end-to-end transaction reference.
        Uetr = "uetr",
        /// The short reference.
        Short = "short",
    }

    /// Scenario that a test adapter plays for a destination (rails 18).
    pub enum TestScenario {
        /// Settles by legal moves.
        Settles = "SETTLES",
        /// Is refused at once, with a stored order in `FAILED`.
        Refused = "REFUSED",
        /// Fails as the account is invalid.
        AccountInvalid = "ACCOUNT_INVALID",
        /// Fails after it was accepted.
        FailsLate = "FAILS_LATE",
        /// Settles and is returned.
        Returned = "RETURNED",
        /// Takes long to be answered.
        Slow = "SLOW",
        /// Stays open until it is cancelled.
        Cancellable = "CANCELLABLE",
        /// The partner never answers.
        PartnerSilent = "PARTNER_SILENT",
    }

    /// Code of an error (rails 14).
    pub enum ErrorCode {
        /// The body is not one JSON object.
        Malformed = "MALFORMED",
        /// The body is too long.
        TooLarge = "TOO_LARGE",
        /// A member of the order breaks a rule.
        InvalidOrder = "INVALID_ORDER",
        /// The adapter has no such corridor.
        NoSuchCorridor = "NO_SUCH_CORRIDOR",
        /// A header of the signature is missing or unreadable.
        Unsigned = "UNSIGNED",
        /// The signature or the digest is wrong.
        BadSignature = "BAD_SIGNATURE",
        /// The key is not one of the rail's.
        UnknownKey = "UNKNOWN_KEY",
        /// `created` is too far from the receiver's clock.
        Stale = "STALE",
        /// The nonce was used before.
        Replayed = "REPLAYED",
        /// The request is for another rail.
        WrongRail = "WRONG_RAIL",
        /// The adapter has no record of the order.
        OrderNotFound = "ORDER_NOT_FOUND",
        /// The adapter has no such path.
        UnknownOperation = "UNKNOWN_OPERATION",
        /// The id has an order with other bytes.
        OrderConflict = "ORDER_CONFLICT",
        /// The feed no longer has the items behind the cursor.
        CursorTooOld = "CURSOR_TOO_OLD",
        /// Too many requests.
        SlowDown = "SLOW_DOWN",
        /// The adapter failed.
        Internal = "INTERNAL",
        /// The adapter cannot read its store, or not yet.
        Unavailable = "UNAVAILABLE",
    }
}

macro_rules! closed {
    ($($name:ident),+ $(,)?) => {$(
        impl ValueList for $name {
            const VALUES: &'static [Self] = Self::ALL;

            fn named(name: &str) -> Option<Self> {
                name.parse().ok()
            }
        }

        impl Shape for $name {
            fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
                let name = at.text(value)?;
                Self::named(name).ok_or_else(|| at.error(one_of::<Self>()))
            }

            fn write(&self) -> Value {
                self.as_str().into()
            }

            fn schema(_: &mut Definitions) -> Value {
                let names: Vec<&str> = Self::ALL.iter().map(|value| value.as_str()).collect();
                json!({ "type": "string", "enum": names })
            }
        }
    )+};
}

closed! {
    OrderKind, OrderState, OrderReason, CancelReason, CancelOutcome, FeedKind, AdapterMode, RailService,
    ConfirmationRule, CancelPolicy, PrecheckMode, ReferenceKind, TestScenario, ErrorCode, CustomerType,
    BeneficiaryVerificationStatus, CryptoNetwork,
}

/// Returns the rule of a list.
fn one_of<T: ValueList>() -> String {
    let names: Vec<String> = T::VALUES.iter().map(T::to_string).collect();
    format!("must be one of {}", names.join(", "))
}

impl OrderKind {
    /// Returns the segment of the kind's paths (rails 7).
    #[must_use]
    pub const fn segment(self) -> &'static str {
        match self {
            Self::Payout => "payouts",
            Self::Collection => "collections",
            Self::Refund => "refunds",
        }
    }

    /// Returns the letter with which the kind's end-to-end ids begin (rails 5.2).
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Payout => 'P',
            Self::Collection => 'C',
            Self::Refund => 'R',
        }
    }
}

impl OrderState {
    /// Returns `true` if no other state can follow. A settled order can still be returned.
    #[must_use]
    pub const fn is_final(self) -> bool {
        self.is_released()
    }

    /// Returns `true` if the money has not moved and never will, or is back.
    #[must_use]
    pub const fn is_released(self) -> bool {
        match self {
            Self::Failed | Self::Cancelled | Self::Returned => true,
            Self::Received | Self::Sent | Self::Accepted | Self::InDoubt | Self::Settled => false,
        }
    }
}
