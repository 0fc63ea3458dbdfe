//! Authenticated rows of the deployment: rails, their keys, accounts, bindings and routes.

use super::report::{FaultKind, Report};
use crate::database::common_terms::CommonTable;
use crate::rails::renew::TABLES;
use crate::{Error, Tx};

/// Reports the rows that this service did not write, and unreadable ones.
pub(super) fn verify_common(tx: &mut Tx<'_>, report: &mut Report) -> Result<(), Error> {
    for table in TABLES {
        let CommonTable { name, key, columns, read } = table;
        let rows = tx.query(&format!("SELECT {columns} FROM {name} ORDER BY {key}"), &[], |row| {
            Ok(read(row).map_err(|error| (row.name(name, &[key]), error)))
        })?;
        let macs = tx.macs();
        for row in rows {
            match row {
                Ok((terms, mac)) if terms.is_authentic(&mac, macs) => {}
                Ok((terms, _)) => {
                    let detail = "was not written by this service, or with a key that is not known";
                    report.add_common(FaultKind::TermsNotAuthentic, terms.row(), detail);
                }
                Err((row, error)) => report.add_common(FaultKind::RowUnreadable, row, error.to_string()),
            }
        }
    }
    Ok(())
}
