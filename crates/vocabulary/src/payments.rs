//! Statuses, types and reasons of payments.

use crate::named;

named! {
    /// Type of a payment: towards the platform's side (`INCOMING`) or away from it (`OUTGOING`).
    pub enum TransactionType {
        Incoming = "INCOMING",
        Outgoing = "OUTGOING",
    }

    /// Direction of a transaction, seen from the account.
    pub enum TransactionDirection {
        /// Money enters the account.
        Credit = "CREDIT",
        /// Money leaves the account.
        Debit = "DEBIT",
    }

    /// Status of a transaction (money 10.8).
    pub enum TransactionStatus {
        /// The sender's provider has looked up the receiving UMA address; there is no payment yet.
        Created = "CREATED",
        /// Created, not yet under way.
        Pending = "PENDING",
        /// Waits for the customer's strong authentication.
        PendingAuthorization = "PENDING_AUTHORIZATION",
        /// Under way.
        Processing = "PROCESSING",
        /// The money has arrived.
        Completed = "COMPLETED",
        /// An incoming payment that the platform rejected.
        Rejected = "REJECTED",
        /// Unsuccessful, for the reason given.
        Failed = "FAILED",
        /// Cancelled and refunded.
        Refunded = "REFUNDED",
        /// The quote was not executed in time.
        Expired = "EXPIRED",
    }

    /// Reason for holding an incoming payment (money 3.5).
    pub enum PendingReason {
        /// The owner of the sending address has not been declared.
        CounterpartyDeclarationRequired = "COUNTERPARTY_DECLARATION_REQUIRED",
        /// The ownership of the sending wallet is not proved.
        WalletVerificationRequired = "WALLET_VERIFICATION_REQUIRED",
        /// Data about the third party that sent the payment is missing.
        CounterpartyInformationRequired = "COUNTERPARTY_INFORMATION_REQUIRED",
        /// Under compliance review.
        ComplianceReview = "COMPLIANCE_REVIEW",
    }

    /// Reason for the failure of an incoming payment.
    pub enum IncomingFailureReason {
        /// An internal failure while answering the discovery call.
        LnurlpFailed = "LNURLP_FAILED",
        /// An internal failure while answering the pay request.
        PayRequestFailed = "PAY_REQUEST_FAILED",
        /// The platform's webhook endpoint was unreachable or gave an unusable reply.
        PaymentApprovalWebhookError = "PAYMENT_APPROVAL_WEBHOOK_ERROR",
        /// The platform did not decide in time.
        PaymentApprovalTimedOut = "PAYMENT_APPROVAL_TIMED_OUT",
        /// The money could not be forwarded to the receiver's external account.
        OfframpFailed = "OFFRAMP_FAILED",
        /// The platform approved without a field that the sender's provider requires.
        MissingMandatoryPayeeData = "MISSING_MANDATORY_PAYEE_DATA",
        /// The invoice was not paid in time.
        QuoteExpired = "QUOTE_EXPIRED",
        /// The money could not be credited.
        QuoteExecutionFailed = "QUOTE_EXECUTION_FAILED",
        /// Refused by compliance.
        ComplianceRejected = "COMPLIANCE_REJECTED",
        /// A direct debit or a bank push did not succeed.
        CollectionFailed = "COLLECTION_FAILED",
    }

    /// Reason for the failure of an outgoing payment.
    pub enum OutgoingFailureReason {
        /// The quote was executed, but its funds arrived too late.
        QuoteExpired = "QUOTE_EXPIRED",
        /// The liquidity provider refused the locked rate.
        QuoteRateUnavailable = "QUOTE_RATE_UNAVAILABLE",
        /// An internal failure, or a failed direct debit that was to fund the quote.
        QuoteExecutionFailed = "QUOTE_EXECUTION_FAILED",
        /// The amount paid in differs from the quote's.
        FundingAmountMismatch = "FUNDING_AMOUNT_MISMATCH",
        /// The customer did not authorize it in time.
        ScaNotCompleted = "SCA_NOT_COMPLETED",
        /// The beneficiary's bank returned the payout.
        PayoutReturned = "PAYOUT_RETURNED",
        /// A limit on the payment's route was exceeded.
        LimitExceeded = "LIMIT_EXCEEDED",
        /// The account cannot receive such payments.
        AccountCannotReceive = "ACCOUNT_CANNOT_RECEIVE",
        /// The account does not exist.
        AccountInvalid = "ACCOUNT_INVALID",
        /// Stopped by compliance.
        ComplianceRejected = "COMPLIANCE_REJECTED",
        /// The Lightning node could not make the payment.
        LightningPaymentFailed = "LIGHTNING_PAYMENT_FAILED",
        /// The receiving provider was not notified. Part of the interface, never produced.
        CounterpartyPostTxFailed = "COUNTERPARTY_POST_TX_FAILED",
    }

    /// Status of a refund (money 9).
    pub enum RefundStatus {
        /// Under way.
        Pending = "PENDING",
        /// The money has been refunded.
        Completed = "COMPLETED",
        /// The money could not be refunded.
        Failed = "FAILED",
    }

    /// Reason for a refund.
    pub enum RefundReason {
        /// The payment failed.
        TransactionFailed = "TRANSACTION_FAILED",
        /// The payment was cancelled.
        UserCancellation = "USER_CANCELLATION",
        /// The payment was stuck under way for too long.
        Timeout = "TIMEOUT",
    }
}

impl TransactionStatus {
    /// Returns `true` if no further transition is expected. A bank can still return a completed payment.
    #[must_use]
    pub const fn is_final(self) -> bool {
        match self {
            Self::Completed | Self::Rejected | Self::Failed | Self::Refunded | Self::Expired => true,
            Self::Created | Self::Pending | Self::PendingAuthorization | Self::Processing => false,
        }
    }
}

impl TransactionStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Created => "the sender's provider has looked up the address; there is no payment yet",
            Self::Pending => "created, not yet under way",
            Self::PendingAuthorization => "waits for the customer's strong authentication",
            Self::Processing => "under way",
            Self::Completed => "the money has arrived",
            Self::Rejected => "the platform rejected the payment",
            Self::Failed => "unsuccessful",
            Self::Refunded => "cancelled, and the money is back",
            Self::Expired => "not executed or funded in time",
        }
    }
}

impl PendingReason {
    /// Returns the reason as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::CounterpartyDeclarationRequired => "the owner of the sending address is not declared",
            Self::WalletVerificationRequired => "the ownership of the sending wallet is not proved",
            Self::CounterpartyInformationRequired => {
                "data about the third party that sent the money is missing"
            }
            Self::ComplianceReview => "compliance reviews it",
        }
    }
}

impl IncomingFailureReason {
    /// Returns the reason as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::LnurlpFailed => "answering the look-up of the address failed",
            Self::PayRequestFailed => "answering the pay request failed",
            Self::PaymentApprovalWebhookError => {
                "the platform's endpoint was unreachable or gave an unusable reply"
            }
            Self::PaymentApprovalTimedOut => "the platform did not decide in time",
            Self::OfframpFailed => "the money could not be sent on to the external account",
            Self::MissingMandatoryPayeeData => "the platform approved without a required field",
            Self::QuoteExpired => "it was not paid in time",
            Self::QuoteExecutionFailed => "the money could not be credited",
            Self::ComplianceRejected => "compliance refused it",
            Self::CollectionFailed => "the direct debit or the bank transfer did not bring the money",
        }
    }
}

impl OutgoingFailureReason {
    /// Returns the reason as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::QuoteExpired => "its money came too late",
            Self::QuoteRateUnavailable => "the liquidity provider refused the rate",
            Self::QuoteExecutionFailed => {
                "an internal failure, a failed direct debit, or a payout without outcome"
            }
            Self::FundingAmountMismatch => "another amount than quoted was paid in",
            Self::ScaNotCompleted => "the customer did not authorize it in time",
            Self::PayoutReturned => "the receiving bank returned it",
            Self::LimitExceeded => "a limit of the route was exceeded",
            Self::AccountCannotReceive => "the account cannot receive such payments",
            Self::AccountInvalid => "the account does not exist",
            Self::ComplianceRejected => "compliance stopped it",
            Self::LightningPaymentFailed => "the Lightning node could not make the payment",
            Self::CounterpartyPostTxFailed => "the receiving provider was not notified",
        }
    }
}

impl RefundStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Pending => "the refund is under way",
            Self::Completed => "the money is back",
            Self::Failed => "the money could not be refunded",
        }
    }
}

impl RefundReason {
    /// Returns the reason as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::TransactionFailed => "the payment failed",
            Self::UserCancellation => "the payment was cancelled",
            Self::Timeout => "the payment was without outcome for too long",
        }
    }
}
