//! Rows of previewed mints and burns (stablecoins 10).

use causeway_domain::ids::{Id, PlatformId, StablecoinId, StablecoinOperationId, StablecoinQuoteId};
use causeway_domain::stablecoins::{StablecoinOperationType, StablecoinQuoteStatus};
use causeway_domain::{Revision, Time};
use serde_json::json;

use super::documents::OperationTerms;
use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::{Error, Macs, Row, Tx, Value, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("stablecoin_quote", "quote_id");

/// A previewed mint or burn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StablecoinQuoteRecord {
    pub id: StablecoinQuoteId,
    pub stablecoin: StablecoinId,
    pub operation_type: StablecoinOperationType,
    /// Status as of the last change.
    pub status: StablecoinQuoteStatus,
    /// The operation that executes it.
    pub operation: Option<StablecoinOperationId>,
    pub terms: OperationTerms,
    /// End of the period in which it can be executed.
    pub expires_at: Time,
    pub created_at: Time,
    pub updated_at: Revision,
}

pub(crate) const COLUMNS: &str = "quote_id, stablecoin_id, operation_type, status, operation_id, terms, expires_at, created_at, \
                       updated_at, mac";

fn terms_of(platform: PlatformId, record: &StablecoinQuoteRecord, document: String) -> AuthenticatedColumns {
    let columns = json!({
        "stablecoin": record.stablecoin,
        "operation_type": record.operation_type,
        "expires_at": record.expires_at.millis(),
        "created_at": record.created_at.millis(),
    })
    .to_string();
    AuthenticatedColumns {
        table: "stablecoin_quote",
        key: "quote_id",
        platform,
        id: record.id.uuid().into(),
        columns,
        document,
    }
}

pub(crate) fn read_terms(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(StablecoinQuoteRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, terms) = row.document("terms")?;
    let record = StablecoinQuoteRecord {
        id: row.get("quote_id")?,
        stablecoin: row.get("stablecoin_id")?,
        operation_type: row.parsed("operation_type")?,
        status: row.parsed("status")?,
        operation: row.get("operation_id")?,
        terms,
        expires_at: row.get("expires_at")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    };
    let terms = terms_of(platform, &record, text);
    Ok((record, terms, row.get("mac")?))
}

/// Returns a row reader that verifies the MAC of each preview; no other preview is executed.
fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<StablecoinQuoteRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_terms(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Inserts a new preview with its MAC.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &StablecoinQuoteRecord) -> Result<(), Error> {
    let terms = terms_of(platform, record, json_text(&record.terms)?);
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO stablecoin_quote (platform_id, quote_id, stablecoin_id, operation_type, status, operation_id, \
         terms, expires_at, created_at, updated_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        params![
            platform,
            record.id,
            record.stablecoin,
            record.operation_type.as_str(),
            record.status.as_str(),
            record.operation,
            Value::Json(terms.document.into()),
            record.expires_at,
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Updates the mutable columns of a preview.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &StablecoinQuoteRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    tx.execute(
        "UPDATE stablecoin_quote SET status = $3, operation_id = $4, updated_at = $5 \
         WHERE platform_id = $1 AND quote_id = $2",
        params![platform, record.id, record.status.as_str(), record.operation, record.updated_at],
    )
}

/// Finds the preview with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinQuoteId,
) -> Result<Option<StablecoinQuoteRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM stablecoin_quote WHERE platform_id = $1 AND quote_id = $2");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Reads like [`find`], and locks the row until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinQuoteId,
) -> Result<Option<StablecoinQuoteRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM stablecoin_quote WHERE platform_id = $1 AND quote_id = $2 FOR UPDATE");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Renews the MACs of up to `limit` previews after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<StablecoinQuoteId>,
    limit: u32,
) -> Result<Option<StablecoinQuoteId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM stablecoin_quote WHERE platform_id = $1 AND ($2 OR quote_id > $3) \
         ORDER BY quote_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_terms(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
