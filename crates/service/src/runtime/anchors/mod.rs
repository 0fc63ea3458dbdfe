//! Heads of the ledgers outside of the database: signed, appended to a file, and held against the ledgers later. Whoever
//! rolls the database back, or cuts a ledger off, has to change every such file too.

mod file;
mod note;
mod reading;

pub use file::AnchorFile;
pub use note::{Checkpoint, Occasion, origin};
pub use reading::{Reading, Setback, expected, restored, setback};
