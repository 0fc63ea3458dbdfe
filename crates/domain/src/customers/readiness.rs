//! The readiness of a customer to move money (customers 2.5, 2.7).

use super::state::{CustomerState, CustomerStatus};

/// The input of the readiness check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadinessInput {
    /// The platform's setting `end_user_terms_required`.
    pub is_consent_required: bool,
    /// The customer's consent is on file.
    pub has_consent: bool,
    /// The customer's verification.
    pub state: CustomerState,
}

/// The reason why a customer's money may not move, in the order of the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotReady {
    /// The End User Terms have not been accepted.
    TermsNotAccepted,
    /// The verification is not approved; its status.
    NotApproved(CustomerStatus),
}

/// Checks that the customer is transactable: its accounts become active, and its money may move.
///
/// # Errors
/// The first check that fails.
pub fn check_ready(input: &ReadinessInput) -> Result<(), NotReady> {
    if input.is_consent_required && !input.has_consent {
        return Err(NotReady::TermsNotAccepted);
    }
    match input.state.status() {
        CustomerStatus::Approved => Ok(()),
        status @ (CustomerStatus::Unverified
        | CustomerStatus::Pending
        | CustomerStatus::Rejected
        | CustomerStatus::Hold) => Err(NotReady::NotApproved(status)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::BeforeHold;
    use super::*;

    #[test]
    fn terms_come_before_verification() {
        let check = |is_consent_required, has_consent, state| {
            check_ready(&ReadinessInput { is_consent_required, has_consent, state })
        };
        assert_eq!(check(true, false, CustomerState::Pending), Err(NotReady::TermsNotAccepted));
        assert_eq!(check(true, true, CustomerState::Approved), Ok(()));
        assert_eq!(check(false, false, CustomerState::Approved), Ok(()));
        for state in CustomerState::ALL.iter().filter(|state| **state != CustomerState::Approved) {
            assert_eq!(check(false, false, *state), Err(NotReady::NotApproved(state.status())));
        }
        let on_hold = CustomerState::Hold(BeforeHold::Approved);
        assert_eq!(check(false, false, on_hold), Err(NotReady::NotApproved(CustomerStatus::Hold)));
    }
}
