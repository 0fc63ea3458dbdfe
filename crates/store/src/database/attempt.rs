//! The outcome of work after a savepoint.

/// The outcome of work after a savepoint.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt<T, E> {
    /// The work was done.
    Done(T),
    /// The work was refused and is undone.
    Refused(E),
    /// The work would have added a key that exists and is undone. Mostly another transaction was faster.
    Duplicate {
        /// Name of the unique index or primary key.
        constraint: String,
    },
}
