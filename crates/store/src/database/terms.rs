//! Rows that decide where money goes: their authenticated columns are written once and never change.

use std::fmt;

use causeway_domain::ids::{Id, PlatformId};
use uuid::Uuid;

use crate::database::error::Error;
use crate::database::macs::{ForeignRow, Mac, MacPurpose, Macs};
use crate::database::tx::Tx;
use crate::database::value::{Value, json_text};
use crate::params;

/// The key of a row among those of its platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Key {
    /// The UUID of an id.
    Id(Uuid),
    Text(String),
    Hash(Vec<u8>),
}

impl From<Uuid> for Key {
    fn from(id: Uuid) -> Self {
        Self::Id(id)
    }
}

impl From<&Key> for Value<'_> {
    fn from(key: &Key) -> Self {
        match key.clone() {
            Key::Id(id) => id.into(),
            Key::Text(text) => text.into(),
            Key::Hash(hash) => hash.into(),
        }
    }
}

/// Formats the key as a JSON string.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "\"{id}\""),
            Self::Text(text) => f.write_str(&json_text(text).map_err(|_| fmt::Error)?),
            Self::Hash(hash) => {
                f.write_str("\"")?;
                hash.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                f.write_str("\"")
            }
        }
    }
}

/// The authenticated columns of a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AuthenticatedColumns {
    pub(crate) table: &'static str,
    /// Name of the key column.
    pub(crate) key: &'static str,
    pub(crate) platform: PlatformId,
    pub(crate) id: Key,
    /// The immutable columns besides the document, as JSON.
    pub(crate) columns: String,
    /// The document, spelled exactly as stored.
    pub(crate) document: String,
}

impl AuthenticatedColumns {
    /// Returns the authenticated JSON with the members `columns`, `document`, `id`, `platform` and `table`,
    /// each with exactly one spelling: columns in the order in which the [`AuthenticatedColumns`] are built,
    /// the document as it is in its row.
    fn message(&self) -> String {
        let Self { table, platform, id, columns, document, key: _ } = self;
        let platform = platform.uuid();
        format!(
            r#"{{"columns":{columns},"document":{document},"id":{id},"platform":"{platform}","table":"{table}"}}"#
        )
    }

    /// Computes the code to store with the row.
    pub(crate) fn mac(&self, macs: &dyn Macs) -> Mac {
        macs.make(MacPurpose::Terms, self.message().as_bytes())
    }

    /// Returns the row, to be named as one that this service did not write.
    pub(crate) fn row(&self) -> ForeignRow {
        let key = self.id.to_string().trim_matches('"').to_owned();
        ForeignRow { table: self.table, key }
    }

    /// Checks that this service wrote the row with this code.
    pub(crate) fn is_authentic(&self, mac: &[u8], macs: &dyn Macs) -> bool {
        macs.fits(MacPurpose::Terms, self.message().as_bytes(), mac)
    }

    /// Refuses a row that this service did not write, unless it is only shown.
    ///
    /// # Errors
    /// [`Error::NotAuthentic`].
    pub(crate) fn check(&self, mac: &[u8], macs: &dyn Macs) -> Result<(), Error> {
        if self.is_authentic(mac, macs) {
            return Ok(());
        }
        let row = self.row();
        if macs.tolerates(&row) { Ok(()) } else { Err(Error::NotAuthentic(row.to_string())) }
    }
}

/// Authenticates rows again with the newest key. Rows that this service did not write stay as they are, and so do
/// rows that another transaction has changed since they were read: they have a new code already.
pub(crate) fn authenticate_anew(
    tx: &mut Tx<'_>,
    rows: &[(AuthenticatedColumns, Vec<u8>)],
) -> Result<(), Error> {
    let macs = tx.macs();
    for (terms, mac) in rows.iter().filter(|(terms, mac)| terms.is_authentic(mac, macs)) {
        let AuthenticatedColumns { table, key, platform, id, .. } = terms;
        let sql = format!("UPDATE {table} SET mac = $3 WHERE platform_id = $1 AND {key} = $2 AND mac = $4");
        tx.execute(&sql, params![*platform, id, terms.mac(macs), mac.as_slice()])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn terms() -> AuthenticatedColumns {
        AuthenticatedColumns {
            table: "payment",
            key: "transaction_id",
            platform: PlatformId::from_uuid(Uuid::from_u128(1)),
            id: Uuid::from_u128(2).into(),
            columns: json!({ "b": 1, "a": null }).to_string(),
            document: "{\"v\":1}".to_owned(),
        }
    }

    #[test]
    fn the_message_stays_as_it_is() {
        let message = terms().message();
        assert_eq!(
            message,
            "{\"columns\":{\"b\":1,\"a\":null},\"document\":{\"v\":1},\
             \"id\":\"00000000-0000-0000-0000-000000000002\",\
             \"platform\":\"00000000-0000-0000-0000-000000000001\",\"table\":\"payment\"}"
        );
    }

    #[test]
    fn a_key_cannot_imitate_adjacent_columns() {
        let named = |text: &str| AuthenticatedColumns { id: Key::Text(text.to_owned()), ..terms() }.message();
        assert!(named("DE\",\"platform\":\"").contains(r#""id":"DE\",\"platform\":\"","platform":"0"#));
        let hashed = AuthenticatedColumns { id: Key::Hash(vec![0, 171]), ..terms() }.message();
        assert!(hashed.contains(r#""id":"00ab","platform":"0"#));
    }

    #[test]
    fn every_part_of_the_message_counts() {
        let changes: [fn(&mut AuthenticatedColumns); 5] = [
            |terms| terms.table = "quote",
            |terms| terms.platform = PlatformId::from_uuid(Uuid::from_u128(9)),
            |terms| terms.id = Uuid::from_u128(9).into(),
            |terms| terms.columns = json!({ "b": 2, "a": null }).to_string(),
            |terms| terms.document = "{\"v\":2}".to_owned(),
        ];
        for change in changes {
            let mut changed = terms();
            change(&mut changed);
            assert_ne!(changed.message(), terms().message());
        }
    }
}
