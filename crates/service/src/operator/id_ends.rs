//! Look-up of resources by the ends of their ids (conventions 2.3).

use std::cmp::Reverse;

use causeway_domain::ids::PlatformId;
use causeway_domain::search::{ResourceKind, Term};
use causeway_store::search_terms::{self, SearchHit};
use causeway_store::{Error, Tx, any_ids};

/// The resources whose ids have an end, the newest first.
pub(super) struct EndHits {
    pub(super) hits: Vec<SearchHit>,
    /// `false` if there may be others, which were not compared.
    pub(super) are_all: bool,
}

/// Finds the resources of a platform whose ids end in these digits: up to `limit` of each kind, those with search terms
/// by them, others among the newest of their kind.
pub(super) fn with_end(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    kinds: &[ResourceKind],
    digits: &str,
    limit: u32,
) -> Result<EndHits, Error> {
    let has_terms = |kind: &ResourceKind| search_terms::KINDS.contains(kind);
    let (by_terms, by_keys): (Vec<ResourceKind>, Vec<ResourceKind>) =
        kinds.iter().copied().partition(has_terms);
    let limit_of_kind = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut hits = search_terms::find(tx, platform, &by_terms, &[Term::id_end(digits)], limit)?;
    let is_cut = |kind: &ResourceKind| hits.iter().filter(|hit| hit.kind == *kind).count() >= limit_of_kind;
    let mut are_all = !by_terms.iter().any(is_cut);
    hits.retain(|hit| hit.id.simple().to_string().ends_with(digits));
    for kind in by_keys {
        let found = any_ids::ending(tx, platform, kind, digits)?;
        are_all &= found.are_all;
        for id in found.ids.into_iter().take(limit_of_kind) {
            let held = any_ids::holders(tx, platform, id)?.into_iter();
            hits.extend(held.filter(|hit| hit.kind == kind));
        }
    }
    hits.sort_by_key(|hit| Reverse((hit.at, hit.id)));
    Ok(EndHits { hits, are_all })
}
