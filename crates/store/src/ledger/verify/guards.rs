//! What keeps rows from being changed.

use std::collections::BTreeMap;

use super::report::{FaultKind, Report};
use crate::database::migrations::{Dialect, guards, one_line};
use crate::{Error, Tx};

/// Names each trigger that is gone, switched off, or made of something else.
pub(super) fn verify(tx: &mut Tx<'_>, report: &mut Report) -> Result<(), Error> {
    let sql = match tx.dialect() {
        Dialect::Sqlite => "SELECT name, sql AS made_of FROM sqlite_master WHERE type = 'trigger'",
        Dialect::Postgres => {
            "SELECT CAST(t.tgname AS TEXT) AS name,
                 pg_get_triggerdef(t.oid, TRUE) || ' ' || f.prosrc AS made_of
             FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc f ON f.oid = t.tgfoid
             JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = current_schema() AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')"
        }
    };
    let found =
        tx.query(sql, &[], |row| Ok((row.get::<String>("name")?, one_line(&row.get::<String>("made_of")?))))?;
    let found: BTreeMap<String, String> = found.into_iter().collect();
    for (name, made_of) in guards(tx.dialect()) {
        if found.get(&name) != Some(&made_of) {
            let detail = "the trigger that keeps rows from being changed is gone, off, or another one";
            report.add_common(FaultKind::GuardMissing, name, detail);
        }
    }
    Ok(())
}
