//! The schema against the one that the migrations create: the protection of rows from changes, and objects
//! that would change or hide rows.

use super::report::{FaultKind, Report};
use crate::database::migrations::{Object, expected, find_objects, latest};
use crate::{Error, Tx};

/// Reports each table, column, index, constraint and trigger that is gone or differs, and additions to a
/// table.
///
/// Operators may add tables and views besides the service's own, and indexes that enforce nothing.
pub(super) fn verify(tx: &mut Tx<'_>, report: &mut Report) -> Result<(), Error> {
    let expected = expected(tx.dialect())?;
    let found = find_objects(tx)?;
    // Of a newer program's schema, this program knows only the triggers.
    let is_newer = found.contains_key("table schema_migration") && is_newer(tx)?;
    for (name, object) in expected {
        let is_there = found.contains_key(&format!("table {}", object.table));
        match found.get(name) {
            Some(other) if other.definition == object.definition => {}
            other => match trigger(name) {
                Some(trigger) if is_there => {
                    let detail =
                        "the trigger that keeps rows from being changed is gone, off, or another one";
                    report.add_common(FaultKind::GuardMissing, trigger, detail);
                }
                // The missing table itself is reported.
                _ if is_newer || !is_there && name != &format!("table {}", object.table) => {}
                _ => report.add_common(FaultKind::SchemaAltered, name, difference(other, object)),
            },
        }
    }
    let is_own = |object: &Object| expected.contains_key(&format!("table {}", object.table));
    let added = found
        .iter()
        .filter(|(name, object)| !expected.contains_key(*name) && is_own(object) && !object.is_allowed);
    for (name, _) in added.filter(|_| !is_newer) {
        report.add_common(FaultKind::SchemaAltered, name, "was added, and not by this service");
    }
    Ok(())
}

fn is_newer(tx: &mut Tx<'_>) -> Result<bool, Error> {
    let sql = "SELECT coalesce(max(number), 0) > $1 AS is_newer FROM schema_migration";
    tx.query_one(sql, crate::params![latest()], |row| row.get("is_newer"))
}

/// Returns the name of a trigger, or `None` if the object is not a trigger.
fn trigger(name: &str) -> Option<&str> {
    name.strip_prefix("trigger ")?.split(' ').next()
}

fn difference(found: Option<&Object>, expected: &Object) -> String {
    match found {
        None => "is gone".to_owned(),
        Some(found) => format!("is `{}` and not `{}`", found.definition, expected.definition),
    }
}
