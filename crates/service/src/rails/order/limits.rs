//! Limits of a rail on new orders (rails 15.5).

use std::fmt;
use std::time::Duration;

use causeway_domain::Amount;
use causeway_rail_protocol::values::OrderKind;
use causeway_store::rails::{RailLimits, RailRecord, sums};
use causeway_store::{Error, Tx};

/// The period of daily limits.
pub(super) const DAY: Duration = Duration::from_hours(24);

/// The limit that an order would exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LimitBreach {
    MaximumOrder,
    DailyOut,
    OpenOut,
}

/// Returns the limits of a rail in a currency.
pub(super) fn limits_of(rail: &RailRecord, amount: Amount) -> RailLimits {
    rail.doc.limits.get(&amount.currency).copied().unwrap_or_default()
}

/// Returns `true` if limits on sums apply, so that orders of the rail have to be stored one after the other.
pub(super) const fn has_sums(limits: &RailLimits, kind: OrderKind) -> bool {
    sends_money(kind) && (limits.daily_out.is_some() || limits.open_out.is_some())
}

/// Returns the limit that a new order would exceed, or `None`.
pub(super) fn check(
    tx: &mut Tx<'_>,
    rail: &RailRecord,
    amount: Amount,
    kind: OrderKind,
) -> Result<Option<LimitBreach>, Error> {
    let limits = limits_of(rail, amount);
    if exceeds(amount.minor, limits.maximum_order) {
        return Ok(Some(LimitBreach::MaximumOrder));
    }
    if !has_sums(&limits, kind) {
        return Ok(None);
    }
    let since = tx.wall().minus(DAY);
    let sums = sums::sums(tx, rail.id, amount.currency, since)?;
    if exceeds(sums.out.saturating_add(amount.minor), limits.daily_out) {
        return Ok(Some(LimitBreach::DailyOut));
    }
    let is_open_out = exceeds(sums.open.saturating_add(amount.minor), limits.open_out);
    Ok(is_open_out.then_some(LimitBreach::OpenOut))
}

/// Returns `true` if a sum is above its limit.
pub(super) fn exceeds(sum: i64, limit: Option<i64>) -> bool {
    limit.is_some_and(|limit| sum > limit)
}

/// Returns `true` if an order of the kind moves money out.
pub(super) const fn sends_money(kind: OrderKind) -> bool {
    match kind {
        OrderKind::Payout | OrderKind::Refund => true,
        OrderKind::Collection => false,
    }
}

impl fmt::Display for LimitBreach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MaximumOrder => "maximum order",
            Self::DailyOut => "sum of a day",
            Self::OpenOut => "sum of the orders without an end",
        })
    }
}
