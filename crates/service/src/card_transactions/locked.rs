//! A card transaction with everything that its events change. Rows are locked in this order: the card, the
//! transaction, the account (docs/internals/locks.md).

use causeway_domain::Revision;
use causeway_domain::card_transactions::{
    Credit, CreditState, Debit, DebitState, Funds, Movement, PullEvent, PullStatus, next_pull,
};
use causeway_domain::ids::{CardTransactionId, InternalAccountId};
use causeway_domain::payments::Direction;
use causeway_store::card_transactions::{self as rows, CardTransactionRecord, PullRecord};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::{Error, Tx, cards};

use super::event::EventError;
use super::{books, funding};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// A row-locked card transaction with its account and its open pulls.
pub(super) struct LockedTransaction {
    pub(super) record: CardTransactionRecord,
    pub(super) account: LockedAccount,
    pub(super) pulls: Vec<PullRecord>,
}

impl LockedTransaction {
    /// Locks the account and the open pulls of a transaction. The caller must hold the row locks of the
    /// transaction and its card.
    pub(super) fn of(
        tx: &mut Tx<'_>,
        context: &Context,
        record: CardTransactionRecord,
    ) -> Result<Self, Error> {
        let pulls = match record.direction {
            Direction::Debit => rows::lock_open_pulls(tx, context.platform, record.id)?,
            Direction::Credit => Vec::new(),
        };
        let account = funding::lock(tx, context, record.account)?;
        Ok(Self { record, account, pulls })
    }

    /// Locks the transaction with this id, after its card.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        id: CardTransactionId,
    ) -> Result<Option<Self>, Error> {
        Self::find_beside(tx, context, id, None)
    }

    /// Locks the transaction and another account; both accounts are locked in the order of their ids.
    pub(super) fn find_beside(
        tx: &mut Tx<'_>,
        context: &Context,
        id: CardTransactionId,
        other: Option<InternalAccountId>,
    ) -> Result<Option<Self>, Error> {
        let platform = context.platform;
        let Some(record) = rows::find(tx, platform, id)? else { return Ok(None) };
        cards::lock(tx, platform, record.card)?.ok_or(Error::Missing)?;
        let record = rows::lock(tx, platform, id)?.ok_or(Error::Missing)?;
        if let Some(other) = other.filter(|other| *other != record.account) {
            internal_accounts::lock_all(tx, platform, &[record.account, other])?;
        }
        Self::of(tx, context, record).map(Some)
    }

    pub(super) fn is_debit(&self) -> bool {
        self.record.direction == Direction::Debit
    }

    /// Returns the account's ability to fund; `may_pull` is `true` if a further pull is intended and no
    /// sandbox scenario prevents it.
    pub(super) fn funds(&self, tx: &mut Tx<'_>, context: &Context, may_pull: bool) -> Result<Funds, Error> {
        let units = books::units(&self.record)?;
        funding::funds(tx, context, self.record.card, &self.account, units, may_pull)
    }

    /// Returns the transaction as the rules of debits see it.
    pub(super) fn debit(&self) -> Debit {
        let is_declined = self.record.decline_reason.is_some();
        Debit {
            state: DebitState::of(self.record.status, is_declined),
            figures: self.record.figures,
            pulls: self.pulls.iter().map(|record| record.pull).collect(),
        }
    }

    /// Returns the transaction as the rules of credits see it.
    ///
    /// # Errors
    /// [`Error::Data`] for a status that no credit has.
    pub(super) fn credit(&self) -> Result<Credit, Error> {
        let is_declined = self.record.decline_reason.is_some();
        let state = CreditState::of(self.record.status, is_declined)
            .ok_or_else(|| Error::Data(format!("{} is a credit that was refunded", self.record.id)))?;
        Ok(Credit { state, figures: self.record.figures })
    }

    /// Copies the outcome of a debit's rules into the transaction, and stores its pulls.
    pub(super) fn apply_debit(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        after: &Debit,
    ) -> Result<(), Error> {
        self.record.status = after.state.status();
        self.record.figures = after.figures;
        for pull in &after.pulls {
            match self.pulls.iter_mut().find(|known| known.pull.number == pull.number) {
                Some(known) if known.pull == *pull => {}
                Some(known) => {
                    known.pull = *pull;
                    known.updated_at.advance(context.now);
                    rows::update_pull(tx, context.platform, known)?;
                }
                None => {
                    let new = PullRecord {
                        id: context.id(),
                        transaction: self.record.id,
                        pull: *pull,
                        signed: None,
                        created_at: context.now,
                        updated_at: Revision::created(context.now),
                    };
                    rows::insert_pull(tx, context.platform, &new)?;
                    self.pulls.push(new);
                }
            }
        }
        Ok(())
    }

    /// Books movements, and schedules the confirmation of the pull that was begun.
    pub(super) fn move_money(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        movements: &[Movement],
        begun: Option<(u32, std::time::Duration)>,
    ) -> Result<(), EventError> {
        books::book(tx, context, &self.record, movements, &mut self.account)?;
        if let Some((number, after)) = begun {
            let work = Work::ConfirmCardPull { transaction: self.record.id, number };
            jobs::schedule(tx, context, &work, &self.record.id, context.now.plus(after))?;
        }
        Ok(())
    }

    /// Notifies the platform of a transaction that is already stored.
    pub(super) fn announce(
        self,
        tx: &mut Tx<'_>,
        context: &Context,
    ) -> Result<CardTransactionRecord, EventError> {
        books::announce(tx, context, &self.record)?;
        Ok(self.record)
    }

    /// Stores the transaction, and notifies the platform of it.
    pub(super) fn conclude(
        mut self,
        tx: &mut Tx<'_>,
        context: &Context,
    ) -> Result<CardTransactionRecord, ApiError> {
        books::write(tx, context, &mut self.record)?;
        books::announce(tx, context, &self.record)?;
        Ok(self.record)
    }
}

/// Returns `true` if a pull can still be confirmed.
pub(super) fn is_pending(status: PullStatus) -> bool {
    next_pull(status, PullEvent::Confirmed).is_ok()
}
