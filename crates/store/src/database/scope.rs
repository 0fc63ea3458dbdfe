//! The statements that a closure may run.

/// The statements that a closure may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All that its transaction allows.
    Transaction,
    /// One query, outside of any transaction.
    OneQuery,
    /// No statement: the single query has been made.
    QueryDone,
    /// Recording of the reads to prefetch.
    Prefetch { learns_version: bool },
}
