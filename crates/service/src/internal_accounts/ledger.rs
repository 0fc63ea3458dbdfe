//! Booking: the ledger's postings, and the events that notify the platform of changed balances (money 2.2).

use causeway_domain::ids::{InternalAccountId, QuoteId, TransactionId};
use causeway_domain::postings::{Posting, PostingRefused};
use causeway_store::internal_accounts::{self as rows, LockedAccount};
use causeway_store::ledger::{self, Balance, LedgerError, Origin};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx};
use causeway_wire::Code;
use causeway_wire::internal_accounts::InternalAccount;
use causeway_wire::webhooks::EventType;

use super::cash;
use crate::internal_accounts::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;

/// The transaction and quote that a posting belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Reason {
    /// The platform's transaction.
    pub transaction: TransactionId,
    pub quote: Option<QuoteId>,
}

impl Reason {
    /// Returns the reason of a payment's posting.
    #[must_use]
    pub const fn of(payment: &PaymentRecord) -> Self {
        Self { transaction: payment.id, quote: payment.quote }
    }
}

/// The reason why a posting was not booked.
#[derive(Debug)]
pub enum BookingError {
    /// An account does not hold enough for the posting.
    Insufficient { available: i64, required: i64 },
    /// Any other error.
    Refused(ApiError),
}

/// Books a posting, and notifies the platform of every account whose balance has changed. `held` are accounts
/// that the caller has locked; afterwards they have their new balances. Returns the accounts' views, in the
/// order of the posting.
///
/// # Errors
/// [`BookingError::Insufficient`] if an account would be overdrawn.
pub fn book(
    tx: &mut Tx<'_>,
    context: &Context,
    posting: Result<Posting, PostingRefused>,
    reason: Reason,
    accounts: &mut [LockedAccount],
) -> Result<Vec<InternalAccount>, BookingError> {
    book_all(tx, context, [posting], reason, accounts)
}

/// Books consecutive postings together, like [`book`].
///
/// # Errors
/// The same as [`book`]; nothing is posted then.
pub fn book_all(
    tx: &mut Tx<'_>,
    context: &Context,
    postings: impl IntoIterator<Item = Result<Posting, PostingRefused>>,
    reason: Reason,
    accounts: &mut [LockedAccount],
) -> Result<Vec<InternalAccount>, BookingError> {
    // Postings are built from checked amounts: one that cannot be built is a defect of the service.
    let postings = postings.into_iter().collect::<Result<Vec<_>, _>>().map_err(ApiError::internal)?;
    let origin = Origin {
        transaction: Some(reason.transaction),
        quote: reason.quote,
        at: context.now,
        ids: context.ids(),
    };
    let locked: Vec<Balance> = accounts.iter().map(|locked| locked.balance).collect();
    let posted = ledger::post_all(tx, context.platform, &postings, &origin, &locked)?;
    if context.offers.has_rail_accounts() {
        cash::book(tx, context, &postings, &posted, reason.transaction)?;
    }
    let mut notified = Vec::new();
    for balance in posted.iter().flat_map(|posted| &posted.balances) {
        notified.push(notify(tx, context, balance, accounts)?);
    }
    Ok(notified)
}

/// Notifies the platform of a changed balance.
fn notify(
    tx: &mut Tx<'_>,
    context: &Context,
    balance: &Balance,
    accounts: &mut [LockedAccount],
) -> Result<InternalAccount, ApiError> {
    let id = balance.account;
    let view = match accounts.iter_mut().find(|locked| locked.account.id == id) {
        Some(locked) => {
            locked.balance = *balance;
            render::internal_account(locked)?
        }
        None => {
            let found = rows::find(tx, context.platform, id)?.ok_or(Error::Missing)?;
            render::with_balance(&found.account, balance)?
        }
    };
    events::emit(tx, context, EventType::InternalAccountBalanceUpdated, &id, &view)?;
    Ok(view)
}

impl From<ApiError> for BookingError {
    fn from(refusal: ApiError) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Error> for BookingError {
    fn from(error: Error) -> Self {
        Self::Refused(error.into())
    }
}

impl From<LedgerError> for BookingError {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Insufficient(short) => {
                Self::Insufficient { available: short.available, required: short.required }
            }
            LedgerError::TooLarge(account) => Self::Refused(too_much(account)),
            LedgerError::Store(error) => Self::Refused(error.into()),
        }
    }
}

fn too_much(account: InternalAccountId) -> ApiError {
    ApiError::new(Code::AmountOutOfRange, format!("{account} cannot hold so much."))
}

impl From<BookingError> for ApiError {
    /// Converts refusals of postings that only add to balances: being short of money is a defect of the
    /// service.
    fn from(booking_error: BookingError) -> Self {
        match booking_error {
            BookingError::Refused(refusal) => refusal,
            BookingError::Insufficient { .. } => Self::internal(Error::Data(
                "a posting that only adds was refused for want of funds".to_owned(),
            )),
        }
    }
}
