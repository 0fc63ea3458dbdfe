//! What a verification found.

use std::fmt;

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::TreeHead;
use serde::Serialize;

use crate::Error;

/// Faults that are named one by one; beyond them only their number is counted.
const NAMED_FAULTS: usize = 1000;

/// What a verification found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Platforms whose ledgers were read.
    pub platforms: u64,
    /// Blocks that were read.
    pub blocks: u64,
    /// Entries that were read.
    pub entries: u64,
    /// Journal entries that wait to be sealed.
    pub unsealed: u64,
    /// The newest head of each platform's ledger. Kept elsewhere and given to a later verification as an anchor, it
    /// proves that everything up to it still stands.
    pub heads: Vec<Head>,
    /// What is wrong, the first thousand of it.
    pub faults: Vec<LedgerFault>,
    /// How much is wrong.
    pub fault_count: u64,
    /// The first of it by which the database shows that it is damaged.
    pub damage: Option<String>,
}

/// The newest head of a ledger, and the block that it is the end of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The number of the block.
    pub number: i64,
    /// The head.
    pub tree: TreeHead,
}

/// What was kept outside of the database, and must still be true in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Anchors {
    /// Heads that were seen earlier.
    pub heads: Vec<TreeHead>,
    /// Keys that were replaced.
    pub retired: Vec<Retired>,
}

/// Up to where keys count that were replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retired {
    /// In whose ledger; none: in every ledger that has no line of its own about this key.
    pub platform: Option<PlatformId>,
    /// Keys with lower numbers were replaced.
    pub below: u32,
    /// They count for so many journals from the first.
    pub size: u64,
}

/// Something that is wrong with the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LedgerFault {
    /// What kind of thing is wrong.
    pub kind: FaultKind,
    /// In whose ledger; none for what all have in common.
    pub platform: Option<PlatformId>,
    /// With what: the id of a journal entry or account, `block 7`, `head 12`, `PO USD`.
    pub subject: String,
    /// What was found.
    pub detail: String,
}

/// What kind of thing is wrong with the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FaultKind {
    /// An entry is not the one that was booked.
    EntryAltered,
    /// A journal entry is in no block and does not wait for one: somebody inserted it.
    EntryOutside,
    /// A journal entry that is sealed or waits to be has no lines.
    EntriesGone,
    /// A journal entry is sealed and waits to be.
    SealedTwice,
    /// A journal entry does not add up to zero in a currency.
    Unbalanced,
    /// The authentication of a journal does not fit: this service did not post it.
    JournalNotAuthentic,
    /// A journal was set aside instead of being sealed.
    JournalSetAside,
    /// A block is gone.
    BlockMissing,
    /// A block does not hold the journals that it was sealed with.
    BlockAltered,
    /// The authentication of a block does not fit: this service did not seal it.
    BlockNotAuthentic,
    /// A line of an anchor file was not signed by this service, or with a key that had been replaced.
    AnchorNotAuthentic,
    /// A head that was seen earlier is beyond the end of the ledger: its tail is cut, or the database rolled back.
    AnchorMissing,
    /// The ledger no longer has the head that it had with so many journals: it was rewritten.
    AnchorDiffers,
    /// A key was used after it had been replaced.
    KeyRetired,
    /// The authentication of a balance does not fit: this service did not write it.
    BalanceNotAuthentic,
    /// The authentication of a quote, a payment or an external account does not fit: this service did not write it.
    TermsNotAuthentic,
    /// A quote or an external account that a payment names is gone.
    TermsMissing,
    /// Postings of a payment or card transaction that is gone.
    PaymentMissing,
    /// A payment is not booked as its terms say, or does not show where its money stands.
    PaymentDiffers,
    /// A payment from a wallet has no signature of it, or one over something else.
    SignatureMissing,
    /// A card transaction is not booked as its amounts say, or its pulls and returns do not make them.
    CardTransactionDiffers,
    /// What keeps the rows of a table from being changed is gone, or is not what this service put there.
    GuardMissing,
    /// A table, column, index or constraint is gone or another one, or a trigger, rule or constraint was added.
    SchemaAltered,
    /// The entries of an internal account are not numbered without gaps up to its balance's number.
    SequenceBroken,
    /// The balance that an entry carries is not what the entries before it make it.
    RunningBalanceWrong,
    /// The stored balance of an internal account is not what its entries make it.
    BalanceDiffers,
    /// A guarded balance was brought below zero without leave.
    GuardedNegative,
    /// Entries of an internal account that has no balance, or one in another currency.
    AccountMismatch,
    /// An internal account has no balance: the database has lost it.
    BalanceMissing,
    /// More has left an accumulating account, or a quote, than came in.
    AccountNegative,
    /// A checkpoint is not what the blocks up to it make it.
    CheckpointDiffers,
    /// A row holds a value that is none of its column.
    RowUnreadable,
    /// Some rows could not be read at all, and were left out.
    PartUnreadable,
    /// The engine's own check of its files found something.
    DatabaseDamaged,
}

impl Report {
    /// Whether nothing is wrong.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.fault_count == 0
    }

    /// Takes in what a further piece of the verification found.
    pub fn take_in(&mut self, other: Self) {
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

    /// Names what the engine's own check of its files says.
    pub fn add_damage(&mut self, subject: impl fmt::Display, detail: impl Into<String>) {
        self.add_common(FaultKind::DatabaseDamaged, subject, detail);
    }

    /// Remembers a failure by which the database shows that it is damaged.
    pub(super) fn note_damage(&mut self, fault: &Error) {
        if let Error::Damaged(why) = fault {
            self.damage.get_or_insert_with(|| why.clone());
        }
    }

    /// Names lines of anchor files that this service did not sign.
    pub fn forged_anchors(&mut self, count: usize) {
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
        let (subject, detail) = (subject.to_string(), detail.into());
        self.push(LedgerFault { kind, platform: Some(platform), subject, detail });
    }

    /// A fault of what all ledgers have in common.
    pub(super) fn add_common(
        &mut self,
        kind: FaultKind,
        subject: impl fmt::Display,
        detail: impl Into<String>,
    ) {
        let (subject, detail) = (subject.to_string(), detail.into());
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
