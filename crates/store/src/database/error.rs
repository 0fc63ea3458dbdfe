//! Errors of the store.

use std::fmt;

/// A failure of the store. Texts are for logs and never reach a caller of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The queue of waiting closures is full; try again a little later.
    Overloaded,
    /// The database cannot be reached now.
    Unavailable(String),
    /// The database's disk is full; nothing can be written until there is room.
    Full,
    /// The database could not read or write its files.
    Io(String),
    /// The database's files are damaged or gone. The store stops writing, so that nothing is built on damaged
    /// data.
    Damaged(String),
    /// A lock was not granted in time: another transaction holds the row.
    LockTimeout,
    /// A statement exceeded the database's time limit.
    StatementTimeout,
    /// The transaction kept losing races and was given up.
    Conflict,
    /// A row with this unique key exists, even after a rerun of the closure.
    Duplicate {
        /// Name of the unique index or primary key.
        constraint: String,
    },
    /// The closure panicked; its work is undone.
    Panicked,
    /// A row that must exist does not (from functions named `get`).
    Missing,
    /// A stored value has an unexpected type or form.
    Data(String),
    /// A row was not written by this service: its authentication code does not match. No decision may rely on
    /// it.
    NotAuthentic(String),
    /// The database refused a statement: invalid SQL, or a violated constraint other than a unique key.
    Statement(String),
    /// The database's schema does not fit this program.
    Schema(SchemaFault),
    Closed,
    /// The connection was lost during COMMIT, and the outcome could not be determined.
    InDoubt,
}

/// The reason why a database cannot be used as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaFault {
    /// There are no tables yet.
    Empty,
    /// The database is older than this program and must be migrated first.
    Older {
        /// The last applied migration.
        at: i64,
        /// The migration that this program needs.
        needed: i64,
    },
    /// The database was migrated by a newer program, and this program cannot work on it.
    Newer {
        /// The last applied migration.
        at: i64,
        /// Version of the program that applied it.
        program: String,
        /// The last migration known to this program.
        known: i64,
    },
    /// An applied migration differs from the one that this program has under the same number.
    Changed { migration: i64 },
    /// Tables created by the migrations are gone.
    TablesMissing { tables: Vec<String> },
}

impl Error {
    /// Returns `true` if the transaction lost a race that a rerun may win.
    pub(crate) fn is_lost_race(&self) -> bool {
        matches!(self, Self::Conflict | Self::Duplicate { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overloaded => f.write_str("too many waiting transactions"),
            Self::Unavailable(reason) => write!(f, "database unavailable: {reason}"),
            Self::Full => f.write_str("the database's disk is full"),
            Self::Io(reason) => write!(f, "database input or output failed: {reason}"),
            Self::Damaged(reason) => write!(f, "the database is damaged: {reason}"),
            Self::LockTimeout => f.write_str("a row lock was not granted in time"),
            Self::StatementTimeout => f.write_str("a statement ran too long"),
            Self::Conflict => f.write_str("the transaction kept losing races"),
            Self::Duplicate { constraint } => write!(f, "duplicate key: {constraint}"),
            Self::Panicked => f.write_str("a transaction's closure panicked"),
            Self::Missing => f.write_str("a row that must exist is missing"),
            Self::Data(reason) => write!(f, "unreadable stored value: {reason}"),
            Self::NotAuthentic(what) => write!(f, "{what} was not written by this service"),
            Self::Statement(reason) => write!(f, "statement refused: {reason}"),
            Self::Schema(error) => write!(f, "{error}"),
            Self::Closed => f.write_str("the store is shutting down"),
            Self::InDoubt => f.write_str("the outcome of a commit could not be learned"),
        }
    }
}

impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the database is empty"),
            Self::Older { at, needed } => write!(
                f,
                "the database is at migration {at}, and Causeway {} needs migration {needed}",
                env!("CARGO_PKG_VERSION")
            ),
            Self::Newer { at, program, known } => write!(
                f,
                "the database is at migration {at}, made by Causeway {program}. This is Causeway {}, which knows migration \
                 {known} and works on a database at most one compatible migration ahead: use Causeway {program} or newer, \
                 or restore a backup from before that upgrade",
                env!("CARGO_PKG_VERSION")
            ),
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
