//! What may be wrong with a file (customers 8).

/// Why a file is none that a document may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentFault {
    /// It has no bytes.
    Empty,
    /// It is of another kind.
    OtherKind,
    /// It breaks off.
    Truncated,
    /// It is not built as its kind must be.
    Malformed,
    /// More follows behind its end, which another program might take for another file.
    Trailing,
}
