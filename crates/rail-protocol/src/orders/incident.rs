//! The cases of rails 13, with words for operators.

use std::fmt;

/// A case of the table in rails 13. Its number is that of the table: `W7`. W11 is a case of money in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Incident {
    /// W1: the answer to a submit was lost, late, cut or unsigned.
    LostAnswer,
    /// W2: a submit arrives twice, or after `ORDER_NOT_FOUND`.
    RepeatedSubmit,
    /// W3: the service was killed around a submit.
    ServiceKilled,
    /// W4: the adapter was killed after its partner had acted.
    AdapterKilled,
    /// W5: a lower revision.
    LowerRevision,
    /// W6: the same revision with another content.
    ChangedRevision,
    /// W7: an illegal move, another amount, digest or id.
    ImpossibleRecord,
    /// W8: released and refunded, later settled.
    SettledAfterRelease,
    /// W9: an order in the feed that the service does not know.
    UnknownOrder,
    /// W10: a return with less than the amount, or with more.
    UnequalReturn,
    /// W12: capabilities withdrawn under open orders.
    CapabilitiesWithdrawn,
    /// W13: the adapter's clock is wrong.
    ClockSkew,
    /// W14: accepted, and open for too long.
    OverdueOrder,
    /// W15: the feed stops while records change.
    StaleFeed,
    /// W16: the adapter has lost its memory, or two instances have no common store.
    LostMemory,
}

/// The consequence of an incident for the rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IncidentEffect {
    /// The protocol bears it without a trace.
    Unnoticed,
    /// It is counted in the metrics.
    Counted,
    /// An alert; the rail works on.
    Alert,
    /// An alert; the third within a day pauses the rail.
    CountsTowardsPause,
    /// An alert; the rail is suspended: no submissions until an operator resumes it.
    Suspends,
}

impl Incident {
    /// Every incident, by number.
    pub const ALL: &'static [Self] = &[
        Self::LostAnswer,
        Self::RepeatedSubmit,
        Self::ServiceKilled,
        Self::AdapterKilled,
        Self::LowerRevision,
        Self::ChangedRevision,
        Self::ImpossibleRecord,
        Self::SettledAfterRelease,
        Self::UnknownOrder,
        Self::UnequalReturn,
        Self::CapabilitiesWithdrawn,
        Self::ClockSkew,
        Self::OverdueOrder,
        Self::StaleFeed,
        Self::LostMemory,
    ];

    /// Returns the number in the table: 7 for W7.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::LostAnswer => 1,
            Self::RepeatedSubmit => 2,
            Self::ServiceKilled => 3,
            Self::AdapterKilled => 4,
            Self::LowerRevision => 5,
            Self::ChangedRevision => 6,
            Self::ImpossibleRecord => 7,
            Self::SettledAfterRelease => 8,
            Self::UnknownOrder => 9,
            Self::UnequalReturn => 10,
            Self::CapabilitiesWithdrawn => 12,
            Self::ClockSkew => 13,
            Self::OverdueOrder => 14,
            Self::StaleFeed => 15,
            Self::LostMemory => 16,
        }
    }

    /// Returns the consequence for the rail. A return above the amount is a [`super::Contradiction`] and counts
    /// as one.
    #[must_use]
    pub const fn effect(self) -> IncidentEffect {
        match self {
            Self::RepeatedSubmit | Self::ServiceKilled | Self::AdapterKilled => IncidentEffect::Unnoticed,
            Self::LostAnswer | Self::LowerRevision => IncidentEffect::Counted,
            Self::UnequalReturn
            | Self::CapabilitiesWithdrawn
            | Self::ClockSkew
            | Self::OverdueOrder
            | Self::StaleFeed => IncidentEffect::Alert,
            Self::ChangedRevision | Self::ImpossibleRecord | Self::SettledAfterRelease => {
                IncidentEffect::CountsTowardsPause
            }
            Self::UnknownOrder | Self::LostMemory => IncidentEffect::Suspends,
        }
    }

    /// Returns the incident as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::LostAnswer => "a submit had no usable answer; the adapter is asked for the order",
            Self::RepeatedSubmit => "the same order was submitted again",
            Self::ServiceKilled => "the service ended around a submit; it asks before it submits again",
            Self::AdapterKilled => {
                "the adapter ended around an act of its partner; it asks before it acts again"
            }
            Self::LowerRevision => "an older record arrived late and was ignored",
            Self::ChangedRevision => "the adapter has shown one revision of an order with two contents",
            Self::ImpossibleRecord => "the adapter has claimed something of an order that cannot be true",
            Self::SettledAfterRelease => {
                "the adapter released the money, and says now that it was paid: it may be out twice"
            }
            Self::UnknownOrder => "the adapter has an order that the service does not know",
            Self::UnequalReturn => "another amount came back than was sent",
            Self::CapabilitiesWithdrawn => "the adapter no longer offers a corridor that has open orders",
            Self::ClockSkew => "the clocks of adapter and service differ by more than 5 minutes",
            Self::OverdueOrder => "an order is open for longer than its time limit",
            Self::StaleFeed => "records change that the feed does not show",
            Self::LostMemory => "the adapter has lost orders: it was restored, emptied or replaced",
        }
    }

    /// Returns the next step for operators, or `None` if there is nothing to do.
    #[must_use]
    pub const fn remedy(self) -> Option<&'static str> {
        Some(match self {
            Self::LostAnswer
            | Self::RepeatedSubmit
            | Self::ServiceKilled
            | Self::AdapterKilled
            | Self::LowerRevision => return None,
            Self::ChangedRevision | Self::ImpossibleRecord => {
                "compare both records (`rail order show`) with the partner; have the adapter corrected"
            }
            Self::SettledAfterRelease => {
                "ask the partner if the money has moved; if it has, claim it back; pause the rail until it is clear"
            }
            Self::UnknownOrder => {
                "if the service was restored, read `rail compare` and settle each listed order with the partner; \
                 then `rail resume`"
            }
            Self::UnequalReturn => "read the return at the partner; a missing part is booked as a fee",
            Self::CapabilitiesWithdrawn => "open orders go on; set a route to another corridor for new ones",
            Self::ClockSkew => "set the clock that is wrong; the alert says by how much",
            Self::OverdueOrder => "ask the partner for the order; the service keeps cancelling it",
            Self::StaleFeed => "have the adapter's feed corrected; status requests go on",
            Self::LostMemory => {
                "read `rail compare`, settle with the partner the orders that the adapter does not know, then \
                 `rail resume --accept-memory`"
            }
        })
    }
}

impl fmt::Display for Incident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "W{}", self.number())
    }
}
