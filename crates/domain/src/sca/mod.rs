//! Strong customer authentication (agents B): lockout after failures, challenges, resets of factors.

mod challenge;
mod lockout;
mod reset;

pub use causeway_vocabulary::sca::{ScaEnrollmentStatus, ScaFactor, ScaResetStatus, SecurityEventType};
pub use challenge::{
    CHALLENGE_LIFETIME, ENROLMENT_LIFETIME, SESSION_LIFETIME, WRONG_PROOFS_MAX, challenge_expires_at,
    plan_proof, plan_resend,
};
pub use lockout::{Attempts, Lockout};
pub use reset::{RESET_LIFETIME, RESETS_MAX, RESETS_WINDOW, ResetEvent, next_reset, reset_at, reset_created};
