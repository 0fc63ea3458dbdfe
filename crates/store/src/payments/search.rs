//! Search terms of payments.

use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::search::{ResourceKind, Terms};
use uuid::Uuid;

use super::record::{BOTH_ROWS, PaymentRecord, STATUS, columns, read_unchecked};
use super::state::PaymentState;
use super::terms::{OnChainTransfer, Side};
use crate::search_terms::{self, SearchEntry};
use crate::{Error, Tx, params};

/// Returns the search terms of a payment: both amounts, its reference, the texts and references of its rail, the words
/// of its texts, the hashes of its on-chain transfers, and its id. With 16 words of each text they fit one statement.
#[must_use]
pub fn search_entry(record: &PaymentRecord) -> SearchEntry {
    let PaymentRecord { terms, .. } = record;
    let id = record.id.uuid();
    let mut found = Terms::of(id)
        .amount(terms.sent)
        .amount(terms.received)
        .reference(record.reference.as_deref())
        .reference(terms.remittance_information.as_deref())
        .text(terms.remittance_information.as_deref())
        .text(terms.description.as_deref())
        .reference(hash_of(terms.on_chain.as_ref()));
    if let Side::Funding { originator, .. } = &terms.source {
        found = found
            .reference(originator.remittance_information.as_deref())
            .text(originator.remittance_information.as_deref())
            .reference(originator.end_to_end_id.as_deref())
            .reference(originator.trace_number.as_deref());
    }
    let terms = with_hashes(found, &record.state);
    SearchEntry { kind: ResourceKind::Payment, at: record.created_at, id, terms }
}

/// Adds the terms that a payment has got since its creation: the hashes of its transfers and of its settlement. Its
/// other terms never change.
pub fn add_later_terms(tx: &mut Tx<'_>, platform: PlatformId, record: &PaymentRecord) -> Result<(), Error> {
    let terms = with_hashes(Terms::default(), &record.state);
    let id = record.id.uuid();
    search_terms::add(
        tx,
        platform,
        &SearchEntry { kind: ResourceKind::Payment, at: record.created_at, id, terms },
    )
}

/// Adds the hashes of the transfers by which the money came or arrived, and of its settlement.
fn with_hashes(terms: Terms, state: &PaymentState) -> Terms {
    let funding = state.funding.as_ref().and_then(|funding| funding.on_chain.as_ref());
    terms
        .reference(hash_of(funding))
        .reference(hash_of(state.on_chain.as_ref()))
        .reference(state.settlement.as_ref().map(|proof| proof.reference.as_str()))
}

fn hash_of(transfer: Option<&OnChainTransfer>) -> Option<&str> {
    transfer.map(|transfer| transfer.hash.as_str())
}

/// Returns the search terms of up to `limit` payments after `after`, ordered by id, without drafts. MACs are not
/// verified.
pub fn search_entries(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Vec<SearchEntry>, Error> {
    // With both conditions, a merge of the tables begins at the key.
    let sql = format!(
        "SELECT {} FROM {BOTH_ROWS} WHERE payment.platform_id = $1 AND ($2 OR payment.transaction_id > $3) \
         AND ($2 OR payment_state.transaction_id > $3) AND payment_state.status <> 'CREATED' \
         ORDER BY payment.transaction_id LIMIT $4",
        columns(STATUS)
    );
    let read = read_unchecked(platform);
    tx.query(&sql, params![platform, after.is_none(), after, limit], |row| Ok(search_entry(&read(row)?)))
}
