//! Rows of platforms: the tenants, with their clocks and configurations (conventions 2, customers 1).

use std::fmt;
use std::str::FromStr;

use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::platform::SupportedCurrency;
use causeway_domain::quotes::FeeConfig;
use causeway_domain::{PlatformClock, Revision, Time};
use serde::{Deserialize, Serialize};

use crate::database::config_version::{self, VERSION};
use crate::database::terms::{self, Terms};
use crate::database::value::json_text;
use crate::{Error, Macs, Row, Tx, Value, params};

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
    pub updated_at: Revision,
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

pub(crate) const COLUMNS: &str =
    "platform_id, environment, name, disabled, frozen_at, lead_millis, uma_domain,
    proxy_uma_subdomain, webhook_endpoint, doc, created_at, updated_at, mac";

/// What is authenticated of a platform beside its document.
#[derive(Serialize)]
struct Columns<'a> {
    environment: &'a str,
    name: &'a str,
    disabled: bool,
    uma_domain: Option<&'a str>,
    proxy_uma_subdomain: Option<&'a str>,
    webhook_endpoint: Option<&'a str>,
    created_at: i64,
}

/// Returns what is authenticated of a platform: all but its clock, `updated_at` and its version. `document` is its
/// document as it is stored.
fn terms_of(record: &PlatformRecord, document: String) -> Result<Terms, Error> {
    let PlatformRecord {
        id,
        environment,
        name,
        is_disabled,
        clock: _,
        uma_domain,
        proxy_uma_subdomain,
        webhook_endpoint,
        doc: _,
        created_at,
        updated_at: _,
    } = record;
    let columns = json_text(&Columns {
        environment: environment.as_str(),
        name,
        disabled: *is_disabled,
        uma_domain: uma_domain.as_deref(),
        proxy_uma_subdomain: proxy_uma_subdomain.as_deref(),
        webhook_endpoint: webhook_endpoint.as_deref(),
        created_at: created_at.millis(),
    })?;
    let id = id.uuid().into();
    Ok(Terms { table: "platform", key: "platform_id", platform: record.id, id, columns, document })
}

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

/// Adds a platform, authenticated.
///
/// # Errors
/// [`Error::Duplicate`] of `platform_uma_domain` or `platform_proxy_uma_subdomain`; those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Result<(), Error> {
    let (frozen_at, lead_millis) = clock_columns(platform.clock);
    let terms = terms_of(platform, json_text(&platform.doc)?)?;
    let (mac, version) = (terms.mac(tx.macs()), tx.new_version());
    tx.execute(
        "INSERT INTO platform (platform_id, environment, name, disabled, frozen_at, lead_millis, uma_domain,
             proxy_uma_subdomain, webhook_endpoint, doc, created_at, updated_at, config_version, mac)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
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
            Value::Json(terms.document.into()),
            platform.created_at,
            platform.updated_at,
            version,
            mac,
        ],
    )
}

/// The platform, if there is one.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write it; those of the database.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<PlatformRecord>, Error> {
    let sql = format!("SELECT {COLUMNS}, {VERSION} FROM platform WHERE platform_id = $1");
    find_noted(tx, &sql, platform)
}

/// Reads a platform, and notes the version of what is configured for it.
fn find_noted(tx: &mut Tx<'_>, sql: &str, platform: PlatformId) -> Result<Option<PlatformRecord>, Error> {
    let read = read(tx.macs());
    let found = tx.query_opt(sql, params![platform], |row| Ok((read(row)?, config_version::read(row)?)))?;
    Ok(found.map(|(record, version)| {
        tx.note_version(platform, version);
        record
    }))
}

/// The platform.
///
/// # Errors
/// [`Error::Missing`] when there is none; as [`find`].
pub fn get(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformRecord, Error> {
    find(tx, platform)?.ok_or(Error::Missing)
}

/// The platform of the environment whose UMA addresses end in this domain: its own, or where it has none `label`
/// under the service's host name, which nobody takes from it by calling a domain so.
///
/// # Errors
/// As [`find`].
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
    let read = read(tx.macs());
    tx.query_opt(&sql, params![environment.as_str(), domain, label.unwrap_or_default()], read)
}

/// The platform, held against other writers until the transaction ends.
///
/// # Errors
/// As [`get`].
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformRecord, Error> {
    let sql = format!("SELECT {COLUMNS}, {VERSION} FROM platform WHERE platform_id = $1 FOR UPDATE");
    find_noted(tx, &sql, platform)?.ok_or(Error::Missing)
}

/// Reads the clock of a platform, which is not authenticated.
///
/// # Errors
/// [`Error::Missing`] when there is no such platform; those of the database.
pub fn get_clock(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformClock, Error> {
    let sql = "SELECT frozen_at, lead_millis FROM platform WHERE platform_id = $1";
    tx.query_one(sql, params![platform], clock)
}

/// Lists all platforms, the oldest first, without checking their codes, so that one bad row does not hide the others.
///
/// # Errors
/// Those of the database.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<PlatformRecord>, Error> {
    let sql = format!("/* all platforms */ SELECT {COLUMNS} FROM platform ORDER BY created_at, platform_id");
    tx.query(&sql, &[], record_of)
}

/// Stores what may change of a locked platform, all but its clock (see [`set_clock`]), authenticated anew.
///
/// # Errors
/// As [`insert`].
pub fn update(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Result<(), Error> {
    let terms = terms_of(platform, json_text(&platform.doc)?)?;
    let (mac, version) = (terms.mac(tx.macs()), tx.new_version());
    tx.execute(
        "UPDATE platform SET name = $2, disabled = $3, uma_domain = $4, proxy_uma_subdomain = $5,
             webhook_endpoint = $6, doc = $7, updated_at = $8, config_version = $9, mac = $10
         WHERE platform_id = $1",
        params![
            platform.id,
            &platform.name,
            platform.is_disabled,
            platform.uma_domain.as_ref(),
            platform.proxy_uma_subdomain.as_ref(),
            platform.webhook_endpoint.as_ref(),
            Value::Json(terms.document.into()),
            platform.updated_at,
            version,
            mac,
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

/// Authenticates the platform anew, with the newest key; `None` once it was. One that this service did not write stays as it is.
///
/// # Errors
/// Those of the database.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<PlatformId>,
    _limit: u32,
) -> Result<Option<PlatformId>, Error> {
    if after.is_some() {
        return Ok(None);
    }
    let sql = format!("SELECT {COLUMNS} FROM platform WHERE platform_id = $1");
    let rows = tx.query(&sql, params![platform], |row| {
        let (_, terms, mac) = read_raw(row)?;
        Ok((terms, mac))
    })?;
    terms::authenticate_anew(tx, &rows)?;
    Ok(Some(platform))
}

/// Reads a platform that this service wrote.
pub(crate) fn read(macs: &dyn Macs) -> impl Fn(&Row<'_>) -> Result<PlatformRecord, Error> + use<'_> {
    move |row| {
        let (record, terms, mac) = read_raw(row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Reads a platform as it is stored, with what is authenticated of it and its MAC.
pub(crate) fn read_raw(row: &Row<'_>) -> Result<(PlatformRecord, Terms, Vec<u8>), Error> {
    let record = record_of(row)?;
    let terms = terms_of(&record, row.get("doc")?)?;
    Ok((record, terms, row.get("mac")?))
}

fn record_of(row: &Row<'_>) -> Result<PlatformRecord, Error> {
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
