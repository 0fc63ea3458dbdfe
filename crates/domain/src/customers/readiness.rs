//! Whether a customer's money may move (customers 2.5, 2.7).

use super::state::{CustomerState, CustomerStatus};

/// What the gates look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gate {
    /// The platform's setting `end_user_terms_required`.
    pub is_consent_required: bool,
    /// Whether the customer's consent is on file.
    pub has_consent: bool,
    /// The customer's verification.
    pub state: CustomerState,
}

/// Why a customer's money may not move, in the order of the gates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotReady {
    /// The End User Terms have not been accepted.
    TermsNotAccepted,
    /// The verification is not approved; its status.
    NotApproved(CustomerStatus),
}

/// Whether the customer is transactable: its accounts become active, and its money may move.
///
/// # Errors
/// The first gate that is closed.
pub fn check_ready(gate: &Gate) -> Result<(), NotReady> {
    if gate.is_consent_required && !gate.has_consent {
        return Err(NotReady::TermsNotAccepted);
    }
    match gate.state.status() {
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
            check_ready(&Gate { is_consent_required, has_consent, state })
        };
        assert_eq!(check(true, false, CustomerState::Pending), Err(NotReady::TermsNotAccepted));
        assert_eq!(check(true, true, CustomerState::Approved), Ok(()));
        assert_eq!(check(false, false, CustomerState::Approved), Ok(()));
        for state in CustomerState::EVERY.iter().filter(|state| **state != CustomerState::Approved) {
            assert_eq!(check(false, false, *state), Err(NotReady::NotApproved(state.status())));
        }
        let held = CustomerState::Hold(BeforeHold::Approved);
        assert_eq!(check(false, false, held), Err(NotReady::NotApproved(CustomerStatus::Hold)));
    }
}
