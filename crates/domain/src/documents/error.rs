//! The errors of an uploaded file (customers 8).

/// The reason why a file cannot be a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentError {
    Empty,
    /// The file is of another format.
    OtherKind,
    /// The file is incomplete.
    Truncated,
    /// The file violates its format.
    Malformed,
    /// A file of another format follows its end, which another program might read instead.
    Trailing,
    /// The file can be read with a key only.
    Encrypted,
    /// The file contains a script, or starts another program.
    Active,
    /// The file has parts that cannot be inspected and may contain either.
    Opaque,
}
