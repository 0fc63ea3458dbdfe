//! The store of a demonstration: made for it, gone after it.

use std::fs;
use std::path::Path;

use causeway_domain::{Clock, Ids, Time};
use causeway_service::runtime::keys::Keyring;
use causeway_store::TemporarySchema;

use super::DemoError;
use crate::config::{Config, Layers, Place, ServeFlags};
use crate::folder::DataFolder;
use crate::wiring::WiringError;

/// A temporary folder in which the server makes everything, or one with a root key and the tables in a temporary schema
/// of a PostgreSQL database, beside whatever else that database holds.
#[derive(Debug)]
pub(super) struct TemporaryStore {
    folder: DataFolder,
    schema: Option<TemporarySchema>,
}

impl TemporaryStore {
    /// Makes one. Blocks while it connects.
    pub(super) fn make(place: &Place) -> Result<Self, DemoError> {
        for (flag, is_said) in [("--data", place.data.is_some()), ("--config", place.config.is_some())] {
            if is_said {
                return Err(DemoError::Flag(flag));
            }
        }
        // A URL that cannot be used is refused before anything is made.
        configuration(&std::env::temp_dir(), place.database.clone())?;
        let (ids, now) = (Ids::system(), Clock::system().now());
        let name = format!("causeway-demo-{}", ids.uuid(now).simple());
        let folder = DataFolder::new(std::env::temp_dir().join(name));
        folder.create().map_err(DemoError::Folder)?;
        let made = place.database.as_deref().map(|url| shared_store(url, &folder, &ids, now)).transpose();
        match made {
            Ok(schema) => Ok(Self { folder, schema }),
            Err(error) => {
                // The first fault is the one to report.
                let _ = fs::remove_dir_all(folder.path());
                Err(error)
            }
        }
    }

    /// The environment of a server that works on it: nothing of this process's environment.
    pub(super) fn configuration(&self) -> Result<Config, DemoError> {
        let url = self.schema.as_ref().map(TemporarySchema::url).transpose().map_err(DemoError::Schema)?;
        configuration(self.folder.path(), url)
    }

    /// Where it is, in words.
    pub(super) fn whereabouts(&self) -> &'static str {
        match self.schema {
            None => "SQLite in a temporary folder",
            Some(_) => "PostgreSQL in a temporary schema",
        }
    }

    /// Removes it. Blocks while it connects.
    pub(super) fn remove(self) -> Result<(), DemoError> {
        let removed = self.schema.map_or(Ok(()), |schema| schema.remove().map_err(DemoError::Schema));
        removed.and(fs::remove_dir_all(self.folder.path()).map_err(DemoError::Folder))
    }
}

fn configuration(folder: &Path, database: Option<String>) -> Result<Config, DemoError> {
    let place = Place { data: Some(folder.to_owned()), database, ..Place::default() };
    Ok(Config::load(Layers::new(&place, &ServeFlags::default(), std::iter::empty())?)?)
}

/// A root key and tables on PostgreSQL. With SQLite the server makes both.
fn shared_store(url: &str, folder: &DataFolder, ids: &Ids, now: Time) -> Result<TemporarySchema, DemoError> {
    Keyring::open_or_create(&folder.root_key(), ids)
        .map_err(|error| DemoError::Wiring(WiringError::RootKey(error)))?;
    TemporarySchema::create(url, ids, now).map_err(DemoError::Schema)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_gone_after_it_was_removed() {
        let store = TemporaryStore::make(&Place::default()).unwrap();
        let config = store.configuration().unwrap();
        let path = config.data.path().to_owned();
        assert!(path.exists());
        assert_eq!(store.whereabouts(), "SQLite in a temporary folder");
        store.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_place_of_somebody_else_is_refused() {
        let data = Place { data: Some("data".into()), ..Place::default() };
        let refused = TemporaryStore::make(&data).unwrap_err();
        assert!(refused.is_usage() && refused.to_string().contains("--data"), "{refused}");
        let mysql = Place { database: Some("mysql://host/db".to_owned()), ..Place::default() };
        assert!(TemporaryStore::make(&mysql).unwrap_err().is_usage());
    }
}
