//! Look-up of resources by the ends of their ids (conventions 2.3).

use std::cmp::Reverse;

use causeway_domain::ids::PlatformId;
use causeway_domain::search::{ResourceKind, Term};
use causeway_store::search_terms::{self, SearchHit};
use causeway_store::{Error, Tx, any_ids};

/// Finds the resources of a platform whose ids end in these digits, newest first: up to `limit` of each kind, those
/// with search terms by them, others among the newest of their kind.
pub(super) fn with_end(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    kinds: &[ResourceKind],
    digits: &str,
    limit: u32,
) -> Result<Vec<SearchHit>, Error> {
    let has_terms = |kind: &ResourceKind| search_terms::KINDS.contains(kind);
    let (by_terms, by_keys): (Vec<ResourceKind>, Vec<ResourceKind>) =
        kinds.iter().copied().partition(has_terms);
    let mut hits = search_terms::find(tx, platform, &by_terms, &[Term::id_end(digits)], limit)?;
    hits.retain(|hit| hit.id.simple().to_string().ends_with(digits));
    for kind in by_keys {
        let found = any_ids::ending(tx, platform, kind, digits)?.into_iter();
        for id in found.take(usize::try_from(limit).unwrap_or(usize::MAX)) {
            let held = any_ids::holders(tx, platform, id)?.into_iter();
            hits.extend(held.filter(|hit| hit.kind == kind));
        }
    }
    hits.sort_by_key(|hit| Reverse((hit.at, hit.id)));
    Ok(hits)
}
