//! Archives: one file with all parts of a backup and a manifest of them.

mod digest;
mod fault;
mod manifest;
mod reader;
mod tar;
mod writer;

pub use fault::ArchiveFault;
pub(super) use manifest::{
    ANCHORS, CONFIGURATION, DATABASE, DUMP, Manifest, ROOT_KEY, TOMBSTONES, WALLET_KEYS,
};
pub use manifest::{Engine, Head};
pub(super) use reader::Archive;
pub(super) use writer::{PartFile, write};

#[cfg(test)]
mod tests;
