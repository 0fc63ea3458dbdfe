//! Statuses of quotes and purposes of payments.

use crate::named;
use crate::payments::TransactionStatus;

named! {
    /// Status of a quote (money 8.7).
    pub enum QuoteStatus {
        /// Priced; waits for execution or funding.
        Pending = "PENDING",
        /// Waits for the customer's strong authentication.
        PendingAuthorization = "PENDING_AUTHORIZATION",
        /// The money has been debited and is under way.
        Processing = "PROCESSING",
        /// The money has arrived.
        Completed = "COMPLETED",
        /// The payment did not succeed, or was cancelled.
        Failed = "FAILED",
        /// Not executed in time.
        Expired = "EXPIRED",
    }

    /// Purpose of a payment.
    pub enum PurposeOfPayment {
        Gift = "GIFT",
        OneSelf = "SELF",
        GoodsOrServices = "GOODS_OR_SERVICES",
        Education = "EDUCATION",
        HealthOrMedical = "HEALTH_OR_MEDICAL",
        RealEstatePurchase = "REAL_ESTATE_PURCHASE",
        TaxPayment = "TAX_PAYMENT",
        LoanPayment = "LOAN_PAYMENT",
        UtilityBill = "UTILITY_BILL",
        Donation = "DONATION",
        Travel = "TRAVEL",
        FamilySupport = "FAMILY_SUPPORT",
        SalaryPayment = "SALARY_PAYMENT",
        Other = "OTHER",
    }
}

impl QuoteStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Pending => "waits to be executed or funded",
            Self::PendingAuthorization => "waits for the customer's strong authentication",
            Self::Processing => "executed, and under way",
            Self::Completed => "the money has arrived",
            Self::Failed => "the payment did not succeed, or was cancelled",
            Self::Expired => "not executed or funded in time",
        }
    }
}

/// The status of a new payment follows from its quote's: every quote status is also a transaction status.
impl From<QuoteStatus> for TransactionStatus {
    fn from(status: QuoteStatus) -> Self {
        match status {
            QuoteStatus::Pending => Self::Pending,
            QuoteStatus::PendingAuthorization => Self::PendingAuthorization,
            QuoteStatus::Processing => Self::Processing,
            QuoteStatus::Completed => Self::Completed,
            QuoteStatus::Failed => Self::Failed,
            QuoteStatus::Expired => Self::Expired,
        }
    }
}
