//! Rows of platforms: the tenants, with their clocks and configurations (conventions 2, customers 1).

use std::fmt;
use std::str::FromStr;

use causeway_domain::ids::PlatformId;
use causeway_domain::platform::SupportedCurrency;
use causeway_domain::quotes::FeeConfig;
use causeway_domain::{PlatformClock, Time};
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// In which world a platform lives, for good (conventions 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Environment {
    /// No real money moves.
    Sandbox,
    /// Real partners are asked.
    Production,
}

/// A platform.
#[derive(Debug, Clone, PartialEq)]
pub struct PlatformRecord {
    /// Its id.
    pub id: PlatformId,
    /// Sandbox or production.
    pub environment: Environment,
    /// The operator's name for it.
    pub name: String,
    /// Whether its credentials are refused.
    pub is_disabled: bool,
    /// Its clock.
    pub clock: PlatformClock,
    /// The host name of its UMA addresses, in lower case; no two platforms have the same.
    pub uma_domain: Option<String>,
    /// The label under which its addresses are served; no two platforms have the same.
    pub proxy_uma_subdomain: Option<String>,
    /// Where its events are sent.
    pub webhook_endpoint: Option<String>,
    /// The rest of its configuration.
    pub doc: PlatformDoc,
    /// When it was created.
    pub created_at: Time,
    /// When its configuration last changed.
    pub updated_at: Time,
}

/// The document of a platform, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlatformDoc {
    /// Version of this document's form.
    pub v: u32,
    /// The currencies it works with.
    pub currencies: Vec<SupportedCurrency>,
    /// Its active standing fees.
    pub fee_configs: Vec<FeeConfig>,
    /// How wallets write to end users, as the interface writes it; none until it is set.
    pub embedded_wallet: Option<serde_json::Value>,
    /// How card provisioning writes to end users, as the interface writes it; none until it is set.
    pub card_tokenization: Option<serde_json::Value>,
}

const COLUMNS: &str = "platform_id, environment, name, disabled, frozen_at, lead_millis, uma_domain,
    proxy_uma_subdomain, webhook_endpoint, doc, created_at, updated_at";

impl Environment {
    /// The name that is stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sandbox => "SANDBOX",
            Self::Production => "PRODUCTION",
        }
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Environment {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "SANDBOX" => Ok(Self::Sandbox),
            "PRODUCTION" => Ok(Self::Production),
            _ => Err(Error::Data(format!("no environment {text}"))),
        }
    }
}

/// Adds a platform.
///
/// # Errors
/// [`Error::Duplicate`] of `platform_uma_domain` or `platform_proxy_uma_subdomain`; those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Result<(), Error> {
    let (frozen_at, lead_millis) = clock_columns(platform.clock);
    tx.execute(
        "INSERT INTO platform (platform_id, environment, name, disabled, frozen_at, lead_millis, uma_domain,
             proxy_uma_subdomain, webhook_endpoint, doc, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        params![
            platform.id,
            platform.environment.as_str(),
            &platform.name,
            platform.is_disabled,
            frozen_at,
            lead_millis,
            platform.uma_domain.as_ref(),
            platform.proxy_uma_subdomain.as_ref(),
            platform.webhook_endpoint.as_ref(),
            Value::doc(&platform.doc)?,
            platform.created_at,
            platform.updated_at,
        ],
    )
}

/// The platform, if there is one.
///
/// # Errors
/// Those of the database.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<PlatformRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM platform WHERE platform_id = $1");
    tx.query_opt(&sql, params![platform], read)
}

/// The platform.
///
/// # Errors
/// [`Error::Missing`] when there is none; those of the database.
pub fn get(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformRecord, Error> {
    find(tx, platform)?.ok_or(Error::Missing)
}

/// The platform of the environment whose UMA addresses end in this domain: its own, or where it has none `label`
/// under the service's host name, which nobody takes from it by calling a domain so.
///
/// # Errors
/// Those of the database.
pub fn find_at_uma_domain(
    tx: &mut Tx<'_>,
    environment: Environment,
    domain: &str,
    label: Option<&str>,
) -> Result<Option<PlatformRecord>, Error> {
    let sql = format!(
        "/* all platforms */ SELECT {COLUMNS} FROM platform WHERE environment = $1
         AND (uma_domain = $2 OR uma_domain IS NULL AND proxy_uma_subdomain = $3)
         ORDER BY CASE WHEN uma_domain IS NULL THEN 0 ELSE 1 END LIMIT 1"
    );
    tx.query_opt(&sql, params![environment.as_str(), domain, label.unwrap_or_default()], read)
}

/// The platform, held against other writers until the transaction ends.
///
/// # Errors
/// As [`get`].
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformRecord, Error> {
    let sql = format!("SELECT {COLUMNS} FROM platform WHERE platform_id = $1 FOR UPDATE");
    tx.query_one(&sql, params![platform], read)
}

/// All platforms, the oldest first.
///
/// # Errors
/// Those of the database.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<PlatformRecord>, Error> {
    let sql = format!("/* all platforms */ SELECT {COLUMNS} FROM platform ORDER BY created_at, platform_id");
    tx.query(&sql, &[], read)
}

/// Stores what may change of a locked platform, all but its clock (see [`set_clock`]).
///
/// # Errors
/// As [`insert`].
pub fn update(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE platform SET name = $2, disabled = $3, uma_domain = $4, proxy_uma_subdomain = $5,
             webhook_endpoint = $6, doc = $7, updated_at = $8 WHERE platform_id = $1",
        params![
            platform.id,
            &platform.name,
            platform.is_disabled,
            platform.uma_domain.as_ref(),
            platform.proxy_uma_subdomain.as_ref(),
            platform.webhook_endpoint.as_ref(),
            Value::doc(&platform.doc)?,
            platform.updated_at,
        ],
    )
}

/// Sets the clock of a locked platform.
///
/// # Errors
/// Those of the database.
pub fn set_clock(tx: &mut Tx<'_>, platform: PlatformId, clock: PlatformClock) -> Result<(), Error> {
    let (frozen_at, lead_millis) = clock_columns(clock);
    tx.execute(
        "UPDATE platform SET frozen_at = $2, lead_millis = $3 WHERE platform_id = $1",
        params![platform, frozen_at, lead_millis],
    )
}

fn read(row: &Row<'_>) -> Result<PlatformRecord, Error> {
    Ok(PlatformRecord {
        id: row.get("platform_id")?,
        environment: row.get::<String>("environment")?.parse()?,
        name: row.get("name")?,
        is_disabled: row.get("disabled")?,
        clock: clock(row)?,
        uma_domain: row.get("uma_domain")?,
        proxy_uma_subdomain: row.get("proxy_uma_subdomain")?,
        webhook_endpoint: row.get("webhook_endpoint")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// The clock in the columns `frozen_at` and `lead_millis`.
pub(crate) fn clock(row: &Row<'_>) -> Result<PlatformClock, Error> {
    Ok(match row.get("frozen_at")? {
        Some(at) => PlatformClock::Frozen { at },
        None => PlatformClock::Running { lead_millis: row.get("lead_millis")? },
    })
}

fn clock_columns(clock: PlatformClock) -> (Option<Time>, i64) {
    match clock {
        PlatformClock::Frozen { at } => (Some(at), 0),
        PlatformClock::Running { lead_millis } => (None, lead_millis),
    }
}
