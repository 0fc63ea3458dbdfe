//! Debits from external accounts: asked inside a call, instructed only by a job (money 1.5, 16).

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::{Amount, Time};
use futures_util::future::BoxFuture;

use super::{RailError, Recall};

/// One debit. The transaction id is the rail's idempotency key: submitting it again is harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebitOrder {
    /// Whose payment it is.
    pub platform: PlatformId,
    /// The payment that it funds, or that it is.
    pub transaction: TransactionId,
    /// What is debited.
    pub amount: Amount,
    /// The primary identifier of the account that is debited.
    pub identifier: String,
    /// The platform's instant.
    pub at: Time,
}

/// What a debit rail answered to a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitAnswer {
    /// Taken; ask for its status from this instant of the platform's clock on.
    Accepted {
        /// When to ask first.
        ask_at: Time,
    },
    /// Taken, and waits for the rail's next run: nothing has been done about it yet.
    Queued {
        /// When to ask first.
        ask_at: Time,
    },
    /// Not taken, for good.
    Refused,
}

/// What a debit rail knows of a debit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitState {
    /// Never seen: it was not submitted, or the submission did not arrive.
    Unknown,
    /// Waits for the rail's next run; ask again from this instant on.
    Queued {
        /// When to ask next.
        ask_at: Time,
    },
    /// Under way; ask again from this instant on.
    Pending {
        /// When to ask next.
        ask_at: Time,
    },
    /// The money is here. Where the rail can still take it back, it says when to ask again.
    Settled {
        /// When to ask once more; none when the rail has nothing left to say.
        ask_at: Option<Time>,
    },
    /// The money was here, and the debited bank has taken it back.
    Returned,
    /// The money did not come and will not.
    Failed,
}

/// A debit rail. Answers may be late, repeated or nonsense; none of it may do harm.
pub trait DebitRail: Send + Sync {
    /// Whether this deployment can debit at all. Asked inside transactions: it waits for nobody.
    fn is_there(&self) -> bool {
        true
    }

    /// Whether the rail could debit so much now; nothing is stored or moved.
    fn precheck(&self, amount: Amount) -> BoxFuture<'_, Result<(), RailError>>;

    /// Whether the account with this primary identifier could be debited so much, as far as the rail can say without
    /// moving anything. Asked for transfers only, as on the rails that pay out.
    fn check_source<'a>(
        &'a self,
        amount: Amount,
        identifier: &'a str,
    ) -> BoxFuture<'a, Result<bool, RailError>>;

    /// Instructs the rail to debit.
    fn submit<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitAnswer, RailError>>;

    /// Asks what became of a debit.
    fn status<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitState, RailError>>;

    /// Whether the rail would still give a debit up because the payer wants it (money 10.7); it does nothing yet.
    fn can_cancel<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<bool, RailError>>;

    /// Gives a debit up: it will not settle any more, and what it has brought goes back to the debited
    /// account. A rail that has released it once debits it no more, submitted again or for the first time, and
    /// says so every time.
    fn recall<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<Recall, RailError>>;
}
