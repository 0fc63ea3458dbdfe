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
    /// A file of another kind follows behind its end, which another program might read instead.
    Trailing,
    /// It can be read with a key only.
    Encrypted,
    /// It holds a script, or starts another program.
    Active,
    /// It may hold either where it cannot be looked into.
    Opaque,
}
