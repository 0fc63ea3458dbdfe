//! The interface's answers to failed checks.

/// An answer to a failed check: status, error code and, if the interface fixes one, reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Status 400, `INVALID_INPUT`.
    InvalidInput,
    /// Status 401, `UNAUTHORIZED` with this reason.
    Unauthorized(&'static str),
    /// Status 401, `WALLET_SIGNATURE_MALFORMED`.
    WalletSignatureMalformed,
    /// Status 401, `WALLET_SIGNATURE_INVALID`.
    WalletSignatureInvalid,
}
