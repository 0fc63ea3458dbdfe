//! Reactions to the provider's reports on a mint or burn (stablecoins 7.1, 7.3). An operation only moves
//! forward, never back.

use causeway_vocabulary::stablecoins::StablecoinFailureReason;

use super::states::operation::{OperationEvent, OperationState};

/// The provider's report on a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderReport {
    /// Waiting for money or tokens from outside.
    AwaitingFunds,
    /// Accepted, not started.
    Pending,
    Processing,
    Complete,
    /// Failed permanently, or cancelled.
    Failed(StablecoinFailureReason),
}

/// The reaction to a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// Apply these events, in this order.
    Follow(&'static [OperationEvent]),
    /// Apply these events, then fail with this reason.
    Fail(&'static [OperationEvent], StablecoinFailureReason),
    /// The report is not news.
    Nothing,
    /// The report contradicts a final state: an operator must investigate.
    Contradiction,
}

/// Returns the reaction to a report for an operation in this state. An outdated or repeated report has no
/// effect.
#[must_use]
pub const fn react(state: OperationState, report: ProviderReport) -> Reaction {
    use OperationEvent as E;
    use OperationState as S;
    use ProviderReport as R;
    match (state, report) {
        (S::Created, R::AwaitingFunds) => Reaction::Follow(&[E::AcceptedUnfunded]),
        (S::Created, R::Pending) => Reaction::Follow(&[E::Accepted]),
        (S::Created, R::Processing) => Reaction::Follow(&[E::Accepted, E::Started]),
        (S::Created, R::Complete) => Reaction::Follow(&[E::Accepted, E::Completed]),
        (S::Created, R::Failed(reason)) => Reaction::Fail(&[E::Accepted], reason),

        (S::PendingFunding, R::Pending | R::Processing) => Reaction::Follow(&[E::Funded]),
        (S::PendingFunding, R::Complete) => Reaction::Follow(&[E::Funded, E::Completed]),
        (S::PendingProvider, R::Processing) => Reaction::Follow(&[E::Started]),
        (S::PendingProvider | S::Processing, R::Complete) => Reaction::Follow(&[E::Completed]),
        (S::PendingFunding | S::PendingProvider | S::Processing, R::Failed(reason)) => {
            Reaction::Fail(&[], reason)
        }

        // Completed operations are not undone, and failed ones do not succeed later.
        (S::Completed, R::Failed(_)) | (S::Failed(_), R::Complete) => Reaction::Contradiction,
        // The funds came too late.
        (S::Expired, R::Processing | R::Complete) => Reaction::Contradiction,

        (S::PendingFunding, R::AwaitingFunds)
        | (S::PendingProvider, R::AwaitingFunds | R::Pending)
        | (S::Processing, R::AwaitingFunds | R::Pending | R::Processing)
        | (S::Completed, R::AwaitingFunds | R::Pending | R::Processing | R::Complete)
        | (S::Failed(_), R::AwaitingFunds | R::Pending | R::Processing | R::Failed(_))
        | (S::Expired, R::AwaitingFunds | R::Pending | R::Failed(_)) => Reaction::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stablecoins::next_operation;

    const REPORTS: [ProviderReport; 5] = [
        ProviderReport::AwaitingFunds,
        ProviderReport::Pending,
        ProviderReport::Processing,
        ProviderReport::Complete,
        ProviderReport::Failed(StablecoinFailureReason::BankRejected),
    ];

    /// Returns the state after a report; the same state if the report has no effect.
    fn after(state: OperationState, report: ProviderReport) -> OperationState {
        let follow = |events: &[OperationEvent]| {
            events.iter().fold(state, |state, event| next_operation(state, *event).unwrap())
        };
        match react(state, report) {
            Reaction::Follow(events) => follow(events),
            Reaction::Fail(events, reason) => {
                next_operation(follow(events), OperationEvent::Failed(reason)).unwrap()
            }
            Reaction::Nothing | Reaction::Contradiction => state,
        }
    }

    #[test]
    fn every_reaction_is_a_transition_and_a_repeated_report_changes_nothing() {
        for state in OperationState::ALL {
            for report in REPORTS {
                let once = after(*state, report);
                assert_eq!(after(once, report), once, "{state:?} {report:?}");
            }
        }
    }

    #[test]
    fn no_order_of_reports_leaves_a_final_state() {
        let rank = |state: OperationState| match state {
            OperationState::Created => 0,
            OperationState::PendingFunding => 1,
            OperationState::PendingProvider => 2,
            OperationState::Processing => 3,
            OperationState::Completed | OperationState::Failed(_) | OperationState::Expired => 4,
        };
        for state in OperationState::ALL {
            for report in REPORTS {
                let next = after(*state, report);
                assert!(rank(next) >= rank(*state), "{state:?} {report:?}");
                assert!(!state.is_final() || next == *state, "{state:?} {report:?}");
            }
        }
    }
}
