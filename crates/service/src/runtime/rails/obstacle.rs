//! Reasons why a route does not take a payment (rails 17.2).

use std::fmt;

use causeway_store::rails::RailStatus;

/// The first condition that a route or its rail does not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteObstacle {
    /// The route is for the other direction.
    Direction,
    /// The route is for another platform.
    Platform,
    /// The route is for another account type.
    AccountType,
    /// The route is for another currency.
    Currency,
    /// The route is for another payment rail.
    PaymentRail,
    /// The amount is out of the range of the route.
    Amount,
    /// The rail of the route cannot be read.
    NoRail,
    /// The rail is not enabled.
    Status(RailStatus),
    /// The adapter has not told valid capabilities yet.
    NoCapabilities,
    /// The adapter is in the mode `TEST`, and the deployment not in development mode.
    TestMode,
    /// The adapter does not have the corridor.
    NoCorridor,
    /// The adapter does not offer orders of this direction.
    NoService,
    /// The corridor is for another account type, payment rail or currency than the route.
    OtherCorridor,
    /// The amount is out of the range of the corridor.
    CorridorAmount,
    /// The corridor's account is not bound to a rail account.
    NoAccount,
}

impl RouteObstacle {
    /// Returns `true` if the route is for other payments, whatever its rail says.
    #[must_use]
    pub const fn is_of_route(self) -> bool {
        match self {
            Self::Direction
            | Self::Platform
            | Self::AccountType
            | Self::Currency
            | Self::PaymentRail
            | Self::Amount => true,
            Self::NoRail
            | Self::Status(_)
            | Self::NoCapabilities
            | Self::TestMode
            | Self::NoCorridor
            | Self::NoService
            | Self::OtherCorridor
            | Self::CorridorAmount
            | Self::NoAccount => false,
        }
    }

    /// Returns the command about the rail that removes the obstacle, or shows its cause; `None` if the route is for other
    /// payments.
    #[must_use]
    pub fn command(self, rail: &str) -> Option<String> {
        if self.is_of_route() {
            return None;
        }
        Some(match self {
            Self::Status(RailStatus::Paused) => format!("causeway rail resume {rail} --reason TEXT"),
            Self::Status(RailStatus::Suspended) => format!("causeway rail compare {rail}"),
            Self::NoAccount => format!("causeway rail-account bind {rail} THEIRS ACCOUNT"),
            _ => format!("causeway rail show {rail}"),
        })
    }
}

impl fmt::Display for RouteObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Direction => "the route is for the other direction",
            Self::Platform => "the route is for another platform",
            Self::AccountType => "the route is for another account type",
            Self::Currency => "the route is for another currency",
            Self::PaymentRail => "the route is for another payment rail",
            Self::Amount => "the amount is out of the range of the route",
            Self::NoRail => "the rail cannot be read",
            Self::Status(RailStatus::Suspended) => "the rail is suspended",
            Self::Status(RailStatus::Paused | RailStatus::Enabled) => "the rail is paused",
            Self::NoCapabilities => "the adapter has not told valid capabilities yet",
            Self::TestMode => "the adapter serves tests only, and the deployment is not in development mode",
            Self::NoCorridor => "the adapter does not have the corridor",
            Self::NoService => "the adapter does not offer orders of this direction",
            Self::OtherCorridor => {
                "the corridor is for another account type, payment rail or currency than the route"
            }
            Self::CorridorAmount => "the amount is out of the range of the corridor",
            Self::NoAccount => "the corridor's account is not bound to a rail account",
        })
    }
}
