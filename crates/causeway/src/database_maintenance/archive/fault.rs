//! The reasons why an archive is refused.

use std::fmt;
use std::io;

/// The reason why an archive is refused.
#[derive(Debug)]
pub enum ArchiveFault {
    /// It does not begin as an archive does.
    NotAnArchive,
    /// A newer program has written it.
    Format(u32),
    /// It ends too early.
    Truncated,
    /// This part of it is not as it was written.
    Altered(String),
    /// This part is in the manifest and not in the archive.
    Missing(String),
    /// None of the root keys has authenticated the manifest.
    NotAuthentic,
    /// It cannot be read, or a part of it cannot be written.
    Io(io::Error),
}

impl From<io::Error> for ArchiveFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            _ => Self::Io(error),
        }
    }
}

impl fmt::Display for ArchiveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnArchive => f.write_str("is not an archive that causeway backup has written"),
            Self::Format(format) => {
                write!(f, "has the format {format}, which is newer than this program: use a newer one")
            }
            Self::Truncated => f.write_str("ends too early: it was not copied completely"),
            Self::Altered(part) => write!(f, "was altered: {part} is not as it was written"),
            Self::Missing(part) => write!(f, "lacks {part}"),
            Self::NotAuthentic => f.write_str(
                "was not made with this root key, or its manifest was altered: give the root key that belongs to it",
            ),
            Self::Io(error) => write!(f, "cannot be read, or a part of it cannot be written: {error}"),
        }
    }
}

impl std::error::Error for ArchiveFault {}
