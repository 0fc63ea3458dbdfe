//! What can go wrong in the store.

use std::fmt;

/// A failure of the store. Texts are for logs: they never reach a caller of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The queue of waiting closures is full; try again a little later.
    Overloaded,
    /// The database cannot be reached now.
    Unavailable(String),
    /// The disk of the database is full; nothing can be written until there is room.
    Full,
    /// The database could not read or write its files.
    Io(String),
    /// The database's files are damaged or gone. The store writes nothing more, so that nothing is built on what is left.
    Damaged(String),
    /// A lock was not granted in time: another transaction holds the row.
    LockTimeout,
    /// A statement ran longer than the database allows.
    StatementTimeout,
    /// The transaction lost a race against others again and again and was given up.
    Conflict,
    /// A row with this unique key exists; found even after the closure had been rerun.
    Duplicate {
        /// The name of the unique index or primary key.
        constraint: String,
    },
    /// The closure panicked; what it did is undone.
    Panicked,
    /// A row that must exist does not (from functions named `get`).
    Missing,
    /// A stored value is not of the expected type or form.
    Data(String),
    /// A row was not written by this service: its authentication does not fit. Nothing is decided by it.
    NotAuthentic(String),
    /// The database refused a statement: wrong SQL, or a violated constraint other than a unique key.
    Statement(String),
    /// The schema of the database does not fit this program.
    Schema(SchemaFault),
    /// The store is shutting down.
    Closed,
    /// The connection was lost during COMMIT and it could not be learned whether the commit happened.
    InDoubt,
}

/// Why a database cannot be used as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaFault {
    /// There are no tables yet.
    Empty,
    /// The database is older than this program; it must be migrated first.
    Older {
        /// The last migration that was applied.
        at: i64,
        /// The migration that this program needs.
        wanted: i64,
    },
    /// The database was migrated by a newer program.
    Newer {
        /// The last migration that was applied.
        at: i64,
        /// The last migration that this program knows.
        known: i64,
    },
    /// An applied migration is not the one that this program knows under its number.
    Changed {
        /// The number of that migration.
        migration: i64,
    },
    /// Tables that the migrations made are gone.
    TablesMissing {
        /// Their names.
        tables: Vec<String>,
    },
}

impl Error {
    /// The transaction lost a race that a rerun may win.
    pub(crate) fn is_lost_race(&self) -> bool {
        matches!(self, Self::Conflict | Self::Duplicate { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overloaded => f.write_str("too many waiting transactions"),
            Self::Unavailable(why) => write!(f, "database unavailable: {why}"),
            Self::Full => f.write_str("the database's disk is full"),
            Self::Io(why) => write!(f, "database input or output failed: {why}"),
            Self::Damaged(why) => write!(f, "the database is damaged: {why}"),
            Self::LockTimeout => f.write_str("a row lock was not granted in time"),
            Self::StatementTimeout => f.write_str("a statement ran too long"),
            Self::Conflict => f.write_str("the transaction kept losing races"),
            Self::Duplicate { constraint } => write!(f, "duplicate key: {constraint}"),
            Self::Panicked => f.write_str("a transaction's closure panicked"),
            Self::Missing => f.write_str("a row that must exist is missing"),
            Self::Data(why) => write!(f, "unreadable stored value: {why}"),
            Self::NotAuthentic(what) => write!(f, "{what} was not written by this service"),
            Self::Statement(why) => write!(f, "statement refused: {why}"),
            Self::Schema(fault) => write!(f, "{fault}"),
            Self::Closed => f.write_str("the store is shutting down"),
            Self::InDoubt => f.write_str("the outcome of a commit could not be learned"),
        }
    }
}

impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the database is empty"),
            Self::Older { at, wanted } => {
                write!(f, "the database is at migration {at}, this program needs {wanted}: migrate it")
            }
            Self::Newer { at, known } => {
                write!(
                    f,
                    "the database is at migration {at}, this program knows only {known}: use a newer one"
                )
            }
            Self::Changed { migration } => {
                write!(f, "migration {migration} of the database is not the one this program knows")
            }
            Self::TablesMissing { tables } => {
                write!(f, "the database has lost tables: {}. Restore the newest backup", tables.join(", "))
            }
        }
    }
}

impl std::error::Error for Error {}
