//! Payments of an amount that have a party with a name, as a caller asks for them (conventions 2.3).

use std::collections::HashSet;

use causeway_domain::ids::{AccountRef, Id, PlatformId, TransactionId};
use causeway_domain::search::{NamedAmount, ResourceKind};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::search_terms::{self, SearchHit};
use causeway_store::{Error, Tx};
use uuid::Uuid;

/// Maximum number of payments of an amount, in each currency that it can be of, whose names are compared: the newest.
const MAX_OF_AMOUNT: u32 = 100;
/// Maximum number of resources of each kind with the name: the newest.
const MAX_OF_NAME: u32 = 500;
/// The kinds of resources that have a name.
const NAMED: [ResourceKind; 3] =
    [ResourceKind::Customer, ResourceKind::ExternalAccount, ResourceKind::UnmatchedDeposit];

/// Finds the payments of these kinds that have an amount and a party with a name: a customer, or the holder of an external
/// account; and unmatched deposits by their payer. Newest first.
pub(super) fn named_amount(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    kinds: &[ResourceKind],
    search: &NamedAmount,
) -> Result<Vec<SearchHit>, Error> {
    let mut hits = search_terms::find(tx, platform, kinds, &search.amounts, MAX_OF_AMOUNT)?;
    if hits.is_empty() {
        return Ok(hits);
    }
    let named = search_terms::find_words(tx, platform, &NAMED, &search.words, MAX_OF_NAME)?;
    let named: HashSet<Uuid> = named.into_iter().map(|hit| hit.id).collect();
    let of_payments = hits.iter().filter(|hit| hit.kind == ResourceKind::Payment && !named.is_empty());
    let ids: Vec<TransactionId> = of_payments.map(|hit| TransactionId::from_uuid(hit.id)).collect();
    let payments = payments::among(tx, platform, &ids)?;
    let of_named = payments.iter().filter(|payment| parties(payment).any(|party| named.contains(&party)));
    let wanted: HashSet<Uuid> = of_named.map(|payment| payment.id.uuid()).collect();
    hits.retain(|hit| match hit.kind {
        ResourceKind::Payment => wanted.contains(&hit.id),
        _ => named.contains(&hit.id),
    });
    hits.sort_by_key(|hit| std::cmp::Reverse((hit.at, hit.id)));
    Ok(hits)
}

/// Returns the customers and the external accounts of a payment.
fn parties(payment: &PaymentRecord) -> impl Iterator<Item = Uuid> + '_ {
    let customers = [payment.customer, payment.recipient].into_iter().flatten().map(Id::uuid);
    let sides = [&payment.terms.source, &payment.terms.destination].into_iter();
    let accounts = sides.filter_map(|side| match side.account()? {
        AccountRef::External(account) => Some(account.uuid()),
        AccountRef::Internal(_) => None,
    });
    customers.chain(accounts)
}
