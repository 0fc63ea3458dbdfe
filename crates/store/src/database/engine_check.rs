//! The result of an engine's check of its own files.

/// The result of checking some tables with their indexes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EngineCheck {
    /// The last table checked, from which the next check continues; `None` after the last table of the
    /// database.
    pub table: Option<String>,
    /// Number of tables checked.
    pub tables: usize,
    /// Damage found, at most a hundred items per table.
    pub findings: Vec<String>,
    /// Parts that could not be checked, each with the reason.
    pub unchecked: Vec<String>,
}

/// Maximum number of findings reported per table.
pub(crate) const FINDINGS: usize = 100;
