//! What a quote says of itself and its purpose.

use crate::named;
use crate::payments::TransactionStatus;

named! {
    /// Where a quote stands (money 8.7).
    pub enum QuoteStatus {
        /// Priced; waits to be executed or funded.
        Pending = "PENDING",
        /// Waits for the customer's strong authentication.
        PendingAuthorization = "PENDING_AUTHORIZATION",
        /// The money has been taken and is on its way.
        Processing = "PROCESSING",
        /// The money has arrived.
        Completed = "COMPLETED",
        /// The payment did not succeed.
        Failed = "FAILED",
        /// Nobody executed it in time.
        Expired = "EXPIRED",
    }

    /// Why money is sent.
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

/// A new payment stands where its quote does; a quote has no status that a payment lacks.
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
