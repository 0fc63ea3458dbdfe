//! Rows of the directory of UMA providers, and with which of them platforms may deal (money 5, uma 12).

use causeway_domain::country::Country;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use serde::{Deserialize, Serialize};

use crate::platforms::Environment;
use crate::{Error, Row, Tx, Value, params};

/// A provider of UMA addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaProviderRecord {
    /// What stands behind the `@` of its addresses, in lower case.
    pub domain: String,
    /// What is known about it.
    pub doc: UmaProviderDoc,
}

/// What is known about a provider, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UmaProviderDoc {
    /// Version of this document's form.
    pub v: u32,
    /// Its name.
    pub name: String,
    /// Where its logo is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
    /// Its legal entity identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lei: Option<String>,
    /// The countries that it serves.
    pub regions: Vec<Country>,
    /// What its customers can receive.
    pub currencies: Vec<CurrencyCode>,
}

/// A provider as one platform sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The provider.
    pub provider: UmaProviderRecord,
    /// Whether its domain is that of a platform of the same environment in this deployment.
    pub is_local: bool,
    /// Whether it is the platform itself.
    pub is_own: bool,
    /// Whether the platform may deal with it; none where no operator has decided.
    pub decision: Option<bool>,
}

/// Puts these providers in the place of all that the directory lists. Decisions about them stay.
///
/// # Errors
/// [`Error::Duplicate`] where a domain is named twice; those of the database.
pub fn replace(
    tx: &mut Tx<'_>,
    environment: Environment,
    providers: &[UmaProviderRecord],
) -> Result<(), Error> {
    tx.execute("DELETE FROM uma_provider WHERE environment = $1", params![environment.as_str()])?;
    for provider in providers {
        tx.execute(
            "INSERT INTO uma_provider (environment, domain, doc) VALUES ($1, $2, $3)",
            params![environment.as_str(), &provider.domain, Value::doc(&provider.doc)?],
        )?;
    }
    Ok(())
}

/// All providers of the environment as the platform sees them, in no order. `host` is the service's own name: platforms
/// without a domain have a label under it.
///
/// # Errors
/// Those of the database.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    environment: Environment,
    host: &str,
) -> Result<Vec<Seen>, Error> {
    let sql = "/* all platforms */ SELECT one.domain, one.doc, decision.is_allowed,
            local.platform_id IS NOT NULL AS is_local, COALESCE(local.platform_id = $1, FALSE) AS is_own
        FROM uma_provider one
        LEFT JOIN uma_provider_decision decision
            ON decision.platform_id = $1 AND decision.domain = one.domain
        LEFT JOIN platform local ON local.environment = one.environment AND (local.uma_domain = one.domain
            OR local.uma_domain IS NULL AND local.proxy_uma_subdomain || '.' || $2 = one.domain)
        WHERE one.environment = $3";
    tx.query(sql, params![platform, host, environment.as_str()], read)
}

/// Whether the platform may deal with the provider at this domain; none where no operator has decided.
///
/// # Errors
/// Those of the database.
pub fn find_decision(tx: &mut Tx<'_>, platform: PlatformId, domain: &str) -> Result<Option<bool>, Error> {
    let sql = "SELECT is_allowed FROM uma_provider_decision WHERE platform_id = $1 AND domain = $2";
    tx.query_opt(sql, params![platform, domain], |row| row.get("is_allowed"))
}

/// Decides whether the platform may deal with the provider at this domain, listed or not.
///
/// # Errors
/// Those of the database.
pub fn decide(tx: &mut Tx<'_>, platform: PlatformId, domain: &str, is_allowed: bool) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO uma_provider_decision (platform_id, domain, is_allowed) VALUES ($1, $2, $3)
         ON CONFLICT (platform_id, domain) DO UPDATE SET is_allowed = excluded.is_allowed",
        params![platform, domain, is_allowed],
    )
}

fn read(row: &Row<'_>) -> Result<Seen, Error> {
    Ok(Seen {
        provider: UmaProviderRecord { domain: row.get("domain")?, doc: row.json("doc")? },
        is_local: row.get("is_local")?,
        is_own: row.get("is_own")?,
        decision: row.get("is_allowed")?,
    })
}
