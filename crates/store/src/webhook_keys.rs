//! Rows of the keys that sign webhooks, with their planned ends (conventions 11.3). A platform's keys and their ends
//! change under the lock of the platform.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use serde::Serialize;
use uuid::Uuid;

use crate::database::config_change;
use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::secret_keys::{self, SecretKeyRecord};
use crate::{Error, Row, Tx, params};

/// The purpose of these keys among all secret keys.
pub const PURPOSE: &str = "WEBHOOK_SIGNATURE";

/// A key that signs webhooks, or has done so.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookKeyRecord {
    pub key: SecretKeyRecord,
    pub end: PlannedEnd,
}

/// The end of a key as its row says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlannedEnd {
    /// There is no row.
    None,
    /// The row is as this service wrote it.
    Authentic(WebhookKeyEnd),
    /// This service did not write the row.
    Forged,
}

/// The planned end of a key, in wall time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebhookKeyEnd {
    /// The key's id among the secret keys.
    pub key: Uuid,
    /// The time from which on the next key signs.
    pub signs_until: Time,
    /// The time from which on the key is not published.
    pub published_until: Time,
}

pub(crate) const COLUMNS: &str = "key_id, signs_until, published_until, mac";

/// Authenticated columns of an end besides its key.
#[derive(Serialize)]
struct Columns {
    signs_until: i64,
    published_until: i64,
}

/// Returns the authenticated columns: the complete row.
fn terms_of(platform: PlatformId, end: &WebhookKeyEnd) -> Result<AuthenticatedColumns, Error> {
    let WebhookKeyEnd { key, signs_until, published_until } = end;
    let columns = Columns { signs_until: signs_until.millis(), published_until: published_until.millis() };
    Ok(AuthenticatedColumns {
        table: "webhook_key_end",
        key: "key_id",
        platform,
        id: (*key).into(),
        columns: json_text(&columns)?,
        document: "{}".to_owned(),
    })
}

/// Sets the planned end of a key, or replaces it.
pub fn set_end(tx: &mut Tx<'_>, platform: PlatformId, end: &WebhookKeyEnd) -> Result<(), Error> {
    config_change::change(tx, platform)?;
    let mac = terms_of(platform, end)?.mac(tx.macs());
    tx.execute(
        "INSERT INTO webhook_key_end (platform_id, key_id, signs_until, published_until, mac)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (platform_id, key_id) DO UPDATE SET signs_until = excluded.signs_until,
             published_until = excluded.published_until, mac = excluded.mac",
        params![platform, end.key, end.signs_until, end.published_until, mac],
    )
}

/// Returns all keys of a platform with their planned ends, the newest first. A forged end is marked, so that it ends
/// its own key only.
pub fn list(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<WebhookKeyRecord>, Error> {
    let macs = tx.macs();
    tx.query(
        "SELECT s.key_id, s.platform_id, s.purpose, s.wrapped, s.doc, s.created_at, s.retired_at,
             e.signs_until, e.published_until, e.mac
         FROM secret_key s LEFT JOIN webhook_key_end e
             ON e.platform_id = s.platform_id AND e.key_id = s.key_id
         WHERE s.platform_id = $1 AND s.purpose = $2 ORDER BY s.created_at DESC, s.key_id DESC",
        params![platform, PURPOSE],
        |row| {
            let key = secret_keys::read(row)?;
            let end = if row.get::<Option<Vec<u8>>>("mac")?.is_none() {
                PlannedEnd::None
            } else {
                let (end, terms, mac) = read_raw(platform, row)?;
                if terms.is_authentic(&mac, macs) { PlannedEnd::Authentic(end) } else { PlannedEnd::Forged }
            };
            Ok(WebhookKeyRecord { key, end })
        },
    )
}

/// Renews the MACs of up to `limit` ends after `after` with the newest key. Returns the last of them, or `None` if
/// none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Option<Uuid>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM webhook_key_end WHERE platform_id = $1 AND ($2 OR key_id > $3) \
         ORDER BY key_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (end, terms, mac) = read_raw(platform, row)?;
        Ok((end.key, (terms, mac)))
    })?;
    let (keys, rows): (Vec<Uuid>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(keys.last().copied())
}

/// Reads an end as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(WebhookKeyEnd, AuthenticatedColumns, Vec<u8>), Error> {
    let end = WebhookKeyEnd {
        key: row.get("key_id")?,
        signs_until: row.get("signs_until")?,
        published_until: row.get("published_until")?,
    };
    let terms = terms_of(platform, &end)?;
    Ok((end, terms, row.get("mac")?))
}
