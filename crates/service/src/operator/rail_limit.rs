//! Limits of rails (rails 15.5).

use causeway_domain::money::CurrencyCode;
use causeway_store::rails::RailLimits;
use causeway_store::{ChangeEffect, Tx, collect_change};

use super::rail::{RAIL, lock};
use super::rail_show::LimitView;
use super::{Answer, Call, OperatorError, arguments, flag, noun, number, option};
use crate::rails::operate::{self, NewLimits};

noun! {
    /// Limits of what a rail may send out and claim back
    "rail-limit" {
        /// Set the limits of a rail in one currency; those that are left out are removed
        "set": Administer => change_deployment(set),
    }
}

arguments! {
    struct SetRequest {
        rail: String = RAIL,
        currency: CurrencyCode = option("Currency of the limits").required(),
        maximum_order: Option<i64> = number("Largest order, in the smallest unit"),
        daily_out: Option<i64> = number("Sum of the orders of a day"),
        open_out: Option<i64> = number("Sum of the orders without an end"),
        daily_refunds: Option<i64> = number("Sum of a day's failed and returned orders, above which they wait"),
        return_hold: Option<i64> = number("Amount of a return above which it waits for rail-order release"),
        #[serde(default)]
        none: bool = flag("Remove all limits of the currency"),
    }
}

fn set(tx: &mut Tx<'_>, _: &Call, set: &SetRequest) -> Answer<LimitView> {
    let SetRequest { rail, currency, none, .. } = set;
    let limits = set.limits();
    if *none && limits != RailLimits::default() {
        let error = OperatorError::invalid("--none removes all limits, and others are given");
        return Err(error.remedy("leave --none out, or the limits"));
    }
    let record = lock(tx, rail)?;
    let before = record.doc.limits.get(currency).copied().unwrap_or_default();
    let new = NewLimits { currency: *currency, limits: (!none).then_some(limits) };
    operate::set_limits(tx, record, &new)?;
    let [from, to] = [before, limits].map(|limits| Some(words(&limits)));
    let name = format!("the limits of the rail {rail} in {currency}");
    collect_change(tx, ChangeEffect { name, from, to });
    Ok((*currency, limits).into())
}

impl SetRequest {
    /// Returns the limits that are given.
    const fn limits(&self) -> RailLimits {
        RailLimits {
            maximum_order: self.maximum_order,
            daily_out: self.daily_out,
            open_out: self.open_out,
            daily_refunds: self.daily_refunds,
            return_hold: self.return_hold,
        }
    }
}

/// Writes the limits that are set.
fn words(limits: &RailLimits) -> String {
    let RailLimits { maximum_order, daily_out, open_out, daily_refunds, return_hold } = limits;
    let named = [
        ("maximum order", maximum_order),
        ("daily out", daily_out),
        ("open out", open_out),
        ("daily refunds", daily_refunds),
        ("return hold", return_hold),
    ];
    let set: Vec<String> =
        named.into_iter().filter_map(|(name, limit)| Some(format!("{name} {}", (*limit)?))).collect();
    if set.is_empty() { "none".to_owned() } else { set.join(", ") }
}
