//! The faults of an uploaded file (customers 8).

/// The reason that a file cannot be a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentFault {
    Empty,
    /// It is of another kind.
    OtherKind,
    /// It is incomplete.
    Truncated,
    /// It violates the format of its kind.
    Malformed,
    /// A file of another kind follows behind its end, which another program might read instead.
    Trailing,
    /// It can be read with a key only.
    Encrypted,
    /// It contains a script, or starts another program.
    Active,
    /// It has parts that cannot be inspected and may contain either.
    Opaque,
}
