//! The master keys, as they are kept.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use causeway_domain::Ids;
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::Secret;

/// A master key for each environment.
#[derive(Debug, Clone)]
pub struct MasterKeys {
    sandbox: Secret<[u8; 32]>,
    production: Secret<[u8; 32]>,
}

/// Why the master keys cannot be used.
#[derive(Debug)]
pub enum MasterKeysError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The text is something else than a line `SANDBOX:64 hex digits` and a line `PRODUCTION:64 hex digits`.
    Malformed,
}

impl MasterKeys {
    /// Fresh ones.
    #[must_use]
    pub fn generate(ids: &Ids) -> Self {
        Self { sandbox: Secret::new(ids.bytes()), production: Secret::new(ids.bytes()) }
    }

    /// Reads them: `SANDBOX:64 hex digits` and `PRODUCTION:64 hex digits`, with white space or a comma between them.
    ///
    /// # Errors
    /// [`MasterKeysError::Malformed`].
    pub fn parse(text: &str) -> Result<Self, MasterKeysError> {
        let key = |environment: Environment| {
            let line =
                |word: &str| word.strip_prefix(environment.as_str())?.strip_prefix(':').and_then(bytes);
            let mut words = text.split(|mark: char| mark == ',' || mark.is_whitespace());
            words.find_map(line).ok_or(MasterKeysError::Malformed)
        };
        Ok(Self { sandbox: key(Environment::Sandbox)?, production: key(Environment::Production)? })
    }

    /// Reads the file.
    ///
    /// # Errors
    /// When it cannot be read, or holds something else.
    pub fn read(path: &Path) -> Result<Self, MasterKeysError> {
        let text = Secret::new(fs::read_to_string(path).map_err(MasterKeysError::Io)?);
        Self::parse(text.expose())
    }

    /// Writes a file that only its owner may read, where there is none.
    ///
    /// # Errors
    /// When the file system refuses, or the file is there.
    pub fn save(&self, path: &Path) -> Result<(), MasterKeysError> {
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let lines = [Environment::Sandbox, Environment::Production].map(|environment| {
            let digits = self.of(environment).expose().iter().map(|byte| format!("{byte:02x}"));
            format!("{}:{}\n", environment.as_str(), digits.collect::<String>())
        });
        let text = Secret::new(lines.concat());
        let mut file = options.open(path).map_err(MasterKeysError::Io)?;
        file.write_all(text.expose().as_bytes()).and_then(|()| file.sync_all()).map_err(MasterKeysError::Io)
    }

    pub(crate) const fn of(&self, environment: Environment) -> &Secret<[u8; 32]> {
        match environment {
            Environment::Sandbox => &self.sandbox,
            Environment::Production => &self.production,
        }
    }
}

fn bytes(digits: &str) -> Option<Secret<[u8; 32]>> {
    let mut bytes = [0; 32];
    if digits.len() != 64 || !digits.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(Secret::new(bytes))
}

impl fmt::Display for MasterKeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(fault) => write!(f, "the keys of the wallets: {fault}"),
            Self::Malformed => f.write_str(
                "the keys of the wallets must be a line SANDBOX:64 hexadecimal digits and a line PRODUCTION:64 \
                 hexadecimal digits",
            ),
        }
    }
}

impl std::error::Error for MasterKeysError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_key_is_read_and_nothing_shows() {
        let path = std::env::temp_dir().join(format!("causeway-master-keys-{}", std::process::id()));
        let keys = MasterKeys::generate(&Ids::seeded(3));
        keys.save(&path).unwrap();
        assert!(keys.save(&path).is_err(), "it is never written over");
        let read = MasterKeys::read(&path).unwrap();
        for environment in [Environment::Sandbox, Environment::Production] {
            assert_eq!(read.of(environment).expose(), keys.of(environment).expose());
        }
        assert_ne!(keys.sandbox.expose(), keys.production.expose());
        assert_eq!(format!("{keys:?}"), "MasterKeys { sandbox: …, production: … }");
        fs::remove_file(&path).unwrap();
        for text in ["", "SANDBOX:00", &format!("SANDBOX:{}", "0".repeat(64)), "PRODUCTION:zz"] {
            assert!(MasterKeys::parse(text).is_err());
        }
    }
}
