//! The words of strong customer authentication.

use crate::named;

named! {
    /// A way to authenticate a customer.
    pub enum ScaFactor { SmsOtp = "SMS_OTP", Totp = "TOTP", Passkey = "PASSKEY" }

    /// Something that the platform has seen of a customer's security.
    pub enum SecurityEventType {
        /// The customer has a new password: locks and sessions end.
        ResetPasswordCompleted = "RESET_PASSWORD_COMPLETED",
        /// Somebody has failed to log in.
        FailedLoginAttempt = "FAILED_LOGIN_ATTEMPT",
    }

    /// Where the reset of a factor stands (agents B5).
    pub enum ScaResetStatus {
        /// Begun; the customer has to show to be there.
        Initiated = "INITIATED",
        /// The provider looks at what the customer has shown.
        PendingReview = "PENDING_REVIEW",
        /// The customer was there; the factor can be cleared.
        LivenessPassed = "LIVENESS_PASSED",
        /// The factor is cleared.
        Completed = "COMPLETED",
        /// Somebody else was there, or nobody.
        Rejected = "REJECTED",
        /// It was not completed in time.
        Expired = "EXPIRED",
    }

    /// Whether a factor that was cleared has been enrolled again.
    pub enum ScaEnrollmentStatus { Pending = "PENDING", Completed = "COMPLETED" }
}
