//! Strong customer authentication (agents B): lockout after failures, challenges, resets of factors.

mod challenge;
mod lockout;
mod reset;

pub use causeway_vocabulary::sca::{ScaEnrollmentStatus, ScaFactor, ScaResetStatus, SecurityEventType};
pub use challenge::{
    CHALLENGE_LIFETIME, ENROLLMENT_LIFETIME, MAX_WRONG_PROOFS, SESSION_LIFETIME, challenge_expires_at,
    plan_proof, plan_resend,
};
pub use lockout::{Attempts, Lockout};
pub use reset::{MAX_RESETS, RESET_LIFETIME, RESETS_WINDOW, ResetEvent, next_reset, reset_at, reset_created};
