//! Rows of the directory of UMA providers, and the decisions which of them platforms may deal with (money 5,
//! uma 12).

use causeway_domain::country::Country;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use serde::{Deserialize, Serialize};

use crate::platforms::Environment;
use crate::{Error, Row, Tx, Value, params};

/// A UMA provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaProviderRecord {
    /// The domain of its addresses, in lower case.
    pub domain: String,
    pub doc: UmaProviderDoc,
}

/// Stored data of a provider, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UmaProviderDoc {
    pub v: u32,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
    /// Legal entity identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lei: Option<String>,
    /// Countries served.
    pub regions: Vec<Country>,
    /// Currencies that its customers can receive.
    pub currencies: Vec<CurrencyCode>,
}

/// A provider as seen by one platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaProviderView {
    pub provider: UmaProviderRecord,
    /// `true` if the domain belongs to a platform of the same environment in this deployment.
    pub is_local: bool,
    /// `true` if the domain belongs to the platform itself.
    pub is_own: bool,
    /// An operator's decision on whether the platform may deal with it; `None` if there is none.
    pub decision: Option<bool>,
}

/// Replaces the directory with these providers. Decisions about them are kept.
///
/// # Errors
/// [`Error::Duplicate`] if a domain is named twice.
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

/// Returns all providers of the environment as seen by the platform, in no particular order. `host` is the
/// service's host name, under which platforms without a domain have a label.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    environment: Environment,
    host: &str,
) -> Result<Vec<UmaProviderView>, Error> {
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

/// Returns the operator's decision on whether the platform may deal with the provider at this domain, or
/// `None` if there is none.
pub fn find_decision(tx: &mut Tx<'_>, platform: PlatformId, domain: &str) -> Result<Option<bool>, Error> {
    let sql = "SELECT is_allowed FROM uma_provider_decision WHERE platform_id = $1 AND domain = $2";
    tx.query_opt(sql, params![platform, domain], |row| row.get("is_allowed"))
}

/// Records the decision on whether the platform may deal with the provider at this domain, listed or not.
pub fn decide(tx: &mut Tx<'_>, platform: PlatformId, domain: &str, is_allowed: bool) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO uma_provider_decision (platform_id, domain, is_allowed) VALUES ($1, $2, $3)
         ON CONFLICT (platform_id, domain) DO UPDATE SET is_allowed = excluded.is_allowed",
        params![platform, domain, is_allowed],
    )
}

fn read(row: &Row<'_>) -> Result<UmaProviderView, Error> {
    Ok(UmaProviderView {
        provider: UmaProviderRecord { domain: row.get("domain")?, doc: row.json("doc")? },
        is_local: row.get("is_local")?,
        is_own: row.get("is_own")?,
        decision: row.get("is_allowed")?,
    })
}
