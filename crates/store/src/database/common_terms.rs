//! Rows of the deployment that decide where money goes: they belong to no platform, and are authenticated like rows
//! of platforms.

use causeway_domain::ids::{Id, PlatformId};
use uuid::Uuid;

use crate::database::error::Error;
use crate::database::macs::Macs;
use crate::database::row::Row;
use crate::database::terms::AuthenticatedColumns;
use crate::database::tx::Tx;
use crate::params;

/// A row of the deployment as stored, unverified.
pub(crate) struct CommonRow<T> {
    pub(crate) record: T,
    pub(crate) terms: AuthenticatedColumns,
    pub(crate) mac: Vec<u8>,
}

/// Reads the authenticated columns of a row, and its code.
type TermsReader = fn(&Row<'_>) -> Result<(AuthenticatedColumns, Vec<u8>), Error>;

/// A table of the deployment with authenticated rows.
#[derive(Clone, Copy)]
pub(crate) struct CommonTable {
    pub(crate) name: &'static str,
    /// Name of the key column.
    pub(crate) key: &'static str,
    pub(crate) columns: &'static str,
    pub(crate) read: TermsReader,
}

impl<T> CommonRow<T> {
    /// Returns the record.
    ///
    /// # Errors
    /// [`Error::NotAuthentic`] if this service did not write the row.
    pub(crate) fn checked(self, macs: &dyn Macs) -> Result<T, Error> {
        self.terms.check(&self.mac, macs)?;
        Ok(self.record)
    }

    /// Returns the authenticated columns and the code.
    pub(crate) fn into_terms(self) -> (AuthenticatedColumns, Vec<u8>) {
        (self.terms, self.mac)
    }
}

/// Returns the platform in the authenticated columns of the deployment's rows: no platform has this id.
pub(crate) fn deployment() -> PlatformId {
    PlatformId::from_uuid(Uuid::nil())
}

/// Returns the records that this service wrote. The others do not count, and operators are alerted of them.
pub(crate) fn authentic<T>(tx: &mut Tx<'_>, rows: Vec<CommonRow<T>>) -> Vec<T> {
    let macs = tx.macs();
    let mut records = Vec::with_capacity(rows.len());
    for row in rows {
        if row.terms.is_authentic(&row.mac, macs) {
            records.push(row.record);
        } else {
            tx.note_foreign(row.terms.row());
        }
    }
    records
}

/// Renews the codes of all rows of a table with the newest key. Rows that this service did not write stay as they
/// are.
pub(crate) fn authenticate_common_anew(tx: &mut Tx<'_>, table: &CommonTable) -> Result<(), Error> {
    let CommonTable { name, key, columns, read } = *table;
    let rows = tx.query(&format!("SELECT {columns} FROM {name} ORDER BY {key}"), &[], read)?;
    let macs = tx.macs();
    let sql = format!("UPDATE {name} SET mac = $2 WHERE {key} = $1 AND mac = $3");
    for (terms, mac) in rows.iter().filter(|(terms, mac)| terms.is_authentic(mac, macs)) {
        tx.execute(&sql, params![&terms.id, terms.mac(macs), mac.as_slice()])?;
    }
    Ok(())
}
