//! Rows of registered tokens (stablecoins 3).

use causeway_domain::ids::{Id, PlatformId, StablecoinId, StablecoinProviderAccountId};
use causeway_domain::stablecoins::{
    StablecoinIssuanceStatus, StablecoinNetwork, StablecoinProvider, StablecoinSvcOperationsStatus,
    TokenTotal,
};
use causeway_domain::{Revision, Time};
use serde_json::json;

use super::documents::StablecoinDoc;
use crate::database::listing::{Listing, Page, Position, Scan};
use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::{Error, Macs, Row, Tx, Value, params};

const STATUS_COLUMN: StatusColumn =
    StatusColumn { table: "stablecoin", key: "stablecoin_id", status: "service_status" };

/// A registered token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StablecoinRecord {
    pub id: StablecoinId,
    /// The provider link of the registration.
    pub link: StablecoinProviderAccountId,
    /// The issuing provider.
    pub provider: StablecoinProvider,
    pub network: StablecoinNetwork,
    /// Identifier of the token on its chain.
    pub network_token: String,
    /// The provider's own id of the token.
    pub provider_token: String,
    /// Gates mints and burns at the provider.
    pub issuance_status: StablecoinIssuanceStatus,
    /// Gates the use of the token as a currency of the service.
    pub service_status: StablecoinSvcOperationsStatus,
    /// `true` if it was ever enabled as a currency of the service.
    pub was_enabled: bool,
    /// Total of completed mints.
    pub minted: TokenTotal,
    /// Total of completed burns.
    pub burned: TokenTotal,
    /// The provider's description of the token.
    pub doc: StablecoinDoc,
    /// Time of the registration.
    pub created_at: Time,
    pub updated_at: Revision,
}

impl StablecoinRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

pub(crate) const COLUMNS: &str = "stablecoin_id, link_id, provider, network, network_token, provider_token, issuance_status, \
                       service_status, was_enabled, minted, burned, doc, created_at, updated_at, mac";

fn terms_of(platform: PlatformId, record: &StablecoinRecord, document: String) -> AuthenticatedColumns {
    let columns = json!({
        "link": record.link,
        "provider": record.provider,
        "network": record.network,
        "network_token": record.network_token,
        "provider_token": record.provider_token,
        "created_at": record.created_at.millis(),
    })
    .to_string();
    AuthenticatedColumns {
        table: "stablecoin",
        key: "stablecoin_id",
        platform,
        id: record.id.uuid().into(),
        columns,
        document,
    }
}

fn read_raw(row: &Row<'_>) -> Result<StablecoinRecord, Error> {
    Ok(StablecoinRecord {
        id: row.get("stablecoin_id")?,
        link: row.get("link_id")?,
        provider: row.parsed("provider")?,
        network: row.parsed("network")?,
        network_token: row.get("network_token")?,
        provider_token: row.get("provider_token")?,
        issuance_status: row.parsed("issuance_status")?,
        service_status: row.parsed("service_status")?,
        was_enabled: row.get("was_enabled")?,
        minted: row.parsed("minted")?,
        burned: row.parsed("burned")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

pub(crate) fn read_terms(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(StablecoinRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let record = read_raw(row)?;
    let terms = terms_of(platform, &record, row.get("doc")?);
    Ok((record, terms, row.get("mac")?))
}

/// Returns a row reader that verifies the MAC of each token; no other token is minted or burned.
fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<StablecoinRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_terms(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Inserts a new token with its MAC. Callers use [`find_twin`] first.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &StablecoinRecord) -> Result<(), Error> {
    let terms = terms_of(platform, record, json_text(&record.doc)?);
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO stablecoin (platform_id, stablecoin_id, link_id, provider, network, network_token, provider_token, \
         issuance_status, service_status, was_enabled, minted, burned, doc, created_at, updated_at, mac) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        params![
            platform,
            record.id,
            record.link,
            record.provider.as_str(),
            record.network.as_str(),
            &record.network_token,
            &record.provider_token,
            record.issuance_status.as_str(),
            record.service_status.as_str(),
            record.was_enabled,
            record.minted.to_string(),
            record.burned.to_string(),
            Value::Json(terms.document.into()),
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Updates the mutable columns of a token.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &StablecoinRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.service_status.as_str())?;
    tx.execute(
        "UPDATE stablecoin SET issuance_status = $3, service_status = $4, was_enabled = $5, minted = $6, burned = $7, \
         updated_at = $8 WHERE platform_id = $1 AND stablecoin_id = $2",
        params![
            platform,
            record.id,
            record.issuance_status.as_str(),
            record.service_status.as_str(),
            record.was_enabled,
            record.minted.to_string(),
            record.burned.to_string(),
            record.updated_at,
        ],
    )
}

/// Finds the token with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinId,
) -> Result<Option<StablecoinRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM stablecoin WHERE platform_id = $1 AND stablecoin_id = $2");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Reads like [`find`], and locks the row until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinId,
) -> Result<Option<StablecoinRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM stablecoin WHERE platform_id = $1 AND stablecoin_id = $2 FOR UPDATE");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// A conflict with another registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenConflict {
    /// The token on its chain is registered.
    NetworkToken(StablecoinId),
    /// The provider's id of the token is registered at the same link.
    ProviderToken(StablecoinId),
}

/// Finds another registration of the same token on the chain, or else at the link.
pub fn find_twin(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    network: StablecoinNetwork,
    network_token: &str,
    link: StablecoinProviderAccountId,
    provider_token: &str,
) -> Result<Option<TokenConflict>, Error> {
    let by_network = tx.query_opt(
        "SELECT stablecoin_id FROM stablecoin WHERE platform_id = $1 AND network = $2 AND network_token = $3",
        params![platform, network.as_str(), network_token],
        |row| row.get("stablecoin_id").map(TokenConflict::NetworkToken),
    )?;
    let by_provider = tx.query_opt(
        "SELECT stablecoin_id FROM stablecoin WHERE platform_id = $1 AND link_id = $2 AND provider_token = $3",
        params![platform, link, provider_token],
        |row| row.get("stablecoin_id").map(TokenConflict::ProviderToken),
    )?;
    Ok(by_network.or(by_provider))
}

/// Filter for lists of tokens; all given conditions must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StablecoinFilter {
    pub provider: Option<StablecoinProvider>,
    pub issuance_status: Option<StablecoinIssuanceStatus>,
    pub service_status: Option<StablecoinSvcOperationsStatus>,
}

/// Returns a page of tokens, and the total number of matches.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: StablecoinFilter,
    page: &Page,
) -> Result<(Vec<StablecoinRecord>, Option<i64>), Error> {
    let listing = Listing::new("stablecoin", "stablecoin_id", platform)
        .filter("provider = $$", filter.provider.map(StablecoinProvider::as_str))
        .filter("issuance_status = $$", filter.issuance_status.map(StablecoinIssuanceStatus::as_str))
        .filter("service_status = $$", filter.service_status.map(StablecoinSvcOperationsStatus::as_str));
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Filter for operators' lists of tokens; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StablecoinScanFilter<'a> {
    /// The provider's own id of the token.
    pub provider_token: Option<&'a str>,
    pub service_status: Option<StablecoinSvcOperationsStatus>,
    /// Inclusive lower bound of the creation time.
    pub since: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub until: Option<Time>,
}

/// Scans the tokens of a platform.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &StablecoinScanFilter<'_>,
    page: &Page,
) -> Result<Scan<StablecoinRecord>, Error> {
    let listing = Listing::new("stablecoin", "stablecoin_id", platform)
        .created_between(filter.since, filter.until)
        .filter("provider_token = $$", filter.provider_token)
        .filter("service_status = $$", filter.service_status.map(StablecoinSvcOperationsStatus::as_str));
    let read = read(platform, tx.macs());
    listing.scan(tx, COLUMNS, page, read)
}

/// Renews the MACs of up to `limit` tokens after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<StablecoinId>,
    limit: u32,
) -> Result<Option<StablecoinId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM stablecoin WHERE platform_id = $1 AND ($2 OR stablecoin_id > $3) \
         ORDER BY stablecoin_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_terms(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
