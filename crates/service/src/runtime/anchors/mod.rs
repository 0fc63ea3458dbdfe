//! Ledger heads outside of the database: signed, appended to a file, and compared with the ledgers later. An
//! attacker who rolls the database back, or truncates a ledger, has to change every such file too.

mod anchor_log;
mod file;
mod note;

pub use anchor_log::{AnchorLog, OlderRestore, expected_anchors, heads_after_restore, last_older_restore};
pub use file::AnchorFile;
pub use note::{Checkpoint, CheckpointReason, origin};
