//! The directory of those who hold wallets for others (money 4.2, 5).

/// A directory.
pub trait Directory: Send + Sync {
    /// Whether a virtual-asset service provider of exactly this name is listed.
    fn has_vasp(&self, name: &str) -> bool;
}

/// Nobody is listed.
#[derive(Debug, Clone, Copy)]
pub struct EmptyDirectory;

impl Directory for EmptyDirectory {
    fn has_vasp(&self, _: &str) -> bool {
        false
    }
}
