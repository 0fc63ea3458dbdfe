//! Checks that lists contain every resource exactly once, with any page size (conventions 8).

use std::collections::BTreeSet;

use causeway_wire::table::{Customers, ExternalAccounts, Operation, Transactions};

use super::cards;
use super::snapshot::Snapshot;
use crate::requests::Request;
use crate::violation::{CheckResult, ensure};
use crate::world::{Tenant, World, send};

/// Reads the lists of one platform and compares them with its resources.
pub(super) fn check(world: &World, number: usize, snapshot: &Snapshot) -> CheckResult {
    let tenant = &world.tenants[number];
    let list = |operation| Request::new(number, operation, tenant.first_token());

    let payments = snapshot.payments.iter().map(|payment| payment.id.to_string());
    let of_cards = cards::transactions(world, tenant.id)?.into_iter().map(|record| record.id.to_string());
    let both = payments.chain(of_cards).collect();
    let all = walk(world, &list(Operation::Transactions(Transactions::ListTransactions)))?;
    ensure(all == both, || format!("{} of {} transactions are listed", all.len(), both.len()))?;

    let customers = list(Operation::Customers(Customers::ListCustomers)).query("isIncludingDeleted", true);
    ensure_listed(
        &walk(world, &customers)?,
        tenant.customers.iter().map(|customer| customer.id.to_string()),
    )?;
    let live = walk(world, &list(Operation::Customers(Customers::ListCustomers)))?;
    let deleted = tenant.customers.iter().find(|one| one.is_deleted && live.contains(&one.id.to_string()));
    ensure(deleted.is_none(), || format!("a deleted customer is listed: {deleted:?}"))?;

    let externals = list(Operation::ExternalAccounts(ExternalAccounts::ListCustomerExternalAccounts));
    ensure_listed(&walk(world, &externals)?, externals_of(tenant, true))?;
    let own = list(Operation::ExternalAccounts(ExternalAccounts::ListPlatformExternalAccounts));
    ensure_listed(&walk(world, &own)?, externals_of(tenant, false))
}

/// Lists the live external accounts of customers, or of the platform itself.
fn externals_of(tenant: &Tenant, is_customers: bool) -> impl Iterator<Item = String> {
    let live = tenant.externals.iter().filter(|external| !external.is_deleted);
    live.filter(move |external| external.customer.is_some() == is_customers)
        .map(|external| external.id.to_string())
}

fn ensure_listed(listed: &BTreeSet<String>, mut known: impl Iterator<Item = String>) -> CheckResult {
    let missing = known.find(|id| !listed.contains(id));
    ensure(missing.is_none(), || format!("not listed: {missing:?}"))
}

/// Returns the ids on all pages.
fn walk(world: &World, list: &Request) -> CheckResult<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut request = list.clone().query("limit", 7);
    loop {
        let response = send(world, &request)?;
        response.expect_status(200, &request)?;
        let page = response.json();
        for item in page["data"].as_array().into_iter().flatten() {
            let id = item["id"].as_str().unwrap_or_default();
            ensure(found.insert(id.to_owned()), || format!("{id} is listed twice"))?;
        }
        match page["nextCursor"].as_str() {
            Some(cursor) => request = list.clone().query("limit", 7).query("cursor", cursor),
            None => {
                let total = page["totalCount"].as_u64();
                let count = u64::try_from(found.len()).ok();
                ensure(total == count, || format!("totalCount is {total:?}, but {count:?} are listed"))?;
                return Ok(found);
            }
        }
    }
}
