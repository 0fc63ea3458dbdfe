//! Rows of the directory of virtual-asset service providers, which hold wallets for others (money 5).

use crate::platforms::Environment;
use crate::{Error, Row, Tx, Value, params};

/// A provider that holds wallets for others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VaspRecord {
    /// Its name, exactly as accounts name it.
    pub name: String,
    /// Its website.
    pub url: Option<String>,
}

/// Puts these providers in the place of all that the directory lists.
///
/// # Errors
/// [`Error::Duplicate`] where one is named twice; those of the database.
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

/// Whether a provider of exactly this name is listed.
///
/// # Errors
/// Those of the database.
pub fn is_listed(tx: &mut Tx<'_>, environment: Environment, name: &str) -> Result<bool, Error> {
    let sql = "SELECT name FROM vasp WHERE environment = $1 AND name = $2";
    let found = tx.query_opt(sql, params![environment.as_str(), name], |row| row.get::<String>("name"))?;
    Ok(found.is_some())
}

/// The providers behind the one of this name, or from the first, by their names; one more than `limit` where there
/// is one more.
///
/// # Errors
/// Those of the database.
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
