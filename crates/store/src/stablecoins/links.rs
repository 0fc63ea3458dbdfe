//! Rows of links to accounts at stablecoin providers (stablecoins 2).

use causeway_domain::ids::{Id, PlatformId, StablecoinProviderAccountId};
use causeway_domain::stablecoins::{StablecoinProvider, StablecoinProviderAccountStatus};
use causeway_domain::{Revision, Time};
use serde_json::json;

use crate::database::listing::{Listing, Page, Position};
use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms::{self, AuthenticatedColumns};
use crate::{Error, Macs, Row, Tx, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("stablecoin_provider_account", "link_id");

/// A link to an account at a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkRecord {
    pub id: StablecoinProviderAccountId,
    pub provider: StablecoinProvider,
    /// The provider's own id of the account.
    pub provider_account: String,
    pub status: StablecoinProviderAccountStatus,
    /// API credentials, encrypted.
    pub credentials: Vec<u8>,
    /// Time at which the provider last accepted the credentials.
    pub last_verified_at: Time,
    /// Time of the first linking.
    pub created_at: Time,
    pub updated_at: Revision,
}

impl LinkRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

pub(crate) const COLUMNS: &str = "link_id, provider, provider_account, status, credentials, last_verified_at, created_at, \
                       updated_at, mac";

fn terms_of(platform: PlatformId, record: &LinkRecord) -> AuthenticatedColumns {
    let columns = json!({
        "provider": record.provider,
        "provider_account": record.provider_account,
        "created_at": record.created_at.millis(),
    })
    .to_string();
    AuthenticatedColumns {
        table: "stablecoin_provider_account",
        key: "link_id",
        platform,
        id: record.id.uuid().into(),
        columns,
        document: "{}".to_owned(),
    }
}

fn read_raw(row: &Row<'_>) -> Result<LinkRecord, Error> {
    Ok(LinkRecord {
        id: row.get("link_id")?,
        provider: row.parsed("provider")?,
        provider_account: row.get("provider_account")?,
        status: row.parsed("status")?,
        credentials: row.get("credentials")?,
        last_verified_at: row.get("last_verified_at")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

pub(crate) fn read_terms(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(LinkRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let record = read_raw(row)?;
    let terms = terms_of(platform, &record);
    Ok((record, terms, row.get("mac")?))
}

/// Returns a row reader that verifies the MAC of each link; no request goes to a provider by any other link.
fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<LinkRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_terms(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Inserts a new link with its MAC. A second link to the same account makes the transaction fail as a lost
/// race: callers use [`lock_account`] first.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &LinkRecord) -> Result<(), Error> {
    let mac = terms_of(platform, record).mac(tx.macs());
    tx.execute(
        "INSERT INTO stablecoin_provider_account (platform_id, link_id, provider, provider_account, status, \
         credentials, last_verified_at, created_at, updated_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            platform,
            record.id,
            record.provider.as_str(),
            &record.provider_account,
            record.status.as_str(),
            &record.credentials,
            record.last_verified_at,
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Updates the mutable columns of a link.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &LinkRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    tx.execute(
        "UPDATE stablecoin_provider_account SET status = $3, credentials = $4, last_verified_at = $5, updated_at = $6 \
         WHERE platform_id = $1 AND link_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            &record.credentials,
            record.last_verified_at,
            record.updated_at,
        ],
    )
}

/// Finds the link with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinProviderAccountId,
) -> Result<Option<LinkRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM stablecoin_provider_account WHERE platform_id = $1 AND link_id = $2");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Reads like [`find`], and locks the row until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinProviderAccountId,
) -> Result<Option<LinkRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM stablecoin_provider_account WHERE platform_id = $1 AND link_id = $2 FOR UPDATE"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Finds and locks the link to this account of a provider until the transaction ends.
///
/// # Errors
/// The same as [`find`].
pub fn lock_account(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    provider: StablecoinProvider,
    provider_account: &str,
) -> Result<Option<LinkRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM stablecoin_provider_account \
         WHERE platform_id = $1 AND provider = $2 AND provider_account = $3 FOR UPDATE"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, provider.as_str(), provider_account], read)
}

/// Returns all links of a platform, ordered by id.
///
/// # Errors
/// The same as [`find`].
pub fn all(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<LinkRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM stablecoin_provider_account WHERE platform_id = $1 ORDER BY link_id");
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform], read)
}

/// Filter for lists of links; all given conditions must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkFilter {
    pub provider: Option<StablecoinProvider>,
    pub status: Option<StablecoinProviderAccountStatus>,
}

/// Returns a page of links, and the total number of matches.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: LinkFilter,
    page: &Page,
) -> Result<(Vec<LinkRecord>, Option<i64>), Error> {
    let listing = Listing::new("stablecoin_provider_account", "link_id", platform)
        .filter("provider = $$", filter.provider.map(StablecoinProvider::as_str))
        .filter("status = $$", filter.status.map(StablecoinProviderAccountStatus::as_str));
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Updates the credentials of a link after their re-encryption.
pub fn reencrypt(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinProviderAccountId,
    credentials: &[u8],
) -> Result<(), Error> {
    tx.execute(
        "UPDATE stablecoin_provider_account SET credentials = $3 WHERE platform_id = $1 AND link_id = $2",
        params![platform, id, credentials],
    )
}

/// Renews the MACs of up to `limit` links after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<StablecoinProviderAccountId>,
    limit: u32,
) -> Result<Option<StablecoinProviderAccountId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM stablecoin_provider_account WHERE platform_id = $1 AND ($2 OR link_id > $3) \
         ORDER BY link_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_terms(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
