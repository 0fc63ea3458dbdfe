//! Payouts to external accounts (money 1.5, 16). API requests may query a rail; only jobs send it
//! instructions.

use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{ExternalAccountId, PlatformId, QuoteId, TransactionId};
use causeway_domain::payments::OutgoingFailure;
use causeway_domain::{Amount, Country, Time};
use causeway_store::customers::PostalAddress;
use causeway_store::payments::{OnChainTransfer, SettlementProof};
use futures_util::future::BoxFuture;
use serde_json::{Map, Value as Json};

/// One payout. The transaction id is the rail's idempotency key, so resubmitting an order is harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutOrder {
    pub platform: PlatformId,
    pub transaction: TransactionId,
    /// The quote that priced the payment; `None` if the payment is a transfer in one currency.
    pub quote: Option<QuoteId>,
    /// The amount that arrives.
    pub amount: Amount,
    /// `None` if the destination has no rails.
    pub rail: Option<PaymentRail>,
    pub destination: PayoutDestination,
    /// The payer; `None` unless the offers want parties.
    pub originator: Option<OrderParty>,
    /// Forwarded to the receiver's bank.
    pub remittance_information: Option<String>,
    /// The purpose of payment, as spelled in the API.
    pub purpose_of_payment: Option<String>,
    /// The creation of the payment, on the platform's clock.
    pub ordered_at: Time,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// The payer of a payout, or the payee of a debit, as the partner needs to know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderParty {
    pub is_business: bool,
    pub name: String,
    /// The id of the customer, or of the platform if the money is its own.
    pub reference: String,
    pub address: Option<PostalAddress>,
}

/// The external account of an order: the destination of a payout, or the source of a debit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutDestination {
    pub id: ExternalAccountId,
    /// The account type, such as `INR_ACCOUNT`.
    pub account_type: String,
    /// The details that the chosen rail uses, under their names in the API. The first entry identifies the
    /// account (`vpa` of an account that is paid by UPI).
    pub rail_details: Vec<(String, String)>,
    /// All registered details of the account, under their names in the API, including alternative
    /// methods and the beneficiary.
    pub account_info: Map<String, Json>,
    /// The primary identifier, whichever rail is used (money 13): account number, IBAN or address.
    pub identifier: String,
}

impl PayoutDestination {
    /// Returns the beneficiary as registered, or `None` if the account has no holder.
    #[must_use]
    pub fn beneficiary(&self) -> Option<&Json> {
        self.account_info.get("beneficiary")
    }
}

/// The payout that a precheck asks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutInquiry {
    pub platform: PlatformId,
    /// The amount that would arrive.
    pub amount: Amount,
    /// `None` if the destination has no rails.
    pub rail: Option<PaymentRail>,
    /// The destination; `None` unless the offers want parties.
    pub account: Option<InquiredAccount>,
}

/// The external account that a precheck asks about. It contains no data of a person besides the identifier, which does
/// not leave the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InquiredAccount {
    /// The account type, such as `INR_ACCOUNT`.
    pub account_type: String,
    /// The country of the account, if it is known.
    pub country: Option<Country>,
    /// The bank of the account, if its type names one.
    pub bank: Option<BankCode>,
    /// The primary identifier (money 13): account number, IBAN or address.
    pub identifier: String,
}

/// A bank by its code in a system of codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankCode {
    /// The member of the account's details, such as `bic`, `routingNumber`, `ifsc` or `sortCode`.
    pub name: &'static str,
    pub value: String,
}

/// A rail's answer to a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmitResponse {
    /// Accepted; ask for its status from `poll_at`. The rail expects it to settle at `settles_at`, if it says so. Both
    /// are on the platform's clock.
    Accepted { poll_at: Time, settles_at: Option<Time> },
    /// Accepted, and waiting for the rail's next run: no money has been moved yet.
    Queued { poll_at: Time, settles_at: Option<Time> },
    /// Refused permanently.
    Refused(PayoutFailure),
}

/// The state of a payout at the rail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayoutStatus {
    /// Certainly not known to the rail: it was not submitted, or the submission did not arrive. The service
    /// then submits it again, so a rail that cannot be certain must answer [`RailError::Unclear`].
    Unknown,
    /// Waiting for the rail's next run; ask again from `poll_at`.
    Queued { poll_at: Time, settles_at: Option<Time> },
    /// Under way; ask again from `poll_at`.
    Pending { poll_at: Time, settles_at: Option<Time> },
    /// Arrived. The rail may still report a return or a hash.
    Delivered {
        /// The time of the next status request; `None` if the rail has nothing more to report.
        poll_at: Option<Time>,
        /// The on-chain transfer of the payout, if it went over a chain and the hash is known.
        on_chain: Option<OnChainTransfer>,
        /// The proof of a settlement layer; `None` if the rail gives none.
        proof: Option<SettlementProof>,
    },
    /// Failed: it did not and will not arrive.
    Failed(PayoutFailure),
    /// Arrived, and returned by the receiving bank.
    Returned {
        /// The part that did not come back; `None` if nothing is missing.
        short: Option<Amount>,
    },
    /// Cancelled under way at the payer's request: it will not arrive.
    Cancelled,
}

/// A rail's answer to the recall of a payout, a debit or a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecallResponse {
    /// The money is released, and the payout will never arrive.
    Released,
    /// Not decided; ask again from `poll_at`.
    Pending { poll_at: Time },
    /// The payout has arrived: there is no money to release.
    Arrived,
    /// The rail does not release the money.
    Declined,
}

/// The reason why a payout failed, in terms of the API's failure reasons (money 10.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutFailure {
    /// The rail could not execute it.
    ExecutionFailed,
    /// The account does not exist or is closed.
    AccountInvalid,
    /// The account cannot receive such a payment.
    AccountCannotReceive,
    ComplianceRejected,
    /// A limit of the partner was exceeded.
    LimitExceeded,
    /// The payment request expired before it was paid.
    RequestExpired,
    /// The Lightning node could not pay the invoice.
    LightningFailed,
}

impl From<PayoutFailure> for OutgoingFailure {
    fn from(failure: PayoutFailure) -> Self {
        match failure {
            PayoutFailure::ExecutionFailed => Self::QuoteExecutionFailed,
            PayoutFailure::AccountInvalid => Self::AccountInvalid,
            PayoutFailure::AccountCannotReceive => Self::AccountCannotReceive,
            PayoutFailure::ComplianceRejected => Self::ComplianceRejected,
            PayoutFailure::LimitExceeded => Self::LimitExceeded,
            PayoutFailure::RequestExpired => Self::QuoteExpired,
            PayoutFailure::LightningFailed => Self::LightningPaymentFailed,
        }
    }
}

/// Error of a rail: it is not available, or its outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RailError {
    NotAvailable,
    /// There was no answer, or it made no sense: the rail may have executed the request. The caller must
    /// query the state and never repeat the instruction blindly.
    Unclear,
}

/// The reason of a recall, as partners are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecallReason {
    /// The payer has cancelled the payment.
    Cancelled,
    /// There has been no outcome for days.
    Overdue,
    /// An operator has given the payment up, or another part of it has failed.
    GivenUp,
}

/// A payout rail. Answers may be late, repeated or nonsensical; none of them may do harm. An answer that
/// takes longer than [`crate::runtime::timers::RAIL`] counts as [`RailError::Unclear`].
pub trait PayoutRail: Send + Sync {
    /// Checks that the rail could take such a payout now. It stores and moves nothing.
    fn precheck<'a>(&'a self, inquiry: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>>;

    /// Returns the failure that a transfer to this account would have, or `None`, as far as the rail can tell
    /// without moving money. Called for transfers only. Payments from quotes skip this check and fail after
    /// execution (money 13.1).
    fn check_destination<'a>(
        &'a self,
        inquiry: &'a PayoutInquiry,
        destination: &'a PayoutDestination,
    ) -> BoxFuture<'a, Result<Option<PayoutFailure>, RailError>>;

    /// Instructs the rail to pay.
    fn submit<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>>;

    /// Requests the state of a payout.
    fn status<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>>;

    /// Returns `true` if the rail would still cancel a payout at the payer's request (money 10.7). It cancels
    /// nothing yet.
    fn can_cancel<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<bool, RailError>>;

    /// Recalls the money of a payout that failed or is stuck. After a release the rail must never pay this
    /// payout, even if its first submission arrives later, and must return `Released` to every further
    /// recall. The reason decides nothing.
    fn recall<'a>(
        &'a self,
        order: &'a PayoutOrder,
        reason: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>>;
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
