//! Limits of rails (rails 15.5).

use causeway_domain::money::CurrencyCode;
use causeway_store::rails::RailLimits;
use causeway_store::{ChangeEffect, Tx, collect_change};

use super::rail::{RAIL, lock};
use super::rail_show::LimitView;
use super::{Answer, Call, arguments, noun, number, option};
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
    }
}

fn set(tx: &mut Tx<'_>, _: &Call, set: &SetRequest) -> Answer<LimitView> {
    let SetRequest { rail, currency, maximum_order, daily_out, open_out, daily_refunds, return_hold } = set;
    let limits = RailLimits {
        maximum_order: *maximum_order,
        daily_out: *daily_out,
        open_out: *open_out,
        daily_refunds: *daily_refunds,
        return_hold: *return_hold,
    };
    let record = lock(tx, rail)?;
    let before = record.doc.limits.get(currency).copied().unwrap_or_default();
    operate::set_limits(tx, record, &NewLimits { currency: *currency, limits })?;
    let [from, to] = [before, limits].map(|limits| Some(words(&limits)));
    let name = format!("the limits of the rail {rail} in {currency}");
    collect_change(tx, ChangeEffect { name, from, to });
    Ok((*currency, limits).into())
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
