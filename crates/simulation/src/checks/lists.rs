//! Lists show everything there is, once, however they are cut into pages (conventions 8).

use std::collections::BTreeSet;

use causeway_wire::table::{Customers, ExternalAccounts, Operation, Transactions};

use super::picture::Picture;
use crate::broken::{Holds, must};
use crate::requests::{Shot, send};
use crate::world::{Tenant, World};

/// Walks through the lists of one platform and compares them with what it has.
pub(super) fn check(world: &World, number: usize, picture: &Picture) -> Holds {
    let tenant = &world.tenants[number];
    let list = |operation| Shot::new(number, operation, tenant.first_token());

    let payments = picture.payments.iter().map(|payment| payment.id.to_string()).collect();
    let all = walk(world, &list(Operation::Transactions(Transactions::ListTransactions)))?;
    must(all == payments, || format!("{} of {} payments are listed", all.len(), payments.len()))?;

    let customers = list(Operation::Customers(Customers::ListCustomers)).query("isIncludingDeleted", true);
    must_list(&walk(world, &customers)?, tenant.customers.iter().map(|customer| customer.id.to_string()))?;
    let live = walk(world, &list(Operation::Customers(Customers::ListCustomers)))?;
    let deleted = tenant.customers.iter().find(|one| one.is_deleted && live.contains(&one.id.to_string()));
    must(deleted.is_none(), || format!("deleted, and listed: {deleted:?}"))?;

    let externals = list(Operation::ExternalAccounts(ExternalAccounts::ListCustomerExternalAccounts));
    must_list(&walk(world, &externals)?, externals_of(tenant, true))?;
    let own = list(Operation::ExternalAccounts(ExternalAccounts::ListPlatformExternalAccounts));
    must_list(&walk(world, &own)?, externals_of(tenant, false))
}

/// The live external accounts of customers, or of the platform itself.
fn externals_of(tenant: &Tenant, is_customers: bool) -> impl Iterator<Item = String> {
    let live = tenant.externals.iter().filter(|external| !external.is_deleted);
    live.filter(move |external| external.customer.is_some() == is_customers)
        .map(|external| external.id.to_string())
}

fn must_list(listed: &BTreeSet<String>, mut known: impl Iterator<Item = String>) -> Holds {
    let missing = known.find(|id| !listed.contains(id));
    must(missing.is_none(), || format!("not listed: {missing:?}"))
}

/// The ids on all pages.
fn walk(world: &World, list: &Shot) -> Holds<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut page = list.clone().query("limit", 7);
    loop {
        let answer = send(world, &page)?;
        answer.must_be(200, &page)?;
        let told = answer.json();
        for item in told["data"].as_array().into_iter().flatten() {
            let id = item["id"].as_str().unwrap_or_default();
            must(found.insert(id.to_owned()), || format!("{id} is listed twice"))?;
        }
        match told["nextCursor"].as_str() {
            Some(cursor) => page = list.clone().query("limit", 7).query("cursor", cursor),
            None => {
                let total = told["totalCount"].as_u64();
                let count = u64::try_from(found.len()).ok();
                must(total == count, || format!("{total:?} are counted, {count:?} are listed"))?;
                return Ok(found);
            }
        }
    }
}
