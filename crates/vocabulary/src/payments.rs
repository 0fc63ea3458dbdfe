//! Statuses, types and reasons of payments.

use crate::named;

named! {
    /// Towards the platform's side or away from it.
    pub enum TransactionType {
        /// Money that comes in.
        Incoming = "INCOMING",
        /// Money that goes out.
        Outgoing = "OUTGOING",
    }

    /// Into the account or out of it.
    pub enum TransactionDirection {
        /// Money enters it.
        Credit = "CREDIT",
        /// Money leaves it.
        Debit = "DEBIT",
    }

    /// Where a transaction stands (money 10.8).
    pub enum TransactionStatus {
        /// A sender's provider has asked for the address; no payment yet.
        Created = "CREATED",
        /// Made, and not on its way yet.
        Pending = "PENDING",
        /// Waits for the customer's strong authentication.
        PendingAuthorization = "PENDING_AUTHORIZATION",
        /// On its way.
        Processing = "PROCESSING",
        /// The money has arrived.
        Completed = "COMPLETED",
        /// The platform refused an incoming payment.
        Rejected = "REJECTED",
        /// It did not succeed.
        Failed = "FAILED",
        /// It was cancelled and its money returned.
        Refunded = "REFUNDED",
        /// Its quote was not executed in time.
        Expired = "EXPIRED",
    }

    /// What an incoming payment waits for (money 3.5).
    pub enum PendingReason {
        /// Nobody has declared whose the sending address is.
        CounterpartyDeclarationRequired = "COUNTERPARTY_DECLARATION_REQUIRED",
        /// The ownership of the sending wallet is not proved.
        WalletVerificationRequired = "WALLET_VERIFICATION_REQUIRED",
        /// Data about the third party who sent it is missing.
        CounterpartyInformationRequired = "COUNTERPARTY_INFORMATION_REQUIRED",
        /// Compliance is looking at it.
        ComplianceReview = "COMPLIANCE_REVIEW",
    }

    /// Why an incoming payment failed.
    pub enum IncomingFailureReason {
        /// Answering the discovery call failed.
        LnurlpFailed = "LNURLP_FAILED",
        /// Answering the pay request failed.
        PayRequestFailed = "PAY_REQUEST_FAILED",
        /// The platform's endpoint could not be asked.
        PaymentApprovalWebhookError = "PAYMENT_APPROVAL_WEBHOOK_ERROR",
        /// The platform did not decide in time.
        PaymentApprovalTimedOut = "PAYMENT_APPROVAL_TIMED_OUT",
        /// The money could not be sent on to the receiver's external account.
        OfframpFailed = "OFFRAMP_FAILED",
        /// The platform approved without a field that the sender's provider needs.
        MissingMandatoryPayeeData = "MISSING_MANDATORY_PAYEE_DATA",
        /// The invoice was not paid in time.
        QuoteExpired = "QUOTE_EXPIRED",
        /// The money could not be credited.
        QuoteExecutionFailed = "QUOTE_EXECUTION_FAILED",
        /// Compliance refused it.
        ComplianceRejected = "COMPLIANCE_REJECTED",
        /// A direct debit or a push by bank did not succeed.
        CollectionFailed = "COLLECTION_FAILED",
    }

    /// Why an outgoing payment failed.
    pub enum OutgoingFailureReason {
        /// Executed, but its funds arrived too late.
        QuoteExpired = "QUOTE_EXPIRED",
        /// Liquidity refused the locked rate.
        QuoteRateUnavailable = "QUOTE_RATE_UNAVAILABLE",
        /// An internal failure.
        QuoteExecutionFailed = "QUOTE_EXECUTION_FAILED",
        /// Another amount than the quote's was paid in.
        FundingAmountMismatch = "FUNDING_AMOUNT_MISMATCH",
        /// The customer did not authorize it in time.
        ScaNotCompleted = "SCA_NOT_COMPLETED",
        /// The beneficiary's bank sent it back.
        PayoutReturned = "PAYOUT_RETURNED",
        /// A limit on the way stopped it.
        LimitExceeded = "LIMIT_EXCEEDED",
        /// The account takes no such payments.
        AccountCannotReceive = "ACCOUNT_CANNOT_RECEIVE",
        /// The account does not exist.
        AccountInvalid = "ACCOUNT_INVALID",
        /// Compliance stopped it.
        ComplianceRejected = "COMPLIANCE_REJECTED",
        /// A Lightning payment did not go through. Never produced; part of the interface.
        LightningPaymentFailed = "LIGHTNING_PAYMENT_FAILED",
        /// The receiving provider was not notified. Never produced; part of the interface.
        CounterpartyPostTxFailed = "COUNTERPARTY_POST_TX_FAILED",
    }

    /// Where a refund stands (money 9).
    pub enum RefundStatus {
        /// Under way.
        Pending = "PENDING",
        /// The money is back.
        Completed = "COMPLETED",
        /// The money could not be returned.
        Failed = "FAILED",
    }

    /// Why money is given back.
    pub enum RefundReason {
        /// The payment failed.
        TransactionFailed = "TRANSACTION_FAILED",
        /// It was cancelled.
        UserCancellation = "USER_CANCELLATION",
        /// It was stuck on its way.
        Timeout = "TIMEOUT",
    }
}

impl TransactionStatus {
    /// Whether nothing more is expected to happen. A completed payment can still be returned.
    #[must_use]
    pub const fn is_final(self) -> bool {
        match self {
            Self::Completed | Self::Rejected | Self::Failed | Self::Refunded | Self::Expired => true,
            Self::Created | Self::Pending | Self::PendingAuthorization | Self::Processing => false,
        }
    }
}
