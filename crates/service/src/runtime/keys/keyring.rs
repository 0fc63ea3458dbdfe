//! The root keys of a deployment, and the keys derived from them.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use causeway_domain::Ids;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit};
use sha2::Sha256;

use super::Secret;
use super::purpose::Purpose;

#[derive(Clone)]
struct RootKey {
    number: u32,
    bytes: Secret<[u8; 32]>,
    /// MACs that requests and postings use constantly, keyed once.
    token_secrets: Hmac<Sha256>,
    journals: Hmac<Sha256>,
    balances: Hmac<Sha256>,
    terms: Hmac<Sha256>,
}

/// The root keys of this deployment. The newest makes new values; older ones still verify and decrypt old
/// values.
#[derive(Clone)]
pub struct Keyring {
    newest: RootKey,
    older: Vec<RootKey>,
    /// The key file, if this process is its only user.
    file: Option<PathBuf>,
}

/// The error of loading or saving root keys.
#[derive(Debug)]
pub enum KeyringError {
    /// The key file cannot be read or written.
    Io(io::Error),
    /// The key file or variable contains something other than `number:64 hex digits` entries.
    Malformed,
    /// Other users than its owner have access to the key file.
    Open(PathBuf),
}

impl Keyring {
    /// Reads the key file; if there is none, creates one with a fresh root key, accessible to its owner only.
    ///
    /// # Errors
    /// If the file cannot be read or written, or contains no keys; [`KeyringError::Open`].
    pub fn open_or_create(path: &Path, ids: &Ids) -> Result<Self, KeyringError> {
        if !is_private(path).map_err(KeyringError::Io)? {
            return Err(KeyringError::Open(path.to_owned()));
        }
        Self::read_or_create(path, ids)
    }

    fn read_or_create(path: &Path, ids: &Ids) -> Result<Self, KeyringError> {
        let keyring = match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let keyring = Self::generate(ids);
                keyring.save(path)?;
                keyring
            }
            Err(error) => return Err(KeyringError::Io(error)),
        };
        Ok(Self { file: Some(path.to_owned()), ..keyring })
    }

    /// Marks the keys as shared with other processes: this process cannot add a new one.
    #[must_use]
    pub fn shared(self) -> Self {
        Self { file: None, ..self }
    }

    /// Returns `true` if only this process uses the keys, so that it may add to their file.
    #[must_use]
    pub const fn is_own(&self) -> bool {
        self.file.is_some()
    }

    /// Generates a keyring with one fresh root key, in memory only.
    #[must_use]
    pub fn generate(ids: &Ids) -> Self {
        Self { newest: RootKey::new(1, ids.bytes()), older: Vec::new(), file: None }
    }

    /// Parses keys of the form `number:64 hex digits`, separated by line ends, spaces, commas or semicolons:
    /// files of environment variables have one line for each variable.
    ///
    /// # Errors
    /// [`KeyringError::Malformed`] for anything else, a duplicate number, or no key at all.
    pub fn parse(text: &str) -> Result<Self, KeyringError> {
        let mut keys: Vec<RootKey> = Vec::new();
        let words = text.split(|mark: char| matches!(mark, ',' | ';') || mark.is_whitespace());
        for word in words.filter(|word| !word.is_empty()) {
            let (number, hex) = word.split_once(':').ok_or(KeyringError::Malformed)?;
            let number = number.parse().map_err(|_| KeyringError::Malformed)?;
            if keys.iter().any(|key| key.number == number) {
                return Err(KeyringError::Malformed);
            }
            let bytes = crate::runtime::hex::decode(hex).ok_or(KeyringError::Malformed)?;
            let bytes = <[u8; 32]>::try_from(bytes).map_err(|_| KeyringError::Malformed)?;
            keys.push(RootKey::new(number, bytes));
        }
        keys.sort_by_key(|key| key.number);
        let newest = keys.pop().ok_or(KeyringError::Malformed)?;
        Ok(Self { newest, older: keys, file: None })
    }

    /// Returns the keys with a fresh one that makes new values, already saved to their file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn with_fresh_key(&self, ids: &Ids) -> Result<Self, KeyringError> {
        let mut keyring = self.clone();
        keyring.rotate(ids);
        if let Some(file) = &keyring.file {
            keyring.save(file)?;
        }
        Ok(keyring)
    }

    /// Adds a fresh root key that makes new values from now on. Save the keyring before using it.
    pub fn rotate(&mut self, ids: &Ids) {
        let fresh = RootKey::new(self.newest.number + 1, ids.bytes());
        self.older.push(std::mem::replace(&mut self.newest, fresh));
    }

    /// Writes the keys atomically: there is never a half-written file.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn save(&self, path: &Path) -> Result<(), KeyringError> {
        let mut text = String::new();
        for key in self.older.iter().chain([&self.newest]) {
            text.push_str(&format!("{}:{}\n", key.number, crate::runtime::hex::encode(key.bytes.expose())));
        }
        write_private(path, text.as_bytes()).map_err(KeyringError::Io)
    }

    /// Returns the number of the key that makes new values.
    #[must_use]
    pub const fn newest(&self) -> u32 {
        self.newest.number
    }

    /// Returns the numbers of all keys, ascending.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.older.iter().chain([&self.newest]).map(|key| key.number)
    }

    /// Derives the key for this purpose from the newest root key.
    #[must_use]
    pub fn derive(&self, purpose: Purpose) -> Secret<[u8; 32]> {
        expand(self.newest.bytes.expose(), purpose)
    }

    /// Derives the key for this purpose from root key `number`; `None` if that is unknown.
    #[must_use]
    pub fn derive_from(&self, number: u32, purpose: Purpose) -> Option<Secret<[u8; 32]>> {
        self.key(number).map(|key| expand(key.bytes.expose(), purpose))
    }

    /// Returns HMAC-SHA-256 under the key for this purpose, derived from root key `number`; `None` if that is
    /// unknown.
    pub(super) fn hmac(&self, number: u32, purpose: Purpose) -> Option<Hmac<Sha256>> {
        self.key(number).map(|key| key.hmac(purpose))
    }

    /// Returns the same HMAC, or that of the newest key if the root key is unknown: the same work, and no
    /// value matches.
    pub(super) fn hmac_or_newest(&self, number: u32, purpose: Purpose) -> Hmac<Sha256> {
        self.key(number).unwrap_or(&self.newest).hmac(purpose)
    }

    fn key(&self, number: u32) -> Option<&RootKey> {
        [&self.newest].into_iter().chain(&self.older).find(|key| key.number == number)
    }
}

impl RootKey {
    fn new(number: u32, bytes: [u8; 32]) -> Self {
        Self {
            number,
            token_secrets: keyed(&bytes, Purpose::TokenSecrets),
            journals: keyed(&bytes, Purpose::LedgerJournals),
            balances: keyed(&bytes, Purpose::LedgerBalances),
            terms: keyed(&bytes, Purpose::Terms),
            bytes: Secret::new(bytes),
        }
    }

    fn hmac(&self, purpose: Purpose) -> Hmac<Sha256> {
        match purpose {
            Purpose::TokenSecrets => self.token_secrets.clone(),
            Purpose::LedgerJournals => self.journals.clone(),
            Purpose::LedgerBalances => self.balances.clone(),
            Purpose::Terms => self.terms.clone(),
            purpose => keyed(self.bytes.expose(), purpose),
        }
    }
}

#[expect(clippy::expect_used, reason = "HKDF-SHA-256 refuses lengths beyond 8160 bytes only")]
fn expand(root: &[u8; 32], purpose: Purpose) -> Secret<[u8; 32]> {
    let mut derived = [0; 32];
    let expanded = Hkdf::<Sha256>::new(None, root).expand(purpose.label(), &mut derived);
    expanded.expect("32 bytes are a valid length");
    Secret::new(derived)
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
fn keyed(root: &[u8; 32], purpose: Purpose) -> Hmac<Sha256> {
    Hmac::new_from_slice(expand(root, purpose).expose()).expect("any length fits")
}

/// Returns `true` if only its owner has access to a key file, or there is none. The group may read a file of
/// root, as secrets are passed to containers.
///
/// # Errors
/// If the file system refuses.
pub fn is_private(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    match fs::metadata(path) {
        Ok(file) => {
            let others = if file.uid() == 0 { 0o037 } else { 0o077 };
            Ok(file.mode() & others == 0)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keyring(newest {})", self.newest())
    }
}

impl fmt::Display for KeyringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot access the root key file: {error}"),
            Self::Open(path) => {
                let path = path.display();
                write!(
                    f,
                    "{path} may be read by others than its owner: chmod 600 {path}, and consider the key known"
                )
            }
            Self::Malformed => f.write_str(
                "the root key is not of the form number:64-hex-digits, with commas between several keys",
            ),
        }
    }
}

impl std::error::Error for KeyringError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_key_still_derives_after_a_rotation_and_a_round_trip() {
        let folder = std::env::temp_dir().join(format!("causeway-keyring-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("root.key");
        let ids = Ids::seeded(3);
        let mut keyring = Keyring::open_or_create(&path, &ids).unwrap();
        let first = keyring.derive(Purpose::TokenSecrets);
        assert!(keyring.is_own() && !keyring.clone().shared().is_own());
        keyring = keyring.with_fresh_key(&ids).unwrap();
        assert_eq!(keyring.numbers().collect::<Vec<_>>(), [1, 2]);
        let reopened = Keyring::open_or_create(&path, &ids).unwrap();
        assert_eq!(reopened.newest(), 2);
        assert_eq!(reopened.derive_from(1, Purpose::TokenSecrets).unwrap().expose(), first.expose());
        assert_ne!(reopened.derive(Purpose::TokenSecrets).expose(), first.expose());
        assert_ne!(
            reopened.derive(Purpose::Cursors).expose(),
            reopened.derive(Purpose::TokenSecrets).expose()
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_others_may_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("causeway-open-keyring-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("root.key");
        let ids = Ids::seeded(4);
        Keyring::open_or_create(&path, &ids).unwrap();
        for mode in [0o644, 0o604, 0o660, 0o602] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let refusal = Keyring::open_or_create(&path, &ids);
            assert!(matches!(refusal, Err(KeyringError::Open(_))), "{mode:o}");
            // The planted fault: without the check of the mode, every file is accepted.
            Keyring::read_or_create(&path, &ids).unwrap();
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        Keyring::open_or_create(&path, &ids).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn several_keys_are_read_with_any_separator() {
        let [first, second, third] = ["1a", "2b", "3c"].map(|byte| byte.repeat(32));
        let lines = format!("1:{first}\n2:{second}\n3:{third}\n");
        let expected = Keyring::parse(&lines).unwrap();
        for separators in ["\n", "\r\n", ",", ", ", " ", ";", "; ", "\t", " , ", ",\n"] {
            let text = [format!("2:{second}"), format!("1:{first}"), format!("3:{third}")].join(separators);
            let read = Keyring::parse(&format!("{separators}{text}{separators}")).unwrap();
            assert_eq!(read.numbers().collect::<Vec<_>>(), [1, 2, 3], "{separators:?}");
            let of =
                |keyring: &Keyring| keyring.derive_from(2, Purpose::Cursors).unwrap().expose().to_owned();
            assert_eq!(of(&read), of(&expected), "{separators:?}");
        }
    }

    #[test]
    fn refuses_invalid_keys() {
        let [first, second] = ["1a", "2b"].map(|byte| byte.repeat(32));
        let joined = format!("1:{first}|2:{second}");
        let twice = format!("1:{first},1:{second}");
        for text in ["", ",", "1", "1:abcd", "x:00", &joined, &twice] {
            assert!(matches!(Keyring::parse(text), Err(KeyringError::Malformed)), "{text}");
        }
    }
}
