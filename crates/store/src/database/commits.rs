//! Detection of settings with which a crash may lose acknowledged commits.

use super::migrations::Dialect;
use crate::{Error, Tx};

/// Returns why a crash may lose commits of this session, or `None` if it cannot.
pub fn why_lossy(tx: &mut Tx<'_>) -> Result<Option<String>, Error> {
    if tx.dialect() == Dialect::Sqlite {
        return Ok(None);
    }
    let sql = "SELECT current_setting('synchronous_commit') AS setting";
    let setting: String = tx.query_one(sql, &[], |row| row.get("setting"))?;
    Ok(lossy(&setting))
}

/// Returns the problem with this value of `synchronous_commit`, or `None` if it is durable.
pub(crate) fn lossy(setting: &str) -> Option<String> {
    let is_lossy = matches!(setting, "off" | "local");
    is_lossy.then(|| {
        format!(
            "synchronous_commit is {setting}, so that a crash may lose acknowledged payments; set it to on for this role \
             and database, or set allow_asynchronous_commit"
        )
    })
}
