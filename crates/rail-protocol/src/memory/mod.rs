//! The memory of an adapter: its continuity from answer to answer, and that of its feed (rails 5.3, 8).

mod continuity;
mod feed;

pub use continuity::{KnownMemory, MemoryLoss, check_memory};
pub use feed::{CopyFault, FeedFault, check_copy, check_page};
