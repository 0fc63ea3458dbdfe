//! Debits from external accounts: queried inside a call, instructed only by a job (money 1.5, 16).

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::{Amount, Time};
use futures_util::future::BoxFuture;

use super::{RailError, Recall};

/// One debit. The transaction id is the rail's idempotency key: submitting it again is harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebitOrder {
    pub platform: PlatformId,
    /// The payment that the debit funds, or the debit itself.
    pub transaction: TransactionId,
    pub amount: Amount,
    /// The primary identifier of the debited account.
    pub identifier: String,
    /// The current time on the platform's clock.
    pub at: Time,
}

/// A debit rail's answer to a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitAnswer {
    /// Accepted; ask for its status from `ask_at`, on the platform's clock.
    Accepted { ask_at: Time },
    /// Accepted, and waiting for the rail's next run: no money has been moved yet.
    Queued { ask_at: Time },
    /// Refused for good.
    Refused,
}

/// The state of a debit at the rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitState {
    /// Not known to the rail: it was not submitted, or the submission did not arrive.
    Unknown,
    /// Waiting for the rail's next run; ask again from `ask_at`.
    Queued { ask_at: Time },
    /// Under way; ask again from `ask_at`.
    Pending { ask_at: Time },
    /// The money has arrived. The debited bank may still return it.
    Settled {
        /// The time of the next status request; `None` if the rail has nothing more to report.
        ask_at: Option<Time>,
    },
    /// The money arrived, and the debited bank has returned it.
    Returned,
    /// The money did not arrive and will not.
    Failed,
}

/// A debit rail. Answers may be late, repeated or nonsensical; none of them may do harm.
pub trait DebitRail: Send + Sync {
    /// Returns `true` if this deployment can debit at all. It is called inside transactions and must not
    /// block.
    fn is_available(&self) -> bool {
        true
    }

    /// Checks that the rail could debit this amount now. It stores and moves nothing.
    fn precheck(&self, amount: Amount) -> BoxFuture<'_, Result<(), RailError>>;

    /// Returns `true` if the account with this primary identifier could be debited this amount, as far as the
    /// rail can tell without moving money. It is called for transfers only, as on payout rails.
    fn check_source<'a>(
        &'a self,
        amount: Amount,
        identifier: &'a str,
    ) -> BoxFuture<'a, Result<bool, RailError>>;

    /// Instructs the rail to debit.
    fn submit<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitAnswer, RailError>>;

    /// Requests the state of a debit.
    fn status<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitState, RailError>>;

    /// Returns `true` if the rail would still cancel a debit at the payer's request (money 10.7). It cancels
    /// nothing yet.
    fn can_cancel<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<bool, RailError>>;

    /// Recalls a debit: it will not settle any more, and money that it brought goes back to the debited
    /// account. A rail that has released a debit once never debits it again, whether it is submitted again or
    /// for the first time, and repeats its answer.
    fn recall<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<Recall, RailError>>;
}
