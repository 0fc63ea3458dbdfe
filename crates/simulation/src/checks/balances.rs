//! Every internal account holds what its platform was shown, and customers never less than nothing.

use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::payments::{TransactionStatus, TransactionType};
use causeway_store::ledger;
use causeway_store::payments::{self, PaymentRecord};

use crate::violation::{Checked, ensure};
use crate::world::{Tenant, World};

/// Compares every account of every platform.
pub(super) fn check(world: &World) -> Checked {
    for tenant in &world.tenants {
        let (platform, ids) =
            (tenant.id, tenant.accounts.keys().copied().collect::<Vec<InternalAccountId>>());
        let expected = ids.len();
        let balances = world.read(move |tx| ledger::get_all(tx, platform, &ids))?;
        let owing = owing(world, tenant)?;
        ensure(balances.len() == expected, || "an account has lost its balance".to_owned())?;
        for balance in balances {
            let account = balance.account;
            let known = tenant.accounts.get(&account);
            let reported = known.map(|account| (account.balance, account.held, account.unsettled));
            // A refund takes the platform's fee back whether or not it is still there, and a bank what it had let go
            // (money 2.2).
            let may_owe = known.is_some_and(|account| account.customer.is_none()) || owing.contains(&account);
            let parts = (balance.available, balance.held, balance.unsettled);
            ensure(balance.available >= 0 || may_owe, || format!("{account} holds {parts:?}"))?;
            ensure(reported == Some(parts), || {
                format!("{account} holds {parts:?}, where its platform was shown {reported:?}")
            })?;
        }
    }
    Ok(())
}

/// The accounts of which a bank has taken back what a transfer had brought.
fn owing(world: &World, tenant: &Tenant) -> Checked<Vec<InternalAccountId>> {
    let (platform, ids) = (tenant.id, tenant.transfers.keys().copied().collect::<Vec<_>>());
    world.read(move |tx| {
        let mut owing = Vec::new();
        for id in &ids {
            let payment = payments::find(tx, platform, *id)?;
            let was_returned = |payment: &PaymentRecord| {
                payment.kind == TransactionType::Incoming
                    && payment.status() == TransactionStatus::Failed
                    && payment.state().settled_at.is_some()
            };
            let account =
                payment.filter(was_returned).and_then(|payment| payment.terms.destination.account());
            if let Some(AccountRef::Internal(account)) = account {
                owing.push(account);
            }
        }
        Ok(owing)
    })
}
