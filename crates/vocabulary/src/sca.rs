//! Factors, events and statuses of strong customer authentication.

use crate::named;

named! {
    /// An authentication factor of a customer.
    pub enum ScaFactor { SmsOtp = "SMS_OTP", Totp = "TOTP", Passkey = "PASSKEY" }

    /// A security event of a customer that the platform has observed.
    pub enum SecurityEventType {
        /// The customer has set a new password: locks and sessions end.
        ResetPasswordCompleted = "RESET_PASSWORD_COMPLETED",
        /// A login attempt has failed.
        FailedLoginAttempt = "FAILED_LOGIN_ATTEMPT",
    }

    /// Status of a factor reset (agents B5).
    pub enum ScaResetStatus {
        /// Started; waits for the customer's liveness check.
        Initiated = "INITIATED",
        /// Under review by the liveness provider.
        PendingReview = "PENDING_REVIEW",
        /// The liveness check passed; the factor can be cleared.
        LivenessPassed = "LIVENESS_PASSED",
        /// The factor has been cleared.
        Completed = "COMPLETED",
        /// The liveness check failed.
        Rejected = "REJECTED",
        /// Not completed in time.
        Expired = "EXPIRED",
    }

    /// Enrollment status of a factor after its reset: `COMPLETED` once it is enrolled again.
    pub enum ScaEnrollmentStatus { Pending = "PENDING", Completed = "COMPLETED" }
}
