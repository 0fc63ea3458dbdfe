//! Rows of API tokens (customers 10).

use causeway_domain::ids::{Id, PlatformId, TokenId};
use causeway_domain::tokens::{Permissions, TokenPermission};
use causeway_domain::{PlatformClock, Time};

use crate::database::config_version::{self, ConfigVersion, VERSION};
use crate::database::listing::{Listing, Page, Position};
use crate::platforms::{self, Environment};
use crate::{Error, Row, Tx, params};

/// A token that has not been deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRecord {
    /// Its id.
    pub id: TokenId,
    /// The name that callers give with the secret.
    pub client_id: String,
    /// The keyed hash of its secret, with its platform, its id and what it permits.
    pub secret_hash: Vec<u8>,
    /// What it permits.
    pub permissions: Permissions,
    /// The platform's name for it.
    pub name: String,
    /// When it was made; tokens never change.
    pub created_at: Time,
}

/// What authentication needs to know of a token and its platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// The token.
    pub id: TokenId,
    /// Its platform.
    pub platform: PlatformId,
    /// The keyed hash of its secret.
    pub secret_hash: Vec<u8>,
    /// What it permits.
    pub permissions: Permissions,
    /// The platform's environment.
    pub environment: Environment,
    /// The platform's clock.
    pub clock: PlatformClock,
    /// Whether the platform has a webhook endpoint.
    pub has_endpoint: bool,
    /// Whether the platform's credentials are refused.
    pub disabled: bool,
    /// The version of what is configured for the platform.
    pub version: ConfigVersion,
}

/// Which tokens a list shows; every condition narrows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter<'a> {
    /// Of exactly this name.
    pub name: Option<&'a str>,
    /// Made at this instant or later.
    pub created_after: Option<Time>,
    /// Made at this instant or earlier.
    pub created_before: Option<Time>,
}

const COLUMNS: &str = "token_id, client_id, secret_hash, permissions, name, created_at";

impl TokenRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// Adds a token.
///
/// # Errors
/// [`Error::Duplicate`] of `token_client`; those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, token: &TokenRecord) -> Result<(), Error> {
    let permissions: Vec<&str> = token.permissions.iter().map(TokenPermission::as_str).collect();
    tx.execute(
        "INSERT INTO token (platform_id, token_id, client_id, secret_hash, permissions, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            platform,
            token.id,
            &token.client_id,
            &token.secret_hash,
            permissions.join(","),
            &token.name,
            token.created_at,
        ],
    )
}

/// The token of this client id with its platform, of whatever platform it is; deleted ones are not found, nor one whose
/// permissions cannot be read: this service did not write them.
///
/// # Errors
/// Those of the database.
pub fn find_for_authentication(tx: &mut Tx<'_>, client_id: &str) -> Result<Option<Credential>, Error> {
    let sql = format!(
        "SELECT t.token_id, t.platform_id, t.secret_hash, t.permissions, p.environment, p.frozen_at,
            p.lead_millis, p.webhook_endpoint IS NOT NULL AS has_endpoint, p.disabled, {VERSION}
        FROM token t JOIN platform p ON p.platform_id = t.platform_id
        WHERE t.client_id = $1 AND t.deleted_at IS NULL"
    );
    let found = tx.query_opt(&sql, params![client_id], |row| {
        let Ok(permissions) = permissions(row) else { return Ok(None) };
        Ok(Some(Credential {
            id: row.get("token_id")?,
            platform: row.get("platform_id")?,
            secret_hash: row.get("secret_hash")?,
            permissions,
            environment: row.get::<String>("environment")?.parse()?,
            clock: platforms::clock(row)?,
            has_endpoint: row.get("has_endpoint")?,
            disabled: row.get("disabled")?,
            version: config_version::read(row)?,
        }))
    });
    Ok(found?.flatten())
}

/// The token, if the platform has it.
///
/// # Errors
/// Those of the database.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, token: TokenId) -> Result<Option<TokenRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM token WHERE platform_id = $1 AND token_id = $2 AND deleted_at IS NULL"
    );
    tx.query_opt(&sql, params![platform, token], read)
}

/// All tokens of the platform, held against other writers until the transaction ends: whether one may be
/// deleted depends on the others.
///
/// # Errors
/// Those of the database.
pub fn lock_all(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<TokenRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM token WHERE platform_id = $1 AND deleted_at IS NULL ORDER BY token_id FOR UPDATE"
    );
    tx.query(&sql, params![platform], read)
}

/// Deletes a token: it is not found any more, its row stays. The hash of its secret goes, so that nothing is won by
/// making it one that was not deleted.
///
/// # Errors
/// Those of the database.
pub fn delete(tx: &mut Tx<'_>, platform: PlatformId, token: TokenId, at: Time) -> Result<(), Error> {
    tx.execute(
        "UPDATE token SET deleted_at = $3, secret_hash = $4
         WHERE platform_id = $1 AND token_id = $2 AND deleted_at IS NULL",
        params![platform, token, at, &[][..]],
    )
}

/// A page of the platform's tokens, and one more row when another page follows.
///
/// # Errors
/// Those of the database.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter<'_>,
    page: &Page,
) -> Result<Vec<TokenRecord>, Error> {
    listing(platform, filter).page(tx, COLUMNS, page, read)
}

/// How many tokens match; none where they are too many to count.
///
/// # Errors
/// Those of the database.
pub fn count(tx: &mut Tx<'_>, platform: PlatformId, filter: &Filter<'_>) -> Result<Option<i64>, Error> {
    listing(platform, filter).count(tx)
}

fn listing<'a>(platform: PlatformId, filter: &Filter<'a>) -> Listing<'a> {
    Listing::new("token", "token_id", platform)
        .only("deleted_at IS NULL")
        .filter("name = $$", filter.name)
        .filter("created_at >= $$", filter.created_after)
        .filter("created_at <= $$", filter.created_before)
}

fn permissions(row: &Row<'_>) -> Result<Permissions, Error> {
    let names: String = row.get("permissions")?;
    let parsed: Result<Vec<TokenPermission>, _> = names.split(',').map(str::parse).collect();
    let set = parsed.ok().and_then(Permissions::try_new);
    set.ok_or_else(|| Error::Data(format!("no permissions {names}")))
}

fn read(row: &Row<'_>) -> Result<TokenRecord, Error> {
    Ok(TokenRecord {
        id: row.get("token_id")?,
        client_id: row.get("client_id")?,
        secret_hash: row.get("secret_hash")?,
        permissions: permissions(row)?,
        name: row.get("name")?,
        created_at: row.get("created_at")?,
    })
}
