//! Checks that every internal account holds the balance that its platform was shown, and that no customer's
//! balance is negative.

use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::payments::{TransactionStatus, TransactionType};
use causeway_store::ledger;
use causeway_store::payments::{self, PaymentRecord};

use crate::violation::{CheckResult, ensure};
use crate::world::{Tenant, World};

/// Compares the balances of all accounts of all platforms.
pub(super) fn check(world: &World) -> CheckResult {
    for tenant in &world.tenants {
        let platform = tenant.id;
        let ids = tenant.accounts.keys().copied().collect::<Vec<InternalAccountId>>();
        let expected = ids.len();
        let balances = world.read(move |tx| ledger::get_all(tx, platform, &ids))?;
        let owing = owing(world, tenant)?;
        ensure(balances.len() == expected, || "an account has no balance row".to_owned())?;
        for balance in balances {
            let account = balance.account;
            let known = tenant.accounts.get(&account);
            let reported = known.map(|account| (account.balance, account.held, account.unsettled));
            // A refund debits the platform's fee even if it has been spent, and a bank's return debits money
            // even if it has been spent (money 2.2).
            let may_owe = known.is_some_and(|account| account.customer.is_none()) || owing.contains(&account);
            let parts = (balance.available, balance.held, balance.unsettled);
            ensure(balance.available >= 0 || may_owe, || format!("{account} holds {parts:?}"))?;
            ensure(reported == Some(parts), || {
                format!("{account} holds {parts:?}, but its platform was shown {reported:?}")
            })?;
        }
    }
    Ok(())
}

/// Lists the accounts that received a transfer which the bank later returned.
fn owing(world: &World, tenant: &Tenant) -> CheckResult<Vec<InternalAccountId>> {
    let platform = tenant.id;
    let ids = tenant.transfers.keys().copied().collect::<Vec<_>>();
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
