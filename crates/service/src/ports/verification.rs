//! What becomes of a new customer's verification (customers 5.1).

use causeway_domain::customers::Decision;

/// Decides what the verification of a new individual comes to on an unregulated platform.
pub trait VerificationPolicy: Send + Sync {
    /// The outcome for an individual with this name.
    fn individual_at_creation(&self, full_name: Option<&str>) -> Decision;
}

/// Nobody decides by itself: a submission is required first.
#[derive(Debug, Clone, Copy)]
pub struct OperatorDecides;

impl VerificationPolicy for OperatorDecides {
    fn individual_at_creation(&self, _full_name: Option<&str>) -> Decision {
        Decision::Open
    }
}
