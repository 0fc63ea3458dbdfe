//! Master keys and the file that contains them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use causeway_domain::Ids;
use causeway_service::runtime::hex;
use causeway_service::runtime::keys::is_private;
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::Secret;

/// The master keys of each environment, by number. The newest one certifies and encrypts; all of them are
/// accepted.
#[derive(Debug, Clone)]
pub struct MasterKeys {
    sandbox: NumberedKeys,
    production: NumberedKeys,
}

type NumberedKeys = BTreeMap<u32, Secret<[u8; 32]>>;

/// The reason why the master keys cannot be used.
#[derive(Debug)]
pub enum MasterKeysError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The text is not a list of `SANDBOX:64 hex digits` and `PRODUCTION:64 hex digits`, with the number
    /// before the colon for further keys.
    Malformed,
    /// Users other than its owner may read the file.
    Open(PathBuf),
}

impl MasterKeys {
    /// Generates a first key for each environment.
    #[must_use]
    pub fn generate(ids: &Ids) -> Self {
        let first = || NumberedKeys::from([(1, Secret::new(ids.bytes()))]);
        Self { sandbox: first(), production: first() }
    }

    /// Reads keys separated by white space, commas or semicolons: `SANDBOX:64 hex digits` and `PRODUCTION:64
    /// hex digits` are the first ones of each environment, `SANDBOX.2:…` is the second.
    ///
    /// # Errors
    /// [`MasterKeysError::Malformed`], also for a number that occurs twice, or an environment without a key.
    pub fn parse(text: &str) -> Result<Self, MasterKeysError> {
        let mut sandbox = NumberedKeys::new();
        let mut production = NumberedKeys::new();
        let words = text.split(|mark: char| matches!(mark, ',' | ';') || mark.is_whitespace());
        for word in words.filter(|word| !word.is_empty()) {
            let (environment, number, key) = line(word).ok_or(MasterKeysError::Malformed)?;
            let keys = match environment {
                Environment::Sandbox => &mut sandbox,
                Environment::Production => &mut production,
            };
            if keys.insert(number, key).is_some() {
                return Err(MasterKeysError::Malformed);
            }
        }
        if sandbox.is_empty() || production.is_empty() {
            return Err(MasterKeysError::Malformed);
        }
        Ok(Self { sandbox, production })
    }

    /// Reads the file.
    ///
    /// # Errors
    /// An unreadable or malformed file; [`MasterKeysError::Open`].
    pub fn read(path: &Path) -> Result<Self, MasterKeysError> {
        if !is_private(path).map_err(MasterKeysError::Io)? {
            return Err(MasterKeysError::Open(path.to_owned()));
        }
        let text = Secret::new(fs::read_to_string(path).map_err(MasterKeysError::Io)?);
        Self::parse(text.expose())
    }

    /// Writes a new file that only its owner may read.
    ///
    /// # Errors
    /// An error of the file system, also if the file exists.
    pub fn save(&self, path: &Path) -> Result<(), MasterKeysError> {
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut lines = String::new();
        for (environment, keys) in
            [(Environment::Sandbox, &self.sandbox), (Environment::Production, &self.production)]
        {
            for (number, key) in keys {
                let number = if *number == 1 { String::new() } else { format!(".{number}") };
                lines.push_str(&format!("{}{number}:{}\n", environment.as_str(), hex::encode(key.expose())));
            }
        }
        let text = Secret::new(lines);
        let mut file = options.open(path).map_err(MasterKeysError::Io)?;
        file.write_all(text.expose().as_bytes()).and_then(|()| file.sync_all()).map_err(MasterKeysError::Io)
    }

    /// Returns the keys of an environment, oldest first.
    pub(crate) fn of(&self, environment: Environment) -> impl Iterator<Item = &Secret<[u8; 32]>> {
        match environment {
            Environment::Sandbox => self.sandbox.values(),
            Environment::Production => self.production.values(),
        }
    }
}

/// Parses a key with its number and its environment.
fn line(word: &str) -> Option<(Environment, u32, Secret<[u8; 32]>)> {
    let (name, digits) = word.split_once(':')?;
    let (name, number) = match name.split_once('.') {
        Some((name, number)) => (name, number.parse().ok().filter(|number| *number > 1)?),
        None => (name, 1),
    };
    let known = [Environment::Sandbox, Environment::Production];
    let environment = known.into_iter().find(|environment| environment.as_str() == name)?;
    let key = Secret::new(hex::decode(digits)?);
    Some((environment, number, Secret::new(key.expose().as_slice().try_into().ok()?)))
}

impl fmt::Display for MasterKeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the wallet master keys cannot be read or written: {error}"),
            Self::Open(path) => {
                let path = path.display();
                write!(
                    f,
                    "{path} is readable by users other than its owner: chmod 600 {path}, and treat the keys \
                     as compromised"
                )
            }
            Self::Malformed => f.write_str(
                "the wallet master keys must be a line SANDBOX:64 hexadecimal digits and a line \
                 PRODUCTION:64 hexadecimal digits, further ones SANDBOX.2:… and so on",
            ),
        }
    }
}

impl std::error::Error for MasterKeysError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_others_may_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let path = std::env::temp_dir().join(format!("causeway-open-master-keys-{}", std::process::id()));
        MasterKeys::generate(&Ids::seeded(4)).save(&path).unwrap();
        for mode in [0o644, 0o604, 0o660] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            assert!(matches!(MasterKeys::read(&path), Err(MasterKeysError::Open(_))), "{mode:o}");
            // Planted fault: without the check of the mode, all of them would be accepted.
            MasterKeys::parse(&fs::read_to_string(&path).unwrap()).unwrap();
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_saved_key_is_read_back_and_not_logged() {
        let path = std::env::temp_dir().join(format!("causeway-master-keys-{}", std::process::id()));
        let keys = MasterKeys::generate(&Ids::seeded(3));
        keys.save(&path).unwrap();
        assert!(keys.save(&path).is_err(), "an existing key file is never overwritten");
        let read = MasterKeys::read(&path).unwrap();
        for environment in [Environment::Sandbox, Environment::Production] {
            assert_eq!(shown(&read, environment), shown(&keys, environment));
        }
        assert_ne!(shown(&keys, Environment::Sandbox), shown(&keys, Environment::Production));
        assert_eq!(format!("{keys:?}"), "MasterKeys { sandbox: {1: …}, production: {1: …} }");
        fs::remove_file(&path).unwrap();
    }

    fn shown(keys: &MasterKeys, environment: Environment) -> Vec<[u8; 32]> {
        keys.of(environment).map(|key| *key.expose()).collect()
    }

    #[test]
    fn keys_have_numbers_and_come_oldest_first() {
        let [one, two, ten] = ["01", "02", "0a"].map(|byte| byte.repeat(32));
        let keys = format!("SANDBOX.10:{ten},SANDBOX:{one}\nPRODUCTION.2:{two} SANDBOX.2:{two}\n");
        let keys = MasterKeys::parse(&keys).unwrap();
        assert_eq!(shown(&keys, Environment::Sandbox), [[1; 32], [2; 32], [10; 32]]);
        assert_eq!(shown(&keys, Environment::Production), [[2; 32]], "the first one is gone");
        let both = format!("SANDBOX:{one} PRODUCTION:{one}");
        for text in [
            "",
            "SANDBOX:00",
            &format!("SANDBOX:{one}"),
            &format!("{both} PRODUCTION:zz"),
            &format!("{both} SANDBOX:{two}"),
            &format!("{both} SANDBOX.1:{two}"),
            &format!("{both} SANDBOX.x:{two}"),
            &format!("{both} STAGING:{two}"),
        ] {
            assert!(MasterKeys::parse(text).is_err(), "{text}");
        }
    }
}
