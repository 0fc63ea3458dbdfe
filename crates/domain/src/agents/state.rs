//! The state machine of agent actions (agents A5.1).

pub use causeway_vocabulary::agents::{AgentActionStatus, AgentExecutionMode};

use crate::machine::TransitionRefused;
use crate::named::events;
use crate::payments::TransactionStatus;
use crate::time::Time;

/// The most actions of one agent that may await approval: deleting the agent ends all of them in one
/// transaction.
pub const MAX_PENDING_ACTIONS: i64 = 100;

events! {
    /// An event in the life of an agent action.
    pub enum ActionEvent {
        /// approve: the policy allows it again, and the operation starts
        Approved,
        /// approve: a check fails
        CheckFailed,
        /// reject
        Rejected,
        /// the quote expires undecided, or the time to decide about a transfer is over
        TimedOut,
        /// the agent is deleted
        AgentDeleted,
        /// its transaction ends `FAILED`, `REJECTED`, `REFUNDED` or `EXPIRED`
        TransactionEndedBadly,
    }
}

#[must_use]
pub const fn created(mode: AgentExecutionMode) -> AgentActionStatus {
    match mode {
        AgentExecutionMode::Auto => AgentActionStatus::Approved,
        AgentExecutionMode::ApprovalRequired => AgentActionStatus::PendingApproval,
    }
}

/// Returns the status after an event.
///
/// # Errors
/// When the action cannot make this move.
pub fn next(
    status: AgentActionStatus,
    event: ActionEvent,
) -> Result<AgentActionStatus, TransitionRefused<AgentActionStatus, ActionEvent>> {
    use ActionEvent as E;
    use AgentActionStatus::{Approved, Failed, PendingApproval, Rejected};
    match (status, event) {
        (PendingApproval, E::Approved) => Ok(Approved),
        (PendingApproval, E::CheckFailed | E::TimedOut) => Ok(Failed),
        (PendingApproval, E::Rejected | E::AgentDeleted) => Ok(Rejected),

        (Approved, E::TransactionEndedBadly) => Ok(Failed),

        (Approved | Rejected | Failed, E::Approved)
        | (Approved | Rejected | Failed, E::CheckFailed | E::TimedOut)
        | (Approved | Rejected | Failed, E::Rejected | E::AgentDeleted)
        | (PendingApproval | Rejected | Failed, E::TransactionEndedBadly) => {
            Err(TransitionRefused { state: status, event })
        }
    }
}

/// Returns the status at `now` of an action that was stored with this status. The end of the approval window
/// and the outcome of the transaction are not stored with the action.
#[must_use]
pub fn at(
    stored: AgentActionStatus,
    transaction: TransactionStatus,
    expires_at: Time,
    now: Time,
) -> AgentActionStatus {
    let event = match stored {
        AgentActionStatus::PendingApproval if now >= expires_at => ActionEvent::TimedOut,
        AgentActionStatus::Approved if ended_badly(transaction) => ActionEvent::TransactionEndedBadly,
        AgentActionStatus::PendingApproval
        | AgentActionStatus::Approved
        | AgentActionStatus::Rejected
        | AgentActionStatus::Failed => return stored,
    };
    next(stored, event).unwrap_or(stored)
}

/// Returns `true` if an action fails whose transaction has this status.
#[must_use]
pub const fn ended_badly(transaction: TransactionStatus) -> bool {
    match transaction {
        TransactionStatus::Failed
        | TransactionStatus::Rejected
        | TransactionStatus::Refunded
        | TransactionStatus::Expired => true,
        TransactionStatus::Created
        | TransactionStatus::Pending
        | TransactionStatus::PendingAuthorization
        | TransactionStatus::Processing
        | TransactionStatus::Completed => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_shows_its_expiry_and_the_outcome_of_its_transaction() {
        use AgentActionStatus::{Approved, Failed, PendingApproval, Rejected};
        let status_at =
            |stored, transaction, now| at(stored, transaction, Time::from_millis(10), Time::from_millis(now));
        assert_eq!(status_at(PendingApproval, TransactionStatus::Pending, 9), PendingApproval);
        assert_eq!(status_at(PendingApproval, TransactionStatus::Pending, 10), Failed);
        assert_eq!(status_at(Approved, TransactionStatus::Completed, 11), Approved);
        for ended in TransactionStatus::ALL.iter().filter(|status| ended_badly(**status)) {
            assert_eq!(status_at(Approved, *ended, 0), Failed);
            assert_eq!(status_at(Rejected, *ended, 0), Rejected);
        }
    }
}
