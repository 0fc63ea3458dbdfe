//! Rows of the directory of virtual-asset service providers, which hold wallets for others (money 5).

use crate::platforms::Environment;
use crate::{Error, Row, Tx, Value, params};

/// A virtual-asset service provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VaspRecord {
    /// The exact name used in accounts.
    pub name: String,
    /// Website.
    pub url: Option<String>,
}

/// Replaces the directory with these providers.
///
/// # Errors
/// [`Error::Duplicate`] if one is named twice.
pub fn replace(tx: &mut Tx<'_>, environment: Environment, vasps: &[VaspRecord]) -> Result<(), Error> {
    tx.execute("DELETE FROM vasp WHERE environment = $1", params![environment.as_str()])?;
    for vasp in vasps {
        tx.execute(
            "INSERT INTO vasp (environment, name, url) VALUES ($1, $2, $3)",
            params![environment.as_str(), &vasp.name, vasp.url.as_ref()],
        )?;
    }
    Ok(())
}

/// Returns `true` if a provider of exactly this name is listed.
pub fn is_listed(tx: &mut Tx<'_>, environment: Environment, name: &str) -> Result<bool, Error> {
    let sql = "SELECT name FROM vasp WHERE environment = $1 AND name = $2";
    let found = tx.query_opt(sql, params![environment.as_str(), name], |row| row.get::<String>("name"))?;
    Ok(found.is_some())
}

/// Returns the providers after the name `after`, or from the first, ordered by name. Returns one more than
/// `limit` if another page follows.
pub fn list(
    tx: &mut Tx<'_>,
    environment: Environment,
    after: Option<&str>,
    limit: u32,
) -> Result<Vec<VaspRecord>, Error> {
    let mut values = vec![Value::from(environment.as_str()), Value::Int(i64::from(limit) + 1)];
    let mut behind = "";
    if let Some(after) = after {
        values.push(after.into());
        behind = "AND name > $3";
    }
    let sql = format!("SELECT name, url FROM vasp WHERE environment = $1 {behind} ORDER BY name LIMIT $2");
    tx.query(&sql, &values, read)
}

fn read(row: &Row<'_>) -> Result<VaspRecord, Error> {
    Ok(VaspRecord { name: row.get("name")?, url: row.get("url")? })
}
