//! Debits from external accounts (money 1.5, 16). API requests may query a rail; only jobs send it
//! instructions.

use causeway_domain::ids::{ExternalAccountId, PlatformId, TransactionId};
use causeway_domain::{Amount, Time};
use futures_util::future::BoxFuture;

use super::{InquiredAccount, OrderParty, PayoutDestination, RailError, RecallReason, RecallResponse};

/// One debit. The transaction id is the rail's idempotency key, so resubmitting an order is harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebitOrder {
    pub platform: PlatformId,
    /// The payment that the debit funds, or the debit itself.
    pub transaction: TransactionId,
    pub amount: Amount,
    /// The debited account.
    pub source: PayoutDestination,
    pub authorization: DebitAuthorization,
    /// The payee; `None` unless the offers want parties.
    pub originator: Option<OrderParty>,
    /// The creation of the payment, on the platform's clock.
    pub ordered_at: Time,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// The authorization of a debit: the registration of the debited account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DebitAuthorization {
    pub reference: ExternalAccountId,
    /// On the platform's clock.
    pub given_at: Time,
}

/// The debit that a precheck asks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebitInquiry {
    pub platform: PlatformId,
    pub amount: Amount,
    /// The account to debit; `None` in a precheck, unless the offers want parties.
    pub account: Option<InquiredAccount>,
}

/// A debit rail's answer to a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitAnswer {
    /// Accepted; ask for its status from `poll_at`. The rail expects it to settle at `settles_at`, if it says so. Both
    /// are on the platform's clock.
    Accepted { poll_at: Time, settles_at: Option<Time> },
    /// Accepted, and waiting for the rail's next run: no money has been moved yet.
    Queued { poll_at: Time, settles_at: Option<Time> },
    /// Refused permanently.
    Refused,
}

/// The state of a debit at the rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitState {
    /// Not known to the rail: it was not submitted, or the submission did not arrive.
    Unknown,
    /// Waiting for the rail's next run; ask again from `poll_at`.
    Queued { poll_at: Time, settles_at: Option<Time> },
    /// Under way; ask again from `poll_at`.
    Pending { poll_at: Time, settles_at: Option<Time> },
    /// The money has arrived. The debited bank may still return it.
    Settled {
        /// The time of the next status request; `None` if the rail has nothing more to report.
        poll_at: Option<Time>,
    },
    /// The money arrived, and the debited bank has returned it.
    Returned,
    /// The money did not arrive and will not.
    Failed,
}

/// A debit rail. Answers may be late, repeated or nonsensical; none of them may do harm.
pub trait DebitRail: Send + Sync {
    /// Checks that the rail could take such a debit now. It stores and moves nothing.
    fn precheck<'a>(&'a self, inquiry: &'a DebitInquiry) -> BoxFuture<'a, Result<(), RailError>>;

    /// Returns `true` if the account could be debited this amount, as far as the rail can tell without moving money.
    /// Called for transfers only, as on payout rails, and always with the account.
    fn check_source<'a>(&'a self, inquiry: &'a DebitInquiry) -> BoxFuture<'a, Result<bool, RailError>>;

    /// Instructs the rail to debit.
    fn submit<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitAnswer, RailError>>;

    /// Requests the state of a debit.
    fn status<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitState, RailError>>;

    /// Returns `true` if the rail would still cancel a debit at the payer's request (money 10.7). It cancels
    /// nothing yet.
    fn can_cancel<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<bool, RailError>>;

    /// Recalls a debit: it will not settle any more, and money that it brought goes back to the debited
    /// account. After a release the rail must never collect this debit, even if its first submission arrives
    /// later, and must return `Released` to every further recall. The reason decides nothing.
    fn recall<'a>(
        &'a self,
        order: &'a DebitOrder,
        reason: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>>;
}
