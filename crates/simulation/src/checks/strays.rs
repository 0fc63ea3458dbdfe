//! Money that fits no account and no quote (money 3.5): what has been reported is here once, in suspense, or has become a
//! deposit, or is with its payer again.

use std::collections::BTreeSet;

use causeway_domain::Amount;
use causeway_domain::payments::UnmatchedStatus;
use causeway_store::unmatched_deposits::{self, UnmatchedRecord};
use causeway_store::{Error, ledger};

use crate::violation::{Checked, ensure};
use crate::world::{Stray, Tenant, World};

const HELD: &str = "money that fits nothing: left in suspense";
const RETURNED: &str = "money that fits nothing: sent back";
const CREDITED: &str = "money that fits nothing: became a deposit";

/// What it must have come to.
pub(super) const EVENTS: &[&str] = &[HELD, RETURNED, CREDITED];

/// Checks one platform, and gives what is here of it. What has become a deposit is counted with that.
pub(super) fn here(world: &World, tenant: &Tenant) -> Checked<Vec<Amount>> {
    let (mut events, mut here) = (BTreeSet::new(), Vec::new());
    for (record, in_suspense) in all(world, tenant)? {
        let UnmatchedRecord { id, status, doc, .. } = record;
        let reported = Stray { currency: doc.amount.currency.to_string(), amount: doc.amount.minor };
        let event = doc.event.unwrap_or_default();
        ensure(tenant.strays.get(&event) == Some(&reported), || {
            format!("{id}: nobody reported {reported:?} by {event}")
        })?;
        ensure(events.insert(event.clone()), || format!("{event} was taken in twice: {id}"))?;
        let is_here = matches!(status, UnmatchedStatus::Held | UnmatchedStatus::Returning);
        let expected = if is_here { vec![doc.amount] } else { Vec::new() };
        ensure(in_suspense == expected, || format!("{id} is {status}, and has {in_suspense:?} in suspense"))?;
        here.extend(expected);
    }
    Ok(here)
}

/// At the end: none is under way, and what it has come to is counted.
pub(super) fn count_settled(world: &World, tenant: &Tenant) -> Checked {
    for (record, _) in all(world, tenant)? {
        world.host.counts.event(match record.status {
            UnmatchedStatus::Held => HELD,
            UnmatchedStatus::Returned => RETURNED,
            UnmatchedStatus::Credited => CREDITED,
            UnmatchedStatus::Returning => {
                return ensure(false, || format!("{} is still on its way back", record.id));
            }
        });
    }
    Ok(())
}

type WithSuspense = (UnmatchedRecord, Vec<Amount>);

/// All of it, each with what it has in suspense.
fn all(world: &World, tenant: &Tenant) -> Checked<Vec<WithSuspense>> {
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
