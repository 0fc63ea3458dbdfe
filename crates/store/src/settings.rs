//! Rows of settings of the deployment and of platforms (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::database::config_change;
use crate::database::config_version::{self, VERSION};
use crate::{Error, Row, Tx, Value, params};

/// The scope of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Every platform without a setting of its own.
    Deployment,
    /// One platform.
    Platform(PlatformId),
}

/// A setting with an explicit value.
#[derive(Debug, Clone, PartialEq)]
pub struct SettingRecord {
    pub scope: Scope,
    pub name: String,
    pub value: Json,
    /// Wall time.
    pub updated_at: Time,
}

const TABLE: &str = "setting";
const KEY: [&str; 2] = ["scope", "name"];
const DEPLOYMENT: &str = "DEPLOYMENT";

impl Scope {
    pub(crate) fn text(self) -> String {
        match self {
            Self::Deployment => DEPLOYMENT.to_owned(),
            Self::Platform(platform) => platform.uuid().to_string(),
        }
    }

    pub(crate) fn read(text: &str) -> Result<Self, Error> {
        if text == DEPLOYMENT {
            return Ok(Self::Deployment);
        }
        let uuid =
            Uuid::try_parse(text).map_err(|_| Error::Data(format!("column scope: not a scope: {text}")))?;
        Ok(Self::Platform(PlatformId::from_uuid(uuid)))
    }
}

/// Sets a setting, with the current wall time.
pub fn set(tx: &mut Tx<'_>, scope: Scope, name: &str, value: &Json) -> Result<(), Error> {
    let now = tx.wall();
    changed(tx, scope)?;
    tx.execute(
        "INSERT INTO setting (scope, name, value, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (scope, name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        params![scope.text(), name, Value::doc(value)?, now],
    )
}

/// Deletes a setting, so that its default applies again.
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

/// Returns the settings of one scope, ordered by name.
pub fn list(tx: &mut Tx<'_>, scope: Scope) -> Result<Vec<SettingRecord>, Error> {
    let sql = "SELECT scope, name, value, updated_at FROM setting WHERE scope = $1 ORDER BY name";
    tx.query(sql, params![scope.text()], read)
}

/// Returns the settings of the deployment, followed by those of the platform, which take precedence. One
/// statement also reads their version, which [`Tx::config_version`] returns afterwards.
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

/// Returns the names of unreadable settings, with the reasons.
pub(crate) fn unreadable(tx: &mut Tx<'_>) -> Result<Vec<(String, Error)>, Error> {
    let found = tx.query("SELECT * FROM setting ORDER BY scope, name", &[], |row| {
        Ok(read_values(row).err().map(|error| (row.name(TABLE, &KEY), error)))
    })?;
    Ok(found.into_iter().flatten().collect())
}

fn read(row: &Row<'_>) -> Result<SettingRecord, Error> {
    read_values(row).map_err(|error| row.named(TABLE, &KEY, error))
}

fn read_values(row: &Row<'_>) -> Result<SettingRecord, Error> {
    Ok(SettingRecord {
        scope: Scope::read(&row.get::<String>("scope")?)?,
        name: row.get("name")?,
        value: row.json("value")?,
        updated_at: row.get("updated_at")?,
    })
}
