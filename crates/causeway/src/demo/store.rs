//! The temporary database of a demonstration.

use std::fs;
use std::path::Path;

use causeway_domain::{Clock, Ids, Time};
use causeway_service::runtime::keys::Keyring;
use causeway_store::TemporarySchema;

use super::DemoError;
use crate::config::{Config, Layers, LocationFlags, ServeFlags};
use crate::data_folder::DataFolder;
use crate::wiring::WiringError;

/// A temporary folder for all files of a server; or for the root key only, with a temporary schema in a
/// PostgreSQL database that may contain other schemas.
#[derive(Debug)]
pub(super) struct TemporaryStore {
    folder: DataFolder,
    schema: Option<TemporarySchema>,
}

impl TemporaryStore {
    /// Creates the temporary folder, and the schema if a database is given. Blocks while it connects.
    pub(super) fn make(location: &LocationFlags) -> Result<Self, DemoError> {
        for (flag, is_given) in [("--data", location.data.is_some()), ("--config", location.config.is_some())]
        {
            if is_given {
                return Err(DemoError::Flag(flag));
            }
        }
        // An invalid URL is refused before anything is created.
        configuration(&std::env::temp_dir(), location.database.clone())?;
        let ids = Ids::system();
        let now = Clock::system().now();
        let name = format!("causeway-demo-{}", ids.uuid(now).simple());
        let folder = DataFolder::new(std::env::temp_dir().join(name));
        folder.create().map_err(DemoError::Folder)?;
        let schema =
            location.database.as_deref().map(|url| shared_store(url, &folder, &ids, now)).transpose();
        match schema {
            Ok(schema) => Ok(Self { folder, schema }),
            Err(error) => {
                // The first error is reported.
                let _ = fs::remove_dir_all(folder.path());
                Err(error)
            }
        }
    }

    /// Returns the configuration of a server that uses it, independent of this process's environment.
    pub(super) fn configuration(&self) -> Result<Config, DemoError> {
        let url = self.schema.as_ref().map(TemporarySchema::url).transpose().map_err(DemoError::Schema)?;
        configuration(self.folder.path(), url)
    }

    /// Describes its location in words.
    pub(super) fn description(&self) -> &'static str {
        match self.schema {
            None => "SQLite in a temporary folder",
            Some(_) => "PostgreSQL in a temporary schema",
        }
    }

    /// Removes the folder and the schema. Blocks while it connects.
    pub(super) fn remove(self) -> Result<(), DemoError> {
        let removed = self.schema.map_or(Ok(()), |schema| schema.remove().map_err(DemoError::Schema));
        removed.and(fs::remove_dir_all(self.folder.path()).map_err(DemoError::Folder))
    }
}

fn configuration(folder: &Path, database: Option<String>) -> Result<Config, DemoError> {
    let location = LocationFlags { data: Some(folder.to_owned()), database, ..LocationFlags::default() };
    Ok(Config::load(Layers::new(&location, &ServeFlags::default(), std::iter::empty())?)?)
}

/// Creates a root key, and a schema on PostgreSQL. With SQLite, the server creates its own key and database.
fn shared_store(url: &str, folder: &DataFolder, ids: &Ids, now: Time) -> Result<TemporarySchema, DemoError> {
    Keyring::open_or_create(&folder.root_key(), ids)
        .map_err(|error| DemoError::Wiring(WiringError::RootKey(error)))?;
    TemporarySchema::create(url, ids, now).map_err(DemoError::Schema)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_store_leaves_no_folder() {
        let store = TemporaryStore::make(&LocationFlags::default()).unwrap();
        let config = store.configuration().unwrap();
        let path = config.data.path().to_owned();
        assert!(path.exists());
        assert_eq!(store.description(), "SQLite in a temporary folder");
        store.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_location_given_by_flag_is_refused() {
        let data = LocationFlags { data: Some("data".into()), ..LocationFlags::default() };
        let error = TemporaryStore::make(&data).unwrap_err();
        assert!(error.is_usage() && error.to_string().contains("--data"), "{error}");
        let mysql =
            LocationFlags { database: Some("mysql://host/db".to_owned()), ..LocationFlags::default() };
        assert!(TemporaryStore::make(&mysql).unwrap_err().is_usage());
    }
}
