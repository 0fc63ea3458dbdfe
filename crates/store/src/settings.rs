//! Rows of settings: of the deployment, and of one platform (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::database::config_change;
use crate::database::config_version::{self, VERSION};
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

const TABLE: &str = "setting";
const KEY: [&str; 2] = ["scope", "name"];
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
    changed(tx, scope)?;
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
    changed(tx, scope)?;
    tx.execute("DELETE FROM setting WHERE scope = $1 AND name = $2", params![scope.text(), name])
}

fn changed(tx: &mut Tx<'_>, scope: Scope) -> Result<(), Error> {
    match scope {
        Scope::Deployment => config_change::change_all(tx),
        Scope::Platform(platform) => config_change::change(tx, platform),
    }
}

/// The settings of one scope, by name.
///
/// # Errors
/// Those of the database.
pub fn list(tx: &mut Tx<'_>, scope: Scope) -> Result<Vec<SettingRecord>, Error> {
    let sql = "SELECT scope, name, value, updated_at FROM setting WHERE scope = $1 ORDER BY name";
    tx.query(sql, params![scope.text()], read)
}

/// The settings of the deployment, then those of the platform, which are stronger. [`Tx::config_version`] says then of
/// which version they are: one statement reads both.
///
/// # Errors
/// Those of the database.
pub fn effective(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<SettingRecord>, Error> {
    let sql = format!(
        "SELECT {VERSION}, s.scope, s.name, s.value, s.updated_at
         FROM platform p LEFT JOIN setting s ON s.scope IN ($2, $3) WHERE p.platform_id = $1 ORDER BY s.name"
    );
    let values = params![platform, DEPLOYMENT, Scope::Platform(platform).text()];
    let mut version = None;
    let found = tx.query(&sql, values, |row| {
        version = Some(config_version::read(row)?);
        row.get::<Option<String>>("scope")?.map(|_| read(row)).transpose()
    })?;
    version.into_iter().for_each(|version| tx.note_version(platform, version));
    let mut settings: Vec<SettingRecord> = found.into_iter().flatten().collect();
    settings.sort_by_key(|setting| setting.scope != Scope::Deployment);
    Ok(settings)
}

/// Names the settings that cannot be read, and why.
///
/// # Errors
/// Those of the database.
pub(crate) fn unreadable(tx: &mut Tx<'_>) -> Result<Vec<(String, Error)>, Error> {
    let found = tx.query("SELECT * FROM setting ORDER BY scope, name", &[], |row| {
        Ok(read_values(row).err().map(|fault| (row.name(TABLE, &KEY), fault)))
    })?;
    Ok(found.into_iter().flatten().collect())
}

fn read(row: &Row<'_>) -> Result<SettingRecord, Error> {
    read_values(row).map_err(|fault| row.named(TABLE, &KEY, fault))
}

fn read_values(row: &Row<'_>) -> Result<SettingRecord, Error> {
    Ok(SettingRecord {
        scope: Scope::read(&row.get::<String>("scope")?)?,
        name: row.get("name")?,
        value: row.json("value")?,
        updated_at: row.get("updated_at")?,
    })
}
