//! The keys with which a restored database will be used, found before anything is written.

use std::fs;
use std::path::Path;

use causeway_service::runtime::keys::{Keyring, is_private};
use causeway_wallet_keys::MasterKeys;

use super::StorageError;
use super::archive::{Archive, ArchiveFault, Manifest, ROOT_KEY, WALLET_KEYS};
use crate::config::{Config, SecretText};
use crate::wiring::WiringError;

/// A key file for the next start.
pub(super) struct KeyFile {
    pub(super) text: String,
    /// Set if the file is not in its place yet.
    pub(super) is_missing: bool,
}

/// The keys for the next start.
pub(super) struct RestoreKeys {
    pub(super) root: KeyFile,
    pub(super) keyring: Keyring,
    /// `None` if there are none.
    pub(super) wallets: Option<KeyFile>,
}

/// Files of keys that a command names.
#[derive(Clone, Copy)]
pub(super) struct GivenKeys<'a> {
    pub(super) root: Option<&'a Path>,
    pub(super) wallets: Option<&'a Path>,
}

/// The places where keys are looked for.
struct KeySources<'a> {
    configured: Option<&'a SecretText>,
    place: &'a Path,
    given: Option<&'a Path>,
    /// Part of the archive.
    part: &'static str,
    /// The remedy if the keys in their place are others.
    advice: &'static str,
}

impl RestoreKeys {
    /// Finds the keys: in the configuration, in the data folder, in the given files, or else in the archive.
    ///
    /// # Errors
    /// If there is no root key, if a file in the data folder lacks keys of the given one, or if others than its owner
    /// may read a given one.
    pub(super) fn find(
        config: &Config,
        archive: &Archive,
        given: GivenKeys<'_>,
    ) -> Result<Self, StorageError> {
        let root = KeySources {
            configured: config.root_key.as_ref(),
            place: &config.data.root_key(),
            given: given.root,
            part: ROOT_KEY,
            advice: "it is another root key; move it away first",
        };
        let wallets = KeySources {
            configured: config.wallet_keys.as_ref(),
            place: &config.data.wallet_keys(),
            given: given.wallets,
            part: WALLET_KEYS,
            advice: "they are the keys of other wallets; move them away first",
        };
        let missing = || StorageError::NoRootKey(config.data.root_key());
        let root = root.find(archive)?.ok_or_else(missing)?;
        let keyring = Keyring::parse(&root.text).map_err(WiringError::RootKey).map_err(StorageError::Keys)?;
        Ok(Self { root, keyring, wallets: wallets.find(archive)? })
    }

    /// Refuses an archive whose wallets have keys that are missing here.
    ///
    /// # Errors
    /// [`StorageError::WillNotStart`].
    pub(super) fn check_wallets(&self, config: &Config, manifest: &Manifest) -> Result<(), StorageError> {
        let Some(certificate) = &manifest.wallet_certificate else { return Ok(()) };
        let Some(keys) = &self.wallets else {
            return Err(StorageError::WillNotStart(format!(
                "its wallets have keys, and their master keys are missing: put them at {}, give them in SVC_WALLET_KEYS or \
                 with --wallet-keys",
                config.data.wallet_keys().display()
            )));
        };
        let keys =
            MasterKeys::parse(&keys.text).map_err(|error| StorageError::WillNotStart(error.to_string()))?;
        if keys.have_certified(certificate) {
            return Ok(());
        }
        Err(StorageError::WillNotStart(
            "the wallet keys are those of another deployment: give the ones that belong to the archive with \
             --wallet-keys, and move the others away"
                .to_owned(),
        ))
    }
}

impl KeySources<'_> {
    fn find(&self, archive: &Archive) -> Result<Option<KeyFile>, StorageError> {
        let read = |path: &Path| fs::read_to_string(path).map_err(StorageError::file(path));
        if let Some(text) = self.configured {
            return Ok(Some(KeyFile { text: text.expose().to_owned(), is_missing: false }));
        }
        let given = self.given.map(read_given).transpose()?;
        if self.place.exists() {
            let present = read(self.place)?;
            return match given {
                // Newer keys may have been added since the backup.
                Some(given) if !has_all(&present, &given) => {
                    Err(StorageError::AlreadyExists { path: self.place.to_owned(), advice: self.advice })
                }
                _ => Ok(Some(KeyFile { text: present, is_missing: false })),
            };
        }
        let fault = |fault: ArchiveFault| StorageError::Archive { path: archive.path().to_owned(), fault };
        let text = match given {
            Some(text) => Some(text),
            None => archive.text(self.part).map_err(fault)?,
        };
        Ok(text.map(|text| KeyFile { text, is_missing: true }))
    }
}

/// Reads a key file that a flag names. As those in a data folder, it is for its owner only.
fn read_given(path: &Path) -> Result<String, StorageError> {
    let unreadable = |error| StorageError::KeyFile { path: path.to_owned(), error };
    let text = fs::read_to_string(path).map_err(unreadable)?;
    if is_private(path).map_err(unreadable)? {
        Ok(text)
    } else {
        Err(StorageError::OpenKeyFile(path.to_owned()))
    }
}

fn has_all(present: &str, given: &str) -> bool {
    given.split_whitespace().all(|line| present.split_whitespace().any(|one| one == line))
}
