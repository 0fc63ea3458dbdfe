//! The result of a restore or of its rehearsal.

use std::fmt;
use std::path::PathBuf;

use causeway_domain::{Clock, Time};
use serde::Serialize;

use super::archive::{Engine, Manifest};
use super::copy::{Contents, Ledger};
use super::rehearsal::{RehearsalOutcome, VerificationScope};
use crate::config::Config;

/// The result of checking that the secrets in a restored database can be decrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyState {
    /// The root key is present and decrypts them.
    Fits,
    /// Checked at the next start, because the schema of the copy is older than this program.
    Unknown,
}

/// The result of checking that the wallet keys belong to the wallets in a restored database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WalletKeyState {
    /// Wallets have keys, and the wallet keys are present and belong to them.
    Fits,
    /// No wallet has keys, so that the database needs no wallet keys.
    Unused,
    /// Checked at the next start, because the schema of the copy is older than this program.
    Unknown,
}

/// The result of a restore.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RestoreOutcome {
    /// Set if nothing was changed (`--check`).
    pub is_check: bool,
    /// Restored database: a path, or a URL without secrets.
    pub database: String,
    /// Data folder.
    pub data: PathBuf,
    /// New path of the database that was replaced.
    pub replaced: Option<PathBuf>,
    pub engine: Engine,
    /// Version of the program that made the backup.
    pub version: String,
    pub key_state: KeyState,
    pub wallet_key_state: WalletKeyState,
    /// Instant at which the backup began.
    pub made_at: Time,
    /// Time since the backup began.
    pub age_seconds: u64,
    /// Time of the newest change in the copy, as far as its rows show.
    pub newest_change: Option<Time>,
    /// The ledgers in the copy.
    pub ledgers: Vec<Ledger>,
    /// Files that the data folder got from the archive or from the given paths.
    pub files: Vec<String>,
    /// Scope of the verification of a rehearsal.
    pub verified: Option<VerificationScope>,
}

impl RestoreOutcome {
    pub(super) fn of_restore(
        config: &Config,
        manifest: &Manifest,
        contents: Contents,
        files: Vec<String>,
    ) -> Self {
        Self {
            is_check: false,
            database: config.database_name(),
            data: config.data.path().to_owned(),
            replaced: None,
            engine: manifest.engine,
            version: manifest.version.clone(),
            key_state: if contents.is_older_schema { KeyState::Unknown } else { KeyState::Fits },
            wallet_key_state: wallet_key_state(manifest, contents.is_older_schema),
            made_at: manifest.made_at,
            age_seconds: Clock::system().now().since(manifest.made_at).as_secs(),
            newest_change: contents.newest_change,
            ledgers: contents.ledgers,
            files,
            verified: None,
        }
    }

    pub(super) fn of_rehearsal(config: &Config, manifest: &Manifest, outcome: RehearsalOutcome) -> Self {
        let RehearsalOutcome { contents, verified, files } = outcome;
        Self { is_check: true, verified, ..Self::of_restore(config, manifest, contents, files) }
    }

    pub(super) fn with_replaced(self, replaced: Option<PathBuf>) -> Self {
        Self { replaced, ..self }
    }

    fn write_ledgers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Ledger { platform, block, journals, journals_after, after_since } in &self.ledgers {
            writeln!(f, "Ledger of {platform}: newest block {block}, {journals} journals.")?;
            if let (1.., Some(since)) = (journals_after, after_since) {
                writeln!(
                    f,
                    "According to the anchor file, {journals_after} more journals were sealed later, the first of them by \
                     {since}: they are not in the copy."
                )?;
            }
        }
        Ok(())
    }

    fn write_next_steps(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let data = self.data.display();
        writeln!(f, "Next:")?;
        writeln!(f, "- start the server: causeway serve --data {data}")?;
        writeln!(f, "- verify all of it: causeway ledger verify --data {data}")?;
        if self.key_state == KeyState::Unknown {
            writeln!(f, "- then accept the ledgers: causeway ledger accept --reason TEXT --data {data}")?;
        }
        if self.engine == Engine::Postgres {
            writeln!(
                f,
                "- on each other server of this database, which has an anchor file of its own: \
                 causeway ledger accept --reason TEXT"
            )?;
        }
        if self.ledgers.iter().any(|ledger| ledger.journals_after > 0) {
            writeln!(
                f,
                "- notify everyone concerned of what was lost: the alert OLDER_STATE_RESTORED names it"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for RestoreOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { database, made_at, version, .. } = self;
        match self.is_check {
            true => writeln!(f, "The archive is complete and authentic. Nothing was changed.")?,
            false => writeln!(f, "Restored the database to {database}.")?,
        }
        if let Some(path) = &self.replaced {
            writeln!(f, "The previous database is kept as {}.", path.display())?;
        }
        writeln!(f, "Files from the archive: {}.", self.files.join(", "))?;
        let age = duration_text(self.age_seconds);
        writeln!(f, "The backup was made at {made_at}, {age} ago, by version {version}.")?;
        match self.key_state {
            KeyState::Fits => writeln!(f, "The root key fits.")?,
            KeyState::Unknown => {
                writeln!(f, "Its schema is older: run causeway migrate. The next start checks the keys.")?;
            }
        }
        match self.wallet_key_state {
            WalletKeyState::Fits => writeln!(f, "The wallet keys fit.")?,
            WalletKeyState::Unused => {
                writeln!(f, "No wallet has keys yet: the database needs no wallet keys.")?;
            }
            WalletKeyState::Unknown => {}
        }
        if let Some(at) = self.newest_change {
            writeln!(f, "Its newest change was at {at}.")?;
        }
        self.write_ledgers(f)?;
        if let Some(VerificationScope { blocks, entries, anchors }) = self.verified {
            writeln!(f, "Verified {blocks} blocks, {entries} entries and {anchors} recorded heads: sound.")?;
        }
        if self.is_check { Ok(()) } else { self.write_next_steps(f) }
    }
}

/// Returns the state of the wallet keys of an archive that was compared with them.
const fn wallet_key_state(manifest: &Manifest, is_older_schema: bool) -> WalletKeyState {
    match &manifest.wallet_certificate {
        Some(_) => WalletKeyState::Fits,
        None if is_older_schema => WalletKeyState::Unknown,
        None => WalletKeyState::Unused,
    }
}

/// Formats a duration in its largest unit.
fn duration_text(seconds: u64) -> String {
    let units = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];
    let (unit, length) = units.into_iter().find(|(_, length)| seconds >= *length).unwrap_or(("second", 1));
    let count = seconds / length;
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}
