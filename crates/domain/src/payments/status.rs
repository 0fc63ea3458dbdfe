//! Statuses and reasons that all payments share (money 9, 10).

pub use causeway_vocabulary::payments::{
    IncomingFailureReason as IncomingFailure, OutgoingFailureReason as OutgoingFailure, PendingReason,
    RefundReason, RefundStatus, TransactionDirection as Direction, TransactionStatus, TransactionType,
};

/// Returns `true` if a submitted payout can fail for this reason.
///
/// The other reasons belong to other steps: before the debit, during the direct debit that funds the payment,
/// or after arrival. One reason of the interface is never produced.
#[must_use]
pub const fn is_of_payout(failure: OutgoingFailure) -> bool {
    use OutgoingFailure as Why;
    match failure {
        Why::QuoteExecutionFailed
        | Why::LimitExceeded
        | Why::AccountCannotReceive
        | Why::AccountInvalid
        | Why::ComplianceRejected
        | Why::LightningPaymentFailed => true,
        Why::QuoteExpired
        | Why::QuoteRateUnavailable
        | Why::FundingAmountMismatch
        | Why::ScaNotCompleted
        | Why::PayoutReturned
        | Why::CounterpartyPostTxFailed => false,
    }
}
