//! Rows of settings: of the deployment, and of one platform (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::{Error, Row, Tx, Value, params};

/// For whom a setting holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// For every platform that has not its own.
    Deployment,
    /// For this platform.
    Platform(PlatformId),
}

/// A setting that somebody has set.
#[derive(Debug, Clone, PartialEq)]
pub struct SettingRecord {
    /// For whom it holds.
    pub scope: Scope,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Json,
    /// When it was set, in wall time.
    pub updated_at: Time,
}

const DEPLOYMENT: &str = "DEPLOYMENT";

impl Scope {
    fn text(self) -> String {
        match self {
            Self::Deployment => DEPLOYMENT.to_owned(),
            Self::Platform(platform) => platform.uuid().to_string(),
        }
    }

    fn read(text: &str) -> Result<Self, Error> {
        if text == DEPLOYMENT {
            return Ok(Self::Deployment);
        }
        let uuid = Uuid::try_parse(text).map_err(|_| Error::Data(format!("no scope {text}")))?;
        Ok(Self::Platform(PlatformId::from_uuid(uuid)))
    }
}

/// Sets a setting, now in wall time.
///
/// # Errors
/// Those of the database.
pub fn set(tx: &mut Tx<'_>, scope: Scope, name: &str, value: &Json) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute(
        "INSERT INTO setting (scope, name, value, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (scope, name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        params![scope.text(), name, Value::doc(value)?, now],
    )
}

/// Removes a setting, so that its default holds again.
///
/// # Errors
/// Those of the database.
pub fn unset(tx: &mut Tx<'_>, scope: Scope, name: &str) -> Result<(), Error> {
    tx.execute("DELETE FROM setting WHERE scope = $1 AND name = $2", params![scope.text(), name])
}

/// The settings of one scope, by name.
///
/// # Errors
/// Those of the database.
pub fn list(tx: &mut Tx<'_>, scope: Scope) -> Result<Vec<SettingRecord>, Error> {
    let sql = "SELECT scope, name, value, updated_at FROM setting WHERE scope = $1 ORDER BY name";
    tx.query(sql, params![scope.text()], read)
}

/// The settings of the deployment, then those of the platform, which are stronger.
///
/// # Errors
/// Those of the database.
pub fn effective(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<SettingRecord>, Error> {
    let sql = "SELECT scope, name, value, updated_at FROM setting WHERE scope IN ($1, $2) ORDER BY name";
    let scopes = params![DEPLOYMENT, Scope::Platform(platform).text()];
    let mut settings = tx.query(sql, scopes, read)?;
    settings.sort_by_key(|setting| setting.scope != Scope::Deployment);
    Ok(settings)
}

fn read(row: &Row<'_>) -> Result<SettingRecord, Error> {
    Ok(SettingRecord {
        scope: Scope::read(&row.get::<String>("scope")?)?,
        name: row.get("name")?,
        value: row.json("value")?,
        updated_at: row.get("updated_at")?,
    })
}
