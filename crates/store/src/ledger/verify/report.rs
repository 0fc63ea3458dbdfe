//! What a verification found.

use std::collections::BTreeSet;
use std::fmt;

use causeway_domain::ids::PlatformId;
use serde::Serialize;

/// Faults that are named one by one; beyond them only their number is counted.
const NAMED_FAULTS: usize = 1000;

/// What a verification found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Platforms whose ledgers were read.
    pub platforms: u64,
    /// Blocks that were read.
    pub blocks: u64,
    /// Entries that were read.
    pub entries: u64,
    /// Journal entries that wait to be sealed.
    pub unsealed: u64,
    /// The last block of each platform's chain. Keep them elsewhere: given to a later verification as
    /// anchors, they prove that everything up to them still stands.
    pub heads: Vec<Head>,
    /// What is wrong, the first thousand of it.
    pub faults: Vec<LedgerFault>,
    /// How much is wrong.
    pub fault_count: u64,
    missing_anchors: BTreeSet<[u8; 32]>,
}

/// The end of a platform's chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The platform.
    pub platform: PlatformId,
    /// The number of its last block.
    pub number: i64,
    /// The hash of its last block.
    pub hash: [u8; 32],
}

/// Something that is wrong with the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LedgerFault {
    /// What kind of thing is wrong.
    pub kind: FaultKind,
    /// In whose ledger; none for an anchor.
    pub platform: Option<PlatformId>,
    /// With what: the id of a journal entry or account, `block 7`, `PO USD`.
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
    /// A journal entry stands in no block and does not wait for one: somebody inserted it.
    EntryOutside,
    /// A journal entry that is sealed or waits to be has no lines.
    EntriesGone,
    /// A journal entry is sealed and waits to be.
    SealedTwice,
    /// A journal entry does not add up to zero in a currency.
    Unbalanced,
    /// A block is gone.
    BlockMissing,
    /// A block does not follow the one before.
    ChainBroken,
    /// A block does not hold the entries that it was sealed with.
    BlockAltered,
    /// A block was sealed with another key than the one it names, or that key is not known.
    BlockNotAuthentic,
    /// A head that was printed earlier is in no chain: its block was replaced or cut off.
    AnchorMissing,
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
    /// More has left an accumulating account, or a quote, than came in.
    AccountNegative,
    /// A checkpoint is not what the blocks up to it make it.
    CheckpointDiffers,
}

impl Report {
    pub(super) fn new(anchors: &[[u8; 32]]) -> Self {
        Self {
            platforms: 0,
            blocks: 0,
            entries: 0,
            unsealed: 0,
            heads: Vec::new(),
            faults: Vec::new(),
            fault_count: 0,
            missing_anchors: anchors.iter().copied().collect(),
        }
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.fault_count == 0
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

    fn push(&mut self, fault: LedgerFault) {
        self.fault_count += 1;
        if self.faults.len() < NAMED_FAULTS {
            self.faults.push(fault);
        }
    }

    pub(super) fn found_in_chain(&mut self, hash: &[u8; 32]) {
        self.missing_anchors.remove(hash);
    }

    pub(super) fn close(&mut self) {
        for hash in std::mem::take(&mut self.missing_anchors) {
            let subject = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            let detail = "no chain has a block with this hash".to_owned();
            self.push(LedgerFault { kind: FaultKind::AnchorMissing, platform: None, subject, detail });
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
