//! The closed lists that transactions are described with.

use causeway_vocabulary::named;

named! {
    /// Towards the platform's side or away from it.
    pub enum TransactionType { Incoming = "INCOMING", Outgoing = "OUTGOING" }

    /// Into the account or out of it.
    pub enum TransactionDirection { Credit = "CREDIT", Debit = "DEBIT" }

    /// Where a transaction stands (money 10.8).
    pub enum TransactionStatus {
        Created = "CREATED",
        Pending = "PENDING",
        PendingAuthorization = "PENDING_AUTHORIZATION",
        Processing = "PROCESSING",
        Completed = "COMPLETED",
        Rejected = "REJECTED",
        Failed = "FAILED",
        Refunded = "REFUNDED",
        Expired = "EXPIRED",
    }

    /// What an incoming payment waits for (money 3.5).
    pub enum PendingReason {
        CounterpartyDeclarationRequired = "COUNTERPARTY_DECLARATION_REQUIRED",
        WalletVerificationRequired = "WALLET_VERIFICATION_REQUIRED",
        CounterpartyInformationRequired = "COUNTERPARTY_INFORMATION_REQUIRED",
        ComplianceReview = "COMPLIANCE_REVIEW",
    }

    /// Why an incoming payment failed.
    pub enum IncomingFailureReason {
        LnurlpFailed = "LNURLP_FAILED",
        PayRequestFailed = "PAY_REQUEST_FAILED",
        PaymentApprovalWebhookError = "PAYMENT_APPROVAL_WEBHOOK_ERROR",
        PaymentApprovalTimedOut = "PAYMENT_APPROVAL_TIMED_OUT",
        OfframpFailed = "OFFRAMP_FAILED",
        MissingMandatoryPayeeData = "MISSING_MANDATORY_PAYEE_DATA",
        QuoteExpired = "QUOTE_EXPIRED",
        QuoteExecutionFailed = "QUOTE_EXECUTION_FAILED",
        ComplianceRejected = "COMPLIANCE_REJECTED",
        CollectionFailed = "COLLECTION_FAILED",
    }

    /// Why an outgoing payment failed.
    pub enum OutgoingFailureReason {
        QuoteExpired = "QUOTE_EXPIRED",
        QuoteRateUnavailable = "QUOTE_RATE_UNAVAILABLE",
        QuoteExecutionFailed = "QUOTE_EXECUTION_FAILED",
        FundingAmountMismatch = "FUNDING_AMOUNT_MISMATCH",
        ScaNotCompleted = "SCA_NOT_COMPLETED",
        CollectionFailed = "COLLECTION_FAILED",
        PayoutReturned = "PAYOUT_RETURNED",
        LimitExceeded = "LIMIT_EXCEEDED",
        AccountCannotReceive = "ACCOUNT_CANNOT_RECEIVE",
        AccountInvalid = "ACCOUNT_INVALID",
        ComplianceRejected = "COMPLIANCE_REJECTED",
        LightningPaymentFailed = "LIGHTNING_PAYMENT_FAILED",
        CounterpartyPostTxFailed = "COUNTERPARTY_POST_TX_FAILED",
    }

    /// Where a refund stands (money 9).
    pub enum RefundStatus { Pending = "PENDING", Completed = "COMPLETED", Failed = "FAILED" }

    /// Why money is given back.
    pub enum RefundReason {
        TransactionFailed = "TRANSACTION_FAILED",
        UserCancellation = "USER_CANCELLATION",
        Timeout = "TIMEOUT",
    }

    /// The order of a list, by time of creation.
    pub enum SortOrder { Ascending = "asc", Descending = "desc" }
}
