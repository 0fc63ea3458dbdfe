//! Previews: closures that run as they would in a write, and are always undone.

use causeway_domain::ids::{Id, PlatformId};

use crate::database::effects::{ChangeEffect, Effects, StatusEffect};
use crate::database::error::Error;
use crate::database::tx::Tx;
use crate::database::value::Value;

/// The result that a write would have, with its effects. Nothing was changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview<T> {
    pub result: T,
    pub effects: Effects,
}

/// The end of the closure of a preview. As an error it undoes the work, as the refusal of a write does.
pub(crate) enum PreviewEnd<T, E> {
    Complete(Preview<T>),
    Refused(E),
}

impl<T, E: From<Error>> From<Error> for PreviewEnd<T, E> {
    fn from(error: Error) -> Self {
        Self::Refused(E::from(error))
    }
}

/// Runs a closure and collects its effects.
pub(crate) fn run<T, E: From<Error>>(
    tx: &mut Tx<'_>,
    closure: &mut impl FnMut(&mut Tx<'_>) -> Result<T, E>,
) -> Result<Preview<T>, PreviewEnd<T, E>> {
    tx.collect_effects();
    let result = closure(tx).map_err(PreviewEnd::Refused)?;
    let effects = tx.take_effects()?;
    Err(PreviewEnd::Complete(Preview { result, effects }))
}

/// The column with the status of a kind of resource.
pub(crate) struct StatusColumn {
    pub(crate) table: &'static str,
    /// The column of the id.
    pub(crate) key: &'static str,
    pub(crate) status: &'static str,
}

impl StatusColumn {
    /// Returns the column named `status`.
    pub(crate) const fn of(table: &'static str, key: &'static str) -> Self {
        Self { table, key, status: "status" }
    }
}

/// Collects a change of a value in a preview, unless it stays the same.
pub fn collect_change(tx: &mut Tx<'_>, change: ChangeEffect) {
    if let Some(effects) = tx.effects().filter(|_| change.from != change.to) {
        effects.changes.push(change);
    }
}

/// Collects the new status of a resource in a preview. The caller writes it afterwards.
pub(crate) fn collect_status(
    tx: &mut Tx<'_>,
    column: &StatusColumn,
    platform: PlatformId,
    id: impl Id,
    to: &str,
) -> Result<(), Error> {
    if tx.effects().is_none() {
        return Ok(());
    }
    let StatusColumn { table, key, status } = column;
    let sql = format!("SELECT {status} AS status FROM {table} WHERE platform_id = $1 AND {key} = $2");
    let values = [Value::from(platform), Value::from(id.uuid())];
    let from: Option<String> = tx.query_opt(&sql, &values, |row| row.get("status"))?;
    if let Some(effects) = tx.effects().filter(|_| from.as_deref() != Some(to)) {
        effects.statuses.push(StatusEffect { resource: id.to_string(), from, to: to.to_owned() });
    }
    Ok(())
}
