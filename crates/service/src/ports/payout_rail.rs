//! Payouts to external accounts: queried inside a call, instructed only by a job (money 1.5, 16).

use causeway_domain::ids::{PlatformId, QuoteId, TransactionId};
use causeway_domain::payments::OutgoingFailure;
use causeway_domain::{Amount, Time};
use causeway_store::payments::OnChainTransfer;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value as Json};

/// One payout. The transaction id is the rail's idempotency key: submitting it again is harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutOrder {
    /// Whose payment it is.
    pub platform: PlatformId,
    /// The payment.
    pub transaction: TransactionId,
    /// The quote that has priced it; none for a transfer in one currency.
    pub quote: Option<QuoteId>,
    /// What arrives.
    pub amount: Amount,
    /// The rail's name, as in the interface (`SEPA_INSTANT`); none where the destination has no rails.
    pub rail: Option<String>,
    /// Where it goes.
    pub destination: PayoutDestination,
    /// Passed on to the receiver's bank.
    pub remittance_information: Option<String>,
    /// Why the money is sent, in the interface's spelling.
    pub purpose_of_payment: Option<String>,
    /// The platform's instant.
    pub at: Time,
}

/// The account that a payout goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutDestination {
    /// Its type (`INR_ACCOUNT`).
    pub account_type: String,
    /// The details that the chosen rail goes by, with their names in the interface; the one that money is sent to
    /// first (`vpa` of an account that is paid by UPI).
    pub method: Vec<(String, String)>,
    /// Everything that was registered about the account, under the names of the interface, further ways to it and its
    /// beneficiary among them.
    pub account_info: Map<String, Json>,
    /// Its primary identifier, whichever way is taken (money 13): account number, IBAN, address.
    pub identifier: String,
}

impl PayoutDestination {
    /// Who is paid, as registered; none where the account has no holder.
    #[must_use]
    pub fn beneficiary(&self) -> Option<&Json> {
        self.account_info.get("beneficiary")
    }
}

/// What a rail is asked before anything is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutInquiry {
    /// What would arrive.
    pub amount: Amount,
    /// The rail's name, as in the interface; none where the destination has no rails.
    pub rail: Option<String>,
}

/// What a rail answered to a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Submission {
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
    Refused(PayoutRefusal),
}

/// What a rail knows of a payout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayoutStatus {
    /// Never seen, for certain: it was not submitted, or the submission did not arrive. It is submitted again upon
    /// this, so that a rail which cannot say must answer [`RailError::Unclear`].
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
    /// Arrived. Where the rail expects to learn more (a return, a hash), it says when to ask again.
    Delivered {
        /// When to ask once more; none when the rail has nothing left to say.
        ask_at: Option<Time>,
        /// The transfer by which it arrived, where it went over a chain and the hash is known.
        on_chain: Option<OnChainTransfer>,
    },
    /// Did not and will not arrive.
    Failed(PayoutRefusal),
    /// Arrived, and was sent back by the receiving bank.
    Returned,
    /// Stopped on its way because the payer wanted it: it will not arrive.
    Cancelled,
}

/// What a rail says to giving back the money of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recall {
    /// The money is free again, and the payout will never arrive.
    Released,
    /// Not decided; ask again from this instant on.
    Pending {
        /// When to ask next.
        ask_at: Time,
    },
    /// The payout has arrived: there is nothing to give back.
    Arrived,
    /// The rail does not give it back.
    Kept,
}

/// Why a payout failed, in terms of the interface's failure reasons (money 10.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutRefusal {
    /// The rail could not carry it out.
    ExecutionFailed,
    /// The account does not exist or is closed.
    AccountInvalid,
    /// The account takes no such payment.
    AccountCannotReceive,
    /// Stopped for compliance.
    ComplianceRejected,
}

impl From<PayoutRefusal> for OutgoingFailure {
    fn from(refusal: PayoutRefusal) -> Self {
        match refusal {
            PayoutRefusal::ExecutionFailed => Self::QuoteExecutionFailed,
            PayoutRefusal::AccountInvalid => Self::AccountInvalid,
            PayoutRefusal::AccountCannotReceive => Self::AccountCannotReceive,
            PayoutRefusal::ComplianceRejected => Self::ComplianceRejected,
        }
    }
}

/// Why a rail gave no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RailError {
    /// This deployment has no such rail.
    NotAvailable,
    /// The answer did not come or made no sense: what happened must be asked for, never repeated blindly.
    Unclear,
}

/// A payout rail. Answers may be late, repeated or nonsense; none of it may do harm. An answer that takes longer
/// than [`crate::runtime::timers::RAIL`] counts as [`RailError::Unclear`].
pub trait PayoutRail: Send + Sync {
    /// Whether this deployment can pay out at all. Asked inside transactions: it waits for nobody.
    fn is_there(&self) -> bool {
        true
    }

    /// Whether the rail could take such a payout now; nothing is stored or moved.
    fn precheck<'a>(&'a self, inquiry: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>>;

    /// Whether the rail would refuse a transfer to this account, as far as it can say without moving anything. The
    /// destination of a quote is not asked about: whether it can be paid shows after the execution (money 13.1).
    fn check_destination<'a>(
        &'a self,
        inquiry: &'a PayoutInquiry,
        destination: &'a PayoutDestination,
    ) -> BoxFuture<'a, Result<Option<PayoutRefusal>, RailError>>;

    /// Instructs the rail to pay.
    fn submit<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<Submission, RailError>>;

    /// Asks what became of a payout.
    fn status<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>>;

    /// Whether the rail would still stop a payout because the payer wants it (money 10.7); it does nothing yet.
    fn can_cancel<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<bool, RailError>>;

    /// Takes back the money of a payout that failed or is stuck. A rail that has released it once pays it no
    /// more, submitted again or for the first time, and says so every time.
    fn recall<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<Recall, RailError>>;
}

impl std::fmt::Display for RailError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotAvailable => "this deployment has no such rail",
            Self::Unclear => "the rail gave no clear answer",
        })
    }
}

impl std::error::Error for RailError {}
