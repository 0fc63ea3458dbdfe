//! Search terms: the words and numbers by which operators find customers, external accounts, payments and
//! unmatched deposits (conventions 2.3).
//!
//! The terms of a resource are inserted with it and follow from its row. They are a hint: the row of a resource
//! that is found by a term is read before it is shown.

use std::cmp::Reverse;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_domain::search::{ResourceKind, Term, Terms, WordSearch};
use uuid::Uuid;

use crate::database::late_rows::LateTable;
use crate::{Error, Row, Tx, Value, params};

/// A resource with its search terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchEntry {
    pub kind: ResourceKind,
    /// Creation of the resource.
    pub at: Time,
    pub id: Uuid,
    pub terms: Terms,
}

/// A resource found by a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchHit {
    pub kind: ResourceKind,
    /// Creation of the resource.
    pub at: Time,
    pub id: Uuid,
}

/// The rows of all resources of a transaction take one statement.
const TERMS: LateTable = LateTable {
    name: "search_term",
    columns: "platform_id, term, kind, at, id",
    expressions: None,
    // A rebuild adds the terms of all resources once more.
    conflict: "ON CONFLICT DO NOTHING",
};

/// The kinds of resources with terms.
pub const KINDS: [ResourceKind; 4] = [
    ResourceKind::Customer,
    ResourceKind::ExternalAccount,
    ResourceKind::Payment,
    ResourceKind::UnmatchedDeposit,
];

/// Maximum number of rows of a word that are compared with the rows of other words.
pub const MAX_ROWS_OF_A_WORD: u32 = 20_000;

/// Maximum number of parts of a compound statement.
const MAX_PARTS: usize = 100;

/// Adds the terms of a resource. They are written at the end of the transaction.
pub fn add(tx: &mut Tx<'_>, platform: PlatformId, entry: &SearchEntry) -> Result<(), Error> {
    for term in entry.terms.iter() {
        let row = params![platform, term.to_string(), entry.kind.as_str(), entry.at, entry.id];
        tx.insert_late(&TERMS, row)?;
    }
    Ok(())
}

/// Deletes terms of a resource, in one statement.
pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, entry: &SearchEntry) -> Result<(), Error> {
    if entry.terms.is_empty() {
        return Ok(());
    }
    let mut values = params![platform, entry.kind.as_str(), entry.at, entry.id].to_vec();
    let places = bind_terms(&mut values, entry.terms.iter());
    let sql = format!(
        "DELETE FROM search_term WHERE platform_id = $1 AND term IN ({places}) AND kind = $2 AND at = $3 \
         AND id = $4"
    );
    tx.execute(&sql, &values)
}

/// Replaces the terms of a resource by those of its changed row: one statement deletes the terms that are gone,
/// and another one inserts the new ones. Equal terms cost nothing.
pub fn replace(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    before: &SearchEntry,
    after: &SearchEntry,
) -> Result<(), Error> {
    let gone = SearchEntry { terms: before.terms.without(&after.terms), ..before.clone() };
    let added = SearchEntry { terms: after.terms.without(&before.terms), ..after.clone() };
    remove(tx, platform, &gone)?;
    add(tx, platform, &added)
}

/// Finds the newest resources of these kinds with at least one of these terms: up to `limit` for each term
/// and kind.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    kinds: &[ResourceKind],
    terms: &[Term],
    limit: u32,
) -> Result<Vec<SearchHit>, Error> {
    let pairs: Vec<(&Term, ResourceKind)> =
        terms.iter().flat_map(|term| kinds.iter().map(move |kind| (term, *kind))).collect();
    let mut hits = Vec::new();
    for some in pairs.chunks(MAX_PARTS) {
        let mut values = params![platform, limit].to_vec();
        let mut parts = Vec::new();
        for (number, (term, kind)) in some.iter().enumerate() {
            values.extend([Value::from(term.to_string()), Value::from(kind.as_str())]);
            let place = values.len();
            parts.push(format!(
                "SELECT * FROM (SELECT kind, at, id FROM search_term WHERE platform_id = $1 \
                 AND term = ${} AND kind = ${place} ORDER BY at DESC, id DESC LIMIT $2) AS part{number}",
                place - 1
            ));
        }
        hits.extend(tx.query(&parts.join(" UNION ALL "), &values, read)?);
    }
    Ok(hits)
}

/// Finds the newest resources of these kinds with all of these words: up to `limit` of each kind, in one statement.
/// Of a word with more than [`MAX_ROWS_OF_A_WORD`] rows of a kind, only as many are compared: the newest ones of a
/// whole word.
pub fn find_words(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    kinds: &[ResourceKind],
    words: &WordSearch,
    limit: u32,
) -> Result<Vec<SearchHit>, Error> {
    let mut values = params![platform, limit, MAX_ROWS_OF_A_WORD].to_vec();
    let mut of_kinds = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        let parts = parts_of_words(&mut values, *kind, words);
        if parts.is_empty() {
            return Ok(Vec::new());
        }
        of_kinds.push(format!(
            "SELECT * FROM (SELECT kind, at, id FROM ({}) AS found ORDER BY at DESC, id DESC LIMIT $2) \
             AS kind{number}",
            parts.join(" INTERSECT ")
        ));
    }
    if of_kinds.is_empty() {
        return Ok(Vec::new());
    }
    let mut hits = tx.query(&of_kinds.join(" UNION ALL "), &values, read)?;
    // Sorts here, because a union has no order.
    let place = |hit: &SearchHit| kinds.iter().position(|kind| *kind == hit.kind);
    hits.sort_by_key(|hit| (place(hit), Reverse((hit.at, hit.id))));
    Ok(hits)
}

/// Binds a kind and the words, and returns the statement of each word.
fn parts_of_words(values: &mut Vec<Value<'_>>, kind: ResourceKind, words: &WordSearch) -> Vec<String> {
    values.push(kind.as_str().into());
    let kind = values.len();
    let mut parts = Vec::new();
    for term in &words.whole {
        values.push(term.to_string().into());
        parts.push(format!(
            "SELECT * FROM (SELECT kind, at, id FROM search_term WHERE platform_id = $1 AND term = ${} \
             AND kind = ${kind} ORDER BY at DESC, id DESC LIMIT $3) AS word{}",
            values.len(),
            parts.len()
        ));
    }
    if let Some(beginning) = &words.beginning {
        let first = beginning.to_string();
        // No word continues with the last character of Unicode.
        let end = format!("{first}{}", char::MAX);
        values.extend([Value::from(first), Value::from(end)]);
        let place = values.len();
        parts.push(format!(
            "SELECT DISTINCT kind, at, id FROM (SELECT kind, at, id FROM search_term \
             WHERE platform_id = $1 AND term >= ${} AND term < ${place} AND kind = ${kind} LIMIT $3) AS word{}",
            place - 1,
            parts.len()
        ));
    }
    parts
}

fn read(row: &Row<'_>) -> Result<SearchHit, Error> {
    Ok(SearchHit { kind: row.parsed("kind")?, at: row.get("at")?, id: row.get("id")? })
}

/// Binds terms, and returns their placeholders.
fn bind_terms<'a>(values: &mut Vec<Value<'_>>, terms: impl Iterator<Item = &'a Term>) -> String {
    let places = terms.map(|term| {
        values.push(term.to_string().into());
        format!("${}", values.len())
    });
    places.collect::<Vec<_>>().join(", ")
}
