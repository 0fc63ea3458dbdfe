//! What an engine's check of its own files comes to.

/// What the check of some tables, with their indexes, found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EngineCheck {
    /// The last of the tables; `None` behind the last one of all.
    pub table: Option<String>,
    /// How many tables were checked.
    pub tables: usize,
    /// What is wrong, the first hundred of each table.
    pub findings: Vec<String>,
    /// What could not be checked, and why.
    pub unchecked: Vec<String>,
}

/// Findings of a table that are named.
pub(crate) const FINDINGS: usize = 100;
