//! What all payments share: statuses and reasons (money 9, 10).

pub use causeway_vocabulary::payments::{
    IncomingFailureReason as IncomingFailure, OutgoingFailureReason as OutgoingFailure, PendingReason,
    RefundReason, RefundStatus, TransactionDirection as Direction, TransactionStatus, TransactionType,
};

/// Whether a payout that is on its way can fail for it. The others are reported by what else has happened: before the
/// debit, during the direct debit that funds it, or after it has arrived; and two of the interface are never produced.
#[must_use]
pub const fn is_of_payout(failure: OutgoingFailure) -> bool {
    use OutgoingFailure as Why;
    match failure {
        Why::QuoteExecutionFailed
        | Why::LimitExceeded
        | Why::AccountCannotReceive
        | Why::AccountInvalid
        | Why::ComplianceRejected => true,
        Why::QuoteExpired
        | Why::QuoteRateUnavailable
        | Why::FundingAmountMismatch
        | Why::ScaNotCompleted
        | Why::PayoutReturned
        | Why::LightningPaymentFailed
        | Why::CounterpartyPostTxFailed => false,
    }
}
