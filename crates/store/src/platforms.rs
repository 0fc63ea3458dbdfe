//! Rows of platforms, which are the tenants, with their clocks and configurations (conventions 2, customers
//! 1).

use std::fmt;
use std::str::FromStr;

use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::platforms::SupportedCurrency;
use causeway_domain::quotes::FeeConfig;
use causeway_domain::{PlatformClock, Revision, Time};
use serde::{Deserialize, Serialize};

use crate::customers::PostalAddress;
use crate::database::config_version::{self, VERSION};
use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::{Error, Macs, Row, Tx, Value, params};

/// The environment of a platform; immutable (conventions 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Environment {
    /// No real money moves.
    Sandbox,
    /// Payments go through real partners.
    Production,
}

/// A platform.
#[derive(Debug, Clone, PartialEq)]
pub struct PlatformRecord {
    pub id: PlatformId,
    pub environment: Environment,
    /// Chosen by the operator.
    pub name: String,
    /// `true` if the platform's credentials are refused.
    pub is_disabled: bool,
    pub clock: PlatformClock,
    /// Host name of the platform's UMA addresses, in lower case; unique.
    pub uma_domain: Option<String>,
    /// Label under the service's host name that serves its UMA addresses; unique.
    pub proxy_uma_subdomain: Option<String>,
    /// URL to which events are sent.
    pub webhook_endpoint: Option<String>,
    /// Remaining configuration.
    pub doc: PlatformDoc,
    pub created_at: Time,
    /// Time of the last change of the configuration.
    pub updated_at: Revision,
}

/// Stored document of a platform, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlatformDoc {
    pub v: u32,
    /// Supported currencies.
    pub currencies: Vec<SupportedCurrency>,
    /// Active standing fees.
    pub fee_configs: Vec<FeeConfig>,
    /// Settings for messages of embedded wallets to end users, in the form of the interface; `None` until
    /// set.
    pub embedded_wallet: Option<serde_json::Value>,
    /// Settings for messages of card provisioning to end users, in the form of the interface; `None` until
    /// set.
    pub card_tokenization: Option<serde_json::Value>,
    /// Registered name, by which rails know the platform as a payer (rails 19.4); `None` until an operator sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_name: Option<String>,
    /// Registered address, with a city; `None` until an operator sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<PostalAddress>,
}

pub(crate) const COLUMNS: &str =
    "platform_id, environment, name, disabled, frozen_at, lead_millis, uma_domain,
    proxy_uma_subdomain, webhook_endpoint, doc, created_at, updated_at, mac";

/// Authenticated columns of a platform besides its document.
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

/// Returns the authenticated columns: all except the clock, `updated_at` and the version. `document` is the
/// document as stored.
fn terms_of(record: &PlatformRecord, document: String) -> Result<AuthenticatedColumns, Error> {
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
    Ok(AuthenticatedColumns {
        table: "platform",
        key: "platform_id",
        platform: record.id,
        id,
        columns,
        document,
    })
}

impl Environment {
    /// Returns the stored and shown name.
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
            _ => Err(Error::Data(format!("column environment: not an environment: {text}"))),
        }
    }
}

/// Inserts a platform with its MAC.
///
/// # Errors
/// [`Error::Duplicate`] of `platform_uma_domain` or `platform_proxy_uma_subdomain`.
pub fn insert(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Result<(), Error> {
    let (frozen_at, lead_millis) = clock_columns(platform.clock);
    let terms = terms_of(platform, json_text(&platform.doc)?)?;
    let mac = terms.mac(tx.macs());
    let version = tx.new_version();
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

/// Finds a platform and records its configuration version.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<PlatformRecord>, Error> {
    let sql = format!("SELECT {COLUMNS}, {VERSION} FROM platform WHERE platform_id = $1");
    find_noted(tx, &sql, platform)
}

/// Reads a platform and records its configuration version.
fn find_noted(tx: &mut Tx<'_>, sql: &str, platform: PlatformId) -> Result<Option<PlatformRecord>, Error> {
    let read = read(tx.macs());
    let found = tx.query_opt(sql, params![platform], |row| Ok((read(row)?, config_version::read(row)?)))?;
    Ok(found.map(|(record, version)| {
        tx.note_version(platform, version);
        record
    }))
}

/// Returns a platform that must exist.
///
/// # Errors
/// [`Error::Missing`] if it does not exist; otherwise as [`find`].
pub fn get(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformRecord, Error> {
    find(tx, platform)?.ok_or(Error::Missing)
}

/// Finds the platform of an environment by the domain of its UMA addresses: its own domain, or, for a
/// platform without one, `label` under the service's host name. The latter has precedence, so that no other
/// platform can take over a label by choosing such a domain.
///
/// # Errors
/// The same as [`find`].
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

/// Finds the platform whose public UMA endpoints are at a host, in any environment, unless it is disabled:
/// its own domain, or `label` under the service's host name (uma 2). A label has precedence, also if its
/// platform has a domain, which then forwards to it.
///
/// # Errors
/// The same as [`find`].
pub fn find_at_host(
    tx: &mut Tx<'_>,
    domain: &str,
    label: Option<&str>,
) -> Result<Option<PlatformRecord>, Error> {
    let sql = format!(
        "/* all platforms */ SELECT {COLUMNS} FROM platform
         WHERE (uma_domain = $1 OR proxy_uma_subdomain = $2) AND NOT disabled
         ORDER BY CASE WHEN proxy_uma_subdomain = $2 THEN 0 ELSE 1 END LIMIT 1"
    );
    let read = read(tx.macs());
    tx.query_opt(&sql, params![domain, label.unwrap_or_default()], read)
}

/// Locks the platform against other writers until the transaction ends, and returns it.
///
/// # Errors
/// The same as [`get`].
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformRecord, Error> {
    let sql = format!("SELECT {COLUMNS}, {VERSION} FROM platform WHERE platform_id = $1 FOR UPDATE");
    find_noted(tx, &sql, platform)?.ok_or(Error::Missing)
}

/// Returns the clock of a platform, which is not authenticated.
///
/// # Errors
/// [`Error::Missing`] if the platform does not exist.
pub fn get_clock(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformClock, Error> {
    let sql = "SELECT frozen_at, lead_millis FROM platform WHERE platform_id = $1";
    tx.query_one(sql, params![platform], clock)
}

/// Returns all platforms, oldest first. MACs are not verified, so that one invalid row does not hide the
/// others.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<PlatformRecord>, Error> {
    let sql = format!("/* all platforms */ SELECT {COLUMNS} FROM platform ORDER BY created_at, platform_id");
    tx.query(&sql, &[], record_of)
}

/// Updates the mutable columns of a platform except its clock (see [`set_clock`]) and renews its MAC. The
/// caller must hold the platform's row lock.
///
/// # Errors
/// The same as [`insert`].
pub fn update(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Result<(), Error> {
    let terms = terms_of(platform, json_text(&platform.doc)?)?;
    let mac = terms.mac(tx.macs());
    let version = tx.new_version();
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

/// Sets the clock of a platform. The caller must hold the platform's row lock.
pub fn set_clock(tx: &mut Tx<'_>, platform: PlatformId, clock: PlatformClock) -> Result<(), Error> {
    let (frozen_at, lead_millis) = clock_columns(clock);
    tx.execute(
        "UPDATE platform SET frozen_at = $2, lead_millis = $3 WHERE platform_id = $1",
        params![platform, frozen_at, lead_millis],
    )
}

/// Renews the MAC of the platform with the newest key. Returns `None` if `after` says that it was done. A row
/// with an invalid MAC stays unchanged.
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

/// Returns a row reader that verifies the MAC of each platform.
pub(crate) fn read(macs: &dyn Macs) -> impl Fn(&Row<'_>) -> Result<PlatformRecord, Error> + use<'_> {
    move |row| {
        let (record, terms, mac) = read_raw(row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Reads a platform as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(row: &Row<'_>) -> Result<(PlatformRecord, AuthenticatedColumns, Vec<u8>), Error> {
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

/// Reads the clock from the columns `frozen_at` and `lead_millis`.
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
