//! The findings of a verification.

use std::fmt;

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::TreeHead;
use serde::Serialize;

use crate::Error;

/// Maximum number of faults listed; beyond it they are only counted.
const NAMED_FAULTS: usize = 1000;

/// The findings of a verification.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Platforms with a ledger that was read.
    pub platforms: u64,
    /// Blocks read.
    pub blocks: u64,
    /// Entries read.
    pub entries: u64,
    /// Journal entries that wait to be sealed.
    pub unsealed: u64,
    /// The newest head of each platform's ledger. Kept outside of the database and given to a later
    /// verification as an anchor, it proves that everything up to it is unchanged.
    pub heads: Vec<Head>,
    /// The faults, at most a thousand.
    pub faults: Vec<LedgerFault>,
    /// Number of all faults.
    pub fault_count: u64,
    /// The first fault that shows damage of the database.
    pub damage: Option<String>,
}

/// The newest head of a ledger, and its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Number of the block.
    pub number: i64,
    pub tree: TreeHead,
}

/// Facts kept outside of the database that must still hold in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Anchors {
    /// Heads that were seen earlier.
    pub heads: Vec<TreeHead>,
    /// Keys that were replaced.
    pub retired: Vec<RetiredKeys>,
}

/// The limit up to which replaced keys are valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetiredKeys {
    /// The platform of the ledger; `None` for every ledger without an entry of its own for this key.
    pub platform: Option<PlatformId>,
    /// Keys with lower numbers were replaced.
    pub below: u32,
    /// The keys are valid for the first `size` journals.
    pub size: u64,
}

/// A fault of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LedgerFault {
    pub kind: FaultKind,
    /// The platform of the ledger; `None` if the fault is in common data.
    pub platform: Option<PlatformId>,
    /// The faulty object: the id of a journal entry or account, `block 7`, `head 12`, `PO USD`.
    pub subject: String,
    pub detail: String,
}

/// The kind of a ledger fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FaultKind {
    /// An entry has changed since it was booked.
    EntryAltered,
    /// A journal entry is in no block and does not wait for one: it was inserted from outside of this
    /// service.
    EntryOutside,
    /// A sealed or waiting journal entry has no lines.
    EntriesGone,
    /// A journal entry is sealed and still waits to be.
    SealedTwice,
    /// A journal entry does not add up to zero in a currency.
    Unbalanced,
    /// The authentication code of a journal is invalid: this service did not post it.
    JournalNotAuthentic,
    /// A journal was set aside instead of being sealed.
    JournalSetAside,
    /// A block is gone.
    BlockMissing,
    /// A block does not have the journals that it was sealed with.
    BlockAltered,
    /// The authentication code of a block is invalid: this service did not seal it.
    BlockNotAuthentic,
    /// A line of an anchor file was not signed by this service, or with a key that had been replaced.
    AnchorNotAuthentic,
    /// A head that was seen earlier is beyond the end of the ledger: its tail was cut, or the database rolled
    /// back.
    AnchorMissing,
    /// The ledger no longer has the head that it had with so many journals: it was rewritten.
    AnchorDiffers,
    /// A key was used after it had been replaced.
    KeyRetired,
    /// The authentication code of a balance is invalid: this service did not write it.
    BalanceNotAuthentic,
    /// The authentication code of a quote, a payment, an external account or another row with authenticated
    /// columns is invalid: this service did not write it.
    TermsNotAuthentic,
    /// A quote or an external account of a payment, or the deposit of credited unmatched funds, is gone.
    TermsMissing,
    /// A payment or card transaction with postings is gone, or one of the two rows of a payment is.
    PaymentMissing,
    /// A payment is not booked as its terms say, or does not show the stage that its bookings have reached.
    PaymentDiffers,
    /// A payment from a wallet has no signature of it, or one over another payload.
    SignatureMissing,
    /// A card transaction is not booked as its amounts say, or its pulls and returns do not add up to them.
    CardTransactionDiffers,
    /// The trigger that protects the rows of a table from changes is gone, or differs from the one that this
    /// service created.
    GuardMissing,
    /// A table, column, index or constraint is gone or differs, or a trigger, rule or constraint was added.
    SchemaAltered,
    /// The entries of an internal account are not numbered without gaps up to its balance's number.
    SequenceBroken,
    /// The balance recorded in an entry differs from the sum of the entries up to it.
    RunningBalanceWrong,
    /// The stored balance of an internal account differs from the sum of its entries.
    BalanceDiffers,
    /// A guarded balance was brought below zero without an allowed overdraft.
    GuardedNegative,
    /// Entries of an internal account that has no balance, or one in another currency.
    AccountMismatch,
    /// An internal account has no balance: the database has lost it.
    BalanceMissing,
    /// More has left an accumulating account, or a quote, than came in.
    AccountNegative,
    /// A checkpoint differs from the sum of the blocks up to it.
    CheckpointDiffers,
    /// A row has a value that is invalid for its column.
    RowUnreadable,
    /// Some rows could not be read at all, and were skipped.
    PartUnreadable,
    /// The engine's own check of its files found damage.
    DatabaseDamaged,
}

impl Report {
    /// Returns `true` if no fault was found.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.fault_count == 0
    }

    /// Adds the findings of a further piece of the verification.
    pub fn merge(&mut self, other: Self) {
        self.platforms += other.platforms;
        self.blocks += other.blocks;
        self.entries += other.entries;
        self.unsealed += other.unsealed;
        self.heads.extend(other.heads);
        let unnamed = other.fault_count.saturating_sub(u64::try_from(other.faults.len()).unwrap_or(0));
        other.faults.into_iter().for_each(|fault| self.push(fault));
        self.fault_count += unnamed;
        self.damage = self.damage.take().or(other.damage);
    }

    /// Reports a finding of the engine's own check of its files.
    pub fn add_damage(&mut self, subject: impl fmt::Display, detail: impl Into<String>) {
        self.add_common(FaultKind::DatabaseDamaged, subject, detail);
    }

    /// Notes a failure that shows damage of the database.
    pub(super) fn note_damage(&mut self, error: &Error) {
        if let Error::Damaged(reason) = error {
            self.damage.get_or_insert_with(|| reason.clone());
        }
    }

    /// Reports lines of anchor files that this service did not sign.
    pub fn add_forged_anchors(&mut self, count: usize) {
        if count > 0 {
            let detail = "were not signed by this service, or with a key that had been replaced";
            self.add_common(FaultKind::AnchorNotAuthentic, format!("{count} lines"), detail);
        }
    }

    pub(super) fn add(
        &mut self,
        kind: FaultKind,
        platform: PlatformId,
        subject: impl fmt::Display,
        detail: impl Into<String>,
    ) {
        let subject = subject.to_string();
        let detail = detail.into();
        self.push(LedgerFault { kind, platform: Some(platform), subject, detail });
    }

    /// Adds a fault in data common to all ledgers.
    pub(super) fn add_common(
        &mut self,
        kind: FaultKind,
        subject: impl fmt::Display,
        detail: impl Into<String>,
    ) {
        let subject = subject.to_string();
        let detail = detail.into();
        self.push(LedgerFault { kind, platform: None, subject, detail });
    }

    fn push(&mut self, fault: LedgerFault) {
        if self.faults.contains(&fault) {
            return;
        }
        self.fault_count += 1;
        if matches!(fault.kind, FaultKind::BalanceMissing | FaultKind::DatabaseDamaged) {
            self.damage.get_or_insert_with(|| fault.to_string());
        }
        if self.faults.len() < NAMED_FAULTS {
            self.faults.push(fault);
        }
    }
}

impl fmt::Display for LedgerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(platform) = self.platform {
            write!(f, "{platform}: ")?;
        }
        write!(f, "{:?} {}: {}", self.kind, self.subject, self.detail)
    }
}
