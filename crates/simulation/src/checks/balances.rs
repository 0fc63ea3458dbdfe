//! Every internal account holds what its platform was told, and customers never less than nothing.

use causeway_domain::ids::InternalAccountId;
use causeway_store::ledger;

use crate::violation::{Checked, ensure};
use crate::world::World;

/// Compares every account of every platform.
pub(super) fn check(world: &World) -> Checked {
    for tenant in &world.tenants {
        let (platform, ids) =
            (tenant.id, tenant.accounts.keys().copied().collect::<Vec<InternalAccountId>>());
        let expected = ids.len();
        let balances = world.read(move |tx| ledger::get_all(tx, platform, &ids))?;
        ensure(balances.len() == expected, || "an account has lost its balance".to_owned())?;
        for balance in balances {
            let account = balance.account;
            let known = tenant.accounts.get(&account);
            let told = known.map(|account| account.balance);
            // A refund takes the platform's fee back whether or not it is still there (money 2.2).
            let may_owe = known.is_some_and(|account| account.customer.is_none());
            let parts = (balance.available, balance.held, balance.unsettled);
            ensure(balance.available >= 0 || may_owe, || format!("{account} holds {parts:?}"))?;
            ensure(told.is_some_and(|told| parts == (told, 0, 0)), || {
                format!("{account} holds {parts:?}, where its platform was told {told:?}")
            })?;
        }
    }
    Ok(())
}
