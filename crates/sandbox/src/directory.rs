//! Who holds wallets for others, in sandbox (money 5).

use causeway_service::ports::Directory;

const VASPS: &[&str] = &["Kraken"];

/// A directory of samples.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SampleDirectory;

impl Directory for SampleDirectory {
    fn has_vasp(&self, name: &str) -> bool {
        VASPS.contains(&name)
    }
}
