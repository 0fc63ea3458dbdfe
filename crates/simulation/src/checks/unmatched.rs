//! Money that fits no account and no quote (money 3.5): each reported amount exists once, in suspense, as a
//! deposit, or returned to its payer.

use std::collections::BTreeSet;

use causeway_domain::Amount;
use causeway_domain::payments::UnmatchedStatus;
use causeway_store::unmatched_deposits::{self, UnmatchedRecord};
use causeway_store::{Error, ledger};

use crate::violation::{CheckResult, ensure};
use crate::world::{Tenant, UnmatchedMoney, World};

const HELD: &str = "unmatched money: left in suspense";
const RETURNED: &str = "unmatched money: returned";
const CREDITED: &str = "unmatched money: became a deposit";

/// The outcomes that must occur.
pub(super) const EVENTS: &[&str] = &[HELD, RETURNED, CREDITED];

/// Checks one platform and returns the amounts in suspense. Amounts that became a deposit are counted there.
pub(super) fn amounts_in_suspense(world: &World, tenant: &Tenant) -> CheckResult<Vec<Amount>> {
    let mut events = BTreeSet::new();
    let mut here = Vec::new();
    for (record, in_suspense) in all(world, tenant)? {
        let UnmatchedRecord { id, status, doc, .. } = record;
        let reported = UnmatchedMoney { currency: doc.amount.currency.to_string(), amount: doc.amount.minor };
        let event = doc.event.unwrap_or_default();
        ensure(tenant.unmatched.get(&event) == Some(&reported), || {
            format!("{id}: {reported:?} was not reported by {event}")
        })?;
        ensure(events.insert(event.clone()), || format!("{event} was booked twice: {id}"))?;
        let is_here = matches!(status, UnmatchedStatus::Held | UnmatchedStatus::Returning);
        let expected = if is_here { vec![doc.amount] } else { Vec::new() };
        ensure(in_suspense == expected, || format!("{id} is {status}, but has {in_suspense:?} in suspense"))?;
        here.extend(expected);
    }
    Ok(here)
}

/// Checks at the end that none is being returned, and counts the outcomes.
pub(super) fn count_settled(world: &World, tenant: &Tenant) -> CheckResult {
    for (record, _) in all(world, tenant)? {
        world.host.counts.event(match record.status {
            UnmatchedStatus::Held => HELD,
            UnmatchedStatus::Returned => RETURNED,
            UnmatchedStatus::Credited => CREDITED,
            UnmatchedStatus::Returning => {
                return ensure(false, || format!("{} is still being returned", record.id));
            }
        });
    }
    Ok(())
}

type UnmatchedWithSuspense = (UnmatchedRecord, Vec<Amount>);

/// Lists all such money, each with its amounts in suspense.
fn all(world: &World, tenant: &Tenant) -> CheckResult<Vec<UnmatchedWithSuspense>> {
    let platform = tenant.id;
    world.read(move |tx| {
        let found = unmatched_deposits::list(tx, platform)?.into_iter();
        let suspended = found.map(|record| {
            let in_suspense = ledger::suspended(tx, platform, record.id)?;
            Ok::<_, Error>((record, in_suspense))
        });
        suspended.collect()
    })
}
