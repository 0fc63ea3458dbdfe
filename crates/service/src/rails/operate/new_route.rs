//! The route that an operator sets.

use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_store::rails::RouteDirection;

/// The route to set.
#[derive(Debug, Clone)]
pub struct NewRoute {
    /// `None` if the route is for all platforms.
    pub platform: Option<PlatformId>,
    pub corridor: String,
    pub account_type: String,
    /// `None` if the account type has no payment rails.
    pub payment_rail: Option<String>,
    pub currency: CurrencyCode,
    /// `None` if the name of the corridor decides.
    pub direction: Option<RouteDirection>,
    /// Smallest amount, in the smallest unit.
    pub minimum: i64,
    /// Largest amount; `None` without one.
    pub maximum: Option<i64>,
    pub rank: i64,
}
