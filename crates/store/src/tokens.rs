//! Rows of API tokens (customers 10).

use causeway_domain::ids::{Id, PlatformId, TokenId};
use causeway_domain::tokens::{Permissions, TokenPermission};
use causeway_domain::{PlatformClock, Time};

use crate::database::config_version::{self, ConfigVersion, VERSION};
use crate::database::listing::{Listing, Page, Position};
use crate::platforms::{self, Environment};
use crate::{Error, Row, Tx, params};

/// An API token that is not deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRecord {
    pub id: TokenId,
    /// Identifier that callers send with the secret.
    pub client_id: String,
    /// Keyed hash over the secret, the platform, the id and the permissions.
    pub secret_hash: Vec<u8>,
    pub permissions: Permissions,
    /// Chosen by the platform.
    pub name: String,
    /// Tokens are immutable, so there is no time of a last change.
    pub created_at: Time,
}

/// A token and the state of its platform, as needed for authentication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    pub id: TokenId,
    pub platform: PlatformId,
    /// Keyed hash over the secret, the platform, the id and the permissions.
    pub secret_hash: Vec<u8>,
    pub permissions: Permissions,
    pub environment: Environment,
    pub clock: PlatformClock,
    pub has_endpoint: bool,
    /// `true` if the platform's credentials are refused.
    pub disabled: bool,
    /// Version of the platform's configuration.
    pub version: ConfigVersion,
}

/// Filter for lists of tokens; all given conditions must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter<'a> {
    /// Exact name.
    pub name: Option<&'a str>,
    /// Inclusive.
    pub created_after: Option<Time>,
    /// Inclusive.
    pub created_before: Option<Time>,
}

const COLUMNS: &str = "token_id, client_id, secret_hash, permissions, name, created_at";

impl TokenRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// Inserts a token.
///
/// # Errors
/// [`Error::Duplicate`] of `token_client`.
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

/// Finds the token of a client id on any platform, and its platform. Deleted tokens are not found, nor one
/// with unreadable permissions, which this service cannot have written.
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

/// Finds a token of the platform, unless it was deleted.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, token: TokenId) -> Result<Option<TokenRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM token WHERE platform_id = $1 AND token_id = $2 AND deleted_at IS NULL"
    );
    tx.query_opt(&sql, params![platform, token], read)
}

/// Locks all tokens of the platform until the transaction ends: the others decide whether one may be deleted.
pub fn lock_all(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<TokenRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM token WHERE platform_id = $1 AND deleted_at IS NULL ORDER BY token_id FOR UPDATE"
    );
    tx.query(&sql, params![platform], read)
}

/// Marks a token as deleted; its row is kept. The hash of its secret is erased, so that resetting
/// `deleted_at` does not make the token valid again.
pub fn delete(tx: &mut Tx<'_>, platform: PlatformId, token: TokenId, at: Time) -> Result<(), Error> {
    tx.execute(
        "UPDATE token SET deleted_at = $3, secret_hash = $4
         WHERE platform_id = $1 AND token_id = $2 AND deleted_at IS NULL",
        params![platform, token, at, &[][..]],
    )
}

/// Returns a page of the platform's tokens, and one more row if another page follows.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter<'_>,
    page: &Page,
) -> Result<Vec<TokenRecord>, Error> {
    listing(platform, filter).page(tx, COLUMNS, page, read)
}

/// Counts the matching tokens. `None` if there are too many to count.
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
    set.ok_or_else(|| Error::Data(format!("column permissions: not permissions: {names}")))
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
