//! A row-locked payment and its moves: the one place of the service that writes payments.
//!
//! Every change of a payment holds its row (`docs/internals/locks.md`). The state machine gives the
//! consequence of an event; its effects are written here, in one order: the row, the notice, the postings,
//! the job.

use causeway_domain::ids::{InternalAccountId, PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::{
    self, Change, Notice, OutgoingEvent, OutgoingPhase, PaymentEvent, Phase,
};
use causeway_domain::postings::{Posting, PostingKind};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::{Error, Tx};
use causeway_wire::internal_accounts::InternalAccount;

use super::{announce, expiry, hook, measure};
use crate::internal_accounts::ledger::{self, BookingError, Reason};
use crate::payments::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// A row-locked payment, or a payment that is not stored yet.
pub(crate) struct LockedPayment {
    pub(crate) payment: PaymentRecord,
    is_stored: bool,
    /// `true` until its first final status is saved.
    is_unfinished: bool,
}

/// The accounts that the postings of a move change.
#[derive(Default)]
pub(crate) struct Books<'a> {
    /// Row-locked by the caller.
    pub(crate) accounts: &'a mut [LockedAccount],
    /// Only if the terms leave the credited account open.
    pub(crate) credited: Option<InternalAccountId>,
}

impl<'a> Books<'a> {
    /// Returns the books of a move that changes these accounts.
    pub(crate) const fn of(accounts: &'a mut [LockedAccount]) -> Self {
        Self { accounts, credited: None }
    }

    /// Returns the books of a move that credits one row-locked account.
    pub(crate) fn crediting(account: &'a mut LockedAccount) -> Self {
        let credited = Some(account.account.id);
        Self { accounts: std::slice::from_mut(account), credited }
    }
}

impl LockedPayment {
    /// Locks the payment with this id.
    pub(crate) fn find(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        id: TransactionId,
    ) -> Result<Option<Self>, Error> {
        Ok(payments::lock(tx, platform, id)?.map(Self::stored))
    }

    /// Locks the payment with this id, which must exist.
    pub(crate) fn get(tx: &mut Tx<'_>, platform: PlatformId, id: TransactionId) -> Result<Self, Error> {
        Self::find(tx, platform, id)?.ok_or(Error::Missing)
    }

    /// Wraps a payment whose row is locked.
    pub(crate) const fn stored(payment: PaymentRecord) -> Self {
        Self { is_unfinished: !payment.status().is_final(), payment, is_stored: true }
    }

    /// Wraps a new payment, which is stored with its first move or by [`Self::save`].
    pub(crate) const fn new(payment: PaymentRecord) -> Self {
        Self { payment, is_stored: false, is_unfinished: true }
    }

    /// Saves the payment in its current state, and announces a new one.
    pub(crate) fn save(&mut self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError> {
        if self.is_unfinished && self.payment.status().is_final() {
            self.is_unfinished = false;
            measure::count_end(tx, context.environment, &self.payment);
        }
        if self.is_stored {
            return Ok(payments::update(tx, context.platform, &self.payment)?);
        }
        payments::insert(tx, context.platform, &self.payment)?;
        self.is_stored = true;
        announce::status(tx, context, &self.payment)
    }

    /// Replaces the draft that a discovery left by the payment with its terms (money 10.4).
    pub(crate) fn replace_draft(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        payment: PaymentRecord,
    ) -> Result<(), ApiError> {
        payments::replace_created(tx, context.platform, &payment)?;
        self.payment = payment;
        Ok(())
    }

    /// Moves the payment by an event whose postings change no row-locked account.
    ///
    /// # Errors
    /// The same as [`Self::apply_with`].
    pub(crate) fn apply(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        event: impl Into<PaymentEvent>,
    ) -> Result<(), ApiError> {
        self.apply_with(tx, context, event, Books::default()).map(drop)
    }

    /// Moves the payment by an event: saves it, notifies its platform, books the postings of the move, and
    /// schedules its job. Returns the accounts with changed balances, in the order of the postings.
    ///
    /// # Errors
    /// `INSUFFICIENT_BALANCE` if the paying account does not hold enough; `INTERNAL_ERROR` for a move that
    /// the payment cannot make.
    pub(crate) fn apply_with(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        event: impl Into<PaymentEvent>,
        books: Books<'_>,
    ) -> Result<Vec<InternalAccount>, ApiError> {
        let event = event.into();
        let is_new = !self.is_stored;
        let was_open = is_open(&self.payment);
        let was_completed = hook::is_completed(&self.payment);
        let change = self.payment.apply(event, context.now)?;
        if let Some(quote) = self.payment.quote.filter(|_| was_open && !is_open(&self.payment))
            // The expiry job itself writes an expiry.
            && event != OutgoingEvent::ExpiryReached.into()
        {
            expiry::withdraw(tx, context, quote)?;
        }
        self.save(tx, context)?;
        match change.notice {
            Notice::Status if !is_new => announce::status(tx, context, &self.payment)?,
            Notice::Refund => announce::refund(tx, context, &self.payment)?,
            Notice::Status | Notice::None => {}
        }
        let booked = self.book(tx, context, &change, books)?;
        if let Some(work) = change.work {
            let id = self.payment.id;
            jobs::schedule(tx, context, &job(work, id), &id, context.now)?;
        }
        if !was_completed {
            hook::schedule(tx, context, &self.payment)?;
        }
        Ok(booked)
    }

    fn book(
        &self,
        tx: &mut Tx<'_>,
        context: &Context,
        change: &Change,
        books: Books<'_>,
    ) -> Result<Vec<InternalAccount>, ApiError> {
        if change.postings.is_empty() {
            return Ok(Vec::new());
        }
        let postings = change.postings.iter().map(|kind| self.posting(*kind, books.credited));
        let postings = postings.collect::<Result<Vec<_>, _>>()?;
        let reason = Reason::of(&self.payment);
        let booked = ledger::book_all(tx, context, postings.into_iter().map(Ok), reason, books.accounts);
        booked.map_err(|error| self.booking_error(change, error))
    }

    fn posting(&self, kind: PostingKind, credited: Option<InternalAccountId>) -> Result<Posting, Error> {
        let lacking = || Error::Data(format!("{} cannot be booked as {kind}", self.payment.id));
        self.payment.posting(kind, credited).ok_or_else(lacking)
    }

    /// Maps a refused booking: only the paying account can be short of money.
    fn booking_error(&self, change: &Change, refusal: BookingError) -> ApiError {
        let is_payer_debit =
            |kind: &PostingKind| matches!(kind, PostingKind::QuoteExecuted | PostingKind::TransferOutStarted);
        match (refusal, self.payment.total()) {
            (BookingError::Insufficient { available, .. }, Ok(total))
                if change.postings.iter().any(is_payer_debit) =>
            {
                errors::insufficient_balance(available, total)
            }
            (refusal, _) => refusal.into(),
        }
    }
}

/// Returns `true` until the payment is executed, funded, or over.
const fn is_open(payment: &PaymentRecord) -> bool {
    matches!(payment.phase(), Phase::Outgoing(phase) if OutgoingPhase::is_open(phase))
}

const fn job(work: lifecycle::Work, transaction: TransactionId) -> Work {
    match work {
        lifecycle::Work::SubmitPayout => Work::SubmitPayout { transaction },
        lifecycle::Work::AskPayout => Work::AskPayout { transaction },
        lifecycle::Work::SubmitDebit => Work::SubmitDebit { transaction },
        lifecycle::Work::AskDebit => Work::AskDebit { transaction },
        lifecycle::Work::AskIncomingUma => Work::AskIncomingUma { transaction },
        lifecycle::Work::Refund => Work::RefundPayment { transaction },
    }
}
