//! What the interface answers to a check that failed.

/// The answer to a failed check: a status, an error code and, where the interface fixes one, a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// 400 `INVALID_INPUT`.
    InvalidInput,
    /// 401 `UNAUTHORIZED` with this reason.
    Unauthorized(&'static str),
    /// 401 `WALLET_SIGNATURE_MALFORMED`.
    WalletSignatureMalformed,
    /// 401 `WALLET_SIGNATURE_INVALID`.
    WalletSignatureInvalid,
}
