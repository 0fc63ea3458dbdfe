//! The effects of events on a card transaction that debits the card (cards 8.4 to 8.6).

use super::figures::{EventRefused, Figures};
use super::movement::Movement;
use super::pull::Pull;
use super::states::debit::{DebitEvent as E, DebitState, next};
use super::states::pull::{PullEvent, PullStatus};

/// A purchase, withdrawal or balance inquiry, with its open pulls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Debit {
    pub state: DebitState,
    pub figures: Figures,
    /// The open pulls only, oldest first.
    pub pulls: Vec<Pull>,
}

/// The present capacity of the funding source, in smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Funds {
    /// A further pull may debit it: it is active, has its key, and no sandbox scenario forbids it.
    pub is_usable: bool,
    /// The amount that its balance covers.
    pub spendable: i64,
    /// Debited amounts can be credited back: to all but closed accounts.
    pub accepts_credit: bool,
}

impl Funds {
    const fn cover(&self, amount: i64) -> bool {
        self.is_usable && amount <= self.spendable
    }
}

/// An event that is applied to a debit. Amounts are smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitInput {
    /// A clearing by the network, more than 0.
    Clearing(i64),
    /// The new authorized total, more than 0.
    Advice(i64),
    /// The transaction ends: expiry, a clearing of 0, or a full reversal.
    End,
    /// A return by the merchant, more than 0.
    Return(i64),
    /// The latest return, of this amount, is reversed.
    ReturnReversal(i64),
    /// The pull with this number is confirmed.
    PullConfirmed(u32),
    /// The confirmation of the pull with this number failed.
    PullFailed(u32),
    /// An operator collects the shortfall from the funding source.
    Collect {
        /// The hold window is open.
        is_open: bool,
    },
    WindowEnds,
}

/// The result of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebitStep {
    /// The transaction afterwards, with every pull that has changed.
    pub after: Debit,
    /// In the order of booking.
    pub movements: Vec<Movement>,
    /// The number of the new pull that awaits its confirmation.
    pub begun: Option<u32>,
}

impl Debit {
    /// Returns an approved authorization: its amount is reserved.
    ///
    /// # Errors
    /// Never for a positive amount.
    pub fn authorized(amount: i64) -> Result<DebitStep, EventRefused> {
        let mut step = DebitStep::of(Self {
            state: DebitState::Authorized,
            figures: Figures::authorized(amount),
            pulls: Vec::new(),
        });
        step.pull(amount, 0)?;
        step.after.figures.held = amount;
        step.movements.push(Movement::Reserved(amount));
        Ok(step)
    }

    /// Returns an approved single-message purchase: reserved and cleared at once.
    ///
    /// # Errors
    /// Never for a positive amount.
    pub fn purchased(amount: i64) -> Result<DebitStep, EventRefused> {
        let mut step = DebitStep::of(Self {
            state: DebitState::Settled,
            figures: Figures::authorized(amount),
            pulls: Vec::new(),
        });
        step.pull(amount, amount)?;
        step.after.figures.clear(amount)?;
        step.movements.push(Movement::Cleared { held: 0, pulled: amount, carried: 0 });
        Ok(step)
    }

    /// Returns an answered balance inquiry.
    #[must_use]
    pub fn inquired() -> Self {
        let figures = Figures { settled: Some(0), ..Figures::default() };
        Self { state: DebitState::Settled, figures, pulls: Vec::new() }
    }

    #[must_use]
    pub fn declined(amount: i64) -> Self {
        Self { state: DebitState::Declined, figures: Figures::authorized(amount), pulls: Vec::new() }
    }

    /// Returns a force-posted transaction: a clearing without an authorization (the adapter only).
    ///
    /// # Errors
    /// Never for a positive amount.
    pub fn forced(amount: i64, funds: Funds) -> Result<DebitStep, EventRefused> {
        let begin = Self {
            state: DebitState::Settled,
            figures: Figures { settled: Some(0), ..Figures::authorized(amount) },
            pulls: Vec::new(),
        };
        begin.apply(DebitInput::Clearing(amount), funds)
    }

    /// Applies an event and returns the resulting transaction, movements and new pull.
    ///
    /// # Errors
    /// The reason why the event is not applied.
    pub fn apply(&self, input: DebitInput, funds: Funds) -> Result<DebitStep, EventRefused> {
        let mut step = DebitStep::of(self.clone());
        match input {
            DebitInput::Clearing(amount) => step.clear(amount, funds)?,
            DebitInput::Advice(total) => step.resize(total, funds)?,
            DebitInput::End => step.end()?,
            DebitInput::Return(amount) => step.apply_return(amount, funds)?,
            DebitInput::ReturnReversal(amount) => step.reverse_return(amount, funds)?,
            DebitInput::PullConfirmed(number) => step.confirm(number)?,
            DebitInput::PullFailed(number) => step.fail(number, funds)?,
            DebitInput::Collect { is_open } => step.collect(is_open, funds)?,
            DebitInput::WindowEnds => step.end_window()?,
        }
        Ok(step)
    }
}

impl DebitStep {
    const fn of(after: Debit) -> Self {
        Self { after, movements: Vec::new(), begun: None }
    }

    fn transition(&mut self, event: E) -> Result<(), EventRefused> {
        self.after.state = next(self.after.state, event).map_err(|_| EventRefused::State)?;
        Ok(())
    }

    /// Applies `with` if there are returns that are not reversed, otherwise `without`.
    fn transition_by_returns(&mut self, without: E, with: E) -> Result<(), EventRefused> {
        let event = if self.after.figures.has_returns() { with } else { without };
        self.transition(event)
    }

    /// Begins a pull that has passed its check. `captured` is the part that a clearing has already taken.
    fn pull(&mut self, amount: i64, captured: i64) -> Result<(), EventRefused> {
        let number = self.after.figures.pull(amount, true)?;
        self.after.pulls.push(Pull::new(number, amount, captured, true));
        self.begun = Some(number);
        Ok(())
    }

    /// Applies a clearing (rows 4 to 6): first from the hold, the rest by a new pull, or at the service's
    /// expense.
    fn clear(&mut self, amount: i64, funds: Funds) -> Result<(), EventRefused> {
        let held = amount.min(self.after.figures.held);
        let beyond = amount - held;
        let is_covered = beyond == 0 || funds.cover(beyond);
        self.capture(held);
        self.after.figures.held -= held;
        self.after.figures.clear(amount)?;
        let figures = self.after.figures;
        if !is_covered {
            let number = self.after.figures.pull(beyond, false)?;
            self.after.pulls.push(Pull::new(number, beyond, 0, false));
            self.after.figures.shortfall =
                figures.shortfall.checked_add(beyond).ok_or(EventRefused::TooLarge)?;
            self.transition(E::ClearedUncovered)?;
            self.movements.push(Movement::Cleared { held, pulled: 0, carried: beyond });
            return Ok(());
        }
        if beyond > 0 {
            self.pull(beyond, beyond)?;
        }
        if figures.settled_sum() < figures.authorized {
            self.transition(E::ClearedInPart)?;
        } else {
            self.transition_by_returns(E::Cleared, E::ClearedAfterReturn)?;
        }
        self.movements.push(Movement::Cleared { held, pulled: beyond, carried: 0 });
        Ok(())
    }

    /// Takes a cleared amount from the pulls, oldest first.
    fn capture(&mut self, mut amount: i64) {
        for pull in &mut self.after.pulls {
            let part = pull.held().min(amount);
            pull.captured += part;
            amount -= part;
        }
    }

    /// Releases a part of the hold, from the newest pull first (row 7).
    fn release(&mut self, amount: i64) {
        let mut rest = amount;
        for pull in self.after.pulls.iter_mut().rev() {
            let part = pull.held().min(rest);
            pull.released += part;
            rest -= part;
        }
        self.after.figures.held -= amount;
        self.after.figures.pulls.amount -= amount;
        if amount > 0 {
            self.movements.push(Movement::Released(amount));
        }
    }

    fn resize(&mut self, total: i64, funds: Funds) -> Result<(), EventRefused> {
        let figures = self.after.figures;
        let settled = figures.settled_sum();
        if total <= settled {
            self.transition_by_returns(E::ResizedToSettled, E::ResizedToSettledAfterReturn)?;
            self.release(figures.held);
        } else {
            self.transition(E::Resized)?;
            let more = total - figures.authorized;
            if more > 0 && funds.cover(more) {
                self.pull(more, 0)?;
                self.after.figures.held += more;
                self.movements.push(Movement::Reserved(more));
            } else {
                self.release((figures.held - (total - settled)).max(0));
            }
        }
        self.after.figures.authorized = total;
        Ok(())
    }

    fn end(&mut self) -> Result<(), EventRefused> {
        self.transition_by_returns(E::Ended, E::EndedAfterReturn)?;
        self.release(self.after.figures.held);
        self.after.figures.settled = Some(self.after.figures.settled_sum());
        Ok(())
    }

    /// Applies a return (row 8): it fills the shortfall of this transaction first.
    fn apply_return(&mut self, amount: i64, funds: Funds) -> Result<(), EventRefused> {
        let figures = self.after.figures;
        if figures.clearings == 0 {
            return Err(EventRefused::State);
        }
        let filled = amount.min(figures.shortfall);
        let event = if figures.shortfall > filled { E::ReturnedToShortfall } else { E::Returned };
        self.transition(event)?;
        if amount > figures.returnable() {
            return Err(EventRefused::AboveSettled);
        }
        let rest = amount - filled;
        let (credited, suspended) = if funds.accepts_credit { (rest, 0) } else { (0, rest) };
        let figures = &mut self.after.figures;
        figures.shortfall -= filled;
        figures.suspended += suspended;
        figures.refunded = Some(figures.refunded_sum() + amount);
        figures.returns += 1;
        self.movements.push(Movement::Returned { filled, credited, suspended });
        self.release_if_ended();
        Ok(())
    }

    /// Reverses a return (rows 9 and 10). The part of the return that is still in suspense is taken from
    /// there.
    fn reverse_return(&mut self, amount: i64, funds: Funds) -> Result<(), EventRefused> {
        let suspended = amount.min(self.after.figures.suspended);
        let needed = amount - suspended;
        let is_covered = needed <= funds.spendable;
        let figures = &mut self.after.figures;
        let left = figures.refunded_sum() - amount;
        if left < 0 {
            return Err(EventRefused::State);
        }
        figures.refunded = Some(left);
        figures.returns = figures.returns.checked_sub(1).ok_or(EventRefused::State)?;
        figures.suspended -= suspended;
        let (taken, carried) = if is_covered { (needed, 0) } else { (0, needed) };
        figures.shortfall += carried;
        self.movements.push(Movement::ReturnReversed { suspended, taken, carried });
        if is_covered {
            self.transition_by_returns(E::ReturnReversed, E::ReturnReversedInPart)
        } else {
            self.transition(E::ReturnReversedUncovered)
        }
    }

    fn pending(&mut self, number: u32) -> Result<usize, EventRefused> {
        let place = self.after.pulls.iter().position(|pull| pull.number == number);
        let place = place.ok_or(EventRefused::State)?;
        if self.after.pulls[place].status != PullStatus::Pending {
            return Err(EventRefused::State);
        }
        Ok(place)
    }

    fn confirm(&mut self, number: u32) -> Result<(), EventRefused> {
        let place = self.pending(number)?;
        self.after.pulls[place].take(PullEvent::Confirmed)?;
        self.after.figures.pending_pulls -= 1;
        Ok(())
    }

    /// Fails a pull (row 3): the held part is released, and the captured part is credited back at the
    /// service's expense.
    fn fail(&mut self, number: u32, funds: Funds) -> Result<(), EventRefused> {
        let place = self.pending(number)?;
        self.transition(E::PullFailed)?;
        let pull = &mut self.after.pulls[place];
        let held = pull.held();
        let captured = pull.captured;
        let released = pull.released;
        pull.take(PullEvent::NotConfirmed)?;
        let net = pull.amount - released;
        let figures = &mut self.after.figures;
        figures.pending_pulls -= 1;
        figures.pulls.amount -= net;
        figures.held -= held;
        figures.shortfall = figures.shortfall.checked_add(captured).ok_or(EventRefused::TooLarge)?;
        let (credited, suspended) = if funds.accepts_credit { (captured, 0) } else { (0, captured) };
        figures.suspended += suspended;
        if net > 0 {
            self.movements.push(Movement::PullFailed { held, credited, suspended });
        }
        Ok(())
    }

    fn collect(&mut self, is_open: bool, funds: Funds) -> Result<(), EventRefused> {
        let shortfall = self.after.figures.shortfall;
        if self.after.state != DebitState::Exception || shortfall == 0 {
            return Err(EventRefused::State);
        }
        if !funds.cover(shortfall) {
            return Err(EventRefused::NotCovered);
        }
        if is_open && self.after.figures.settled_sum() < self.after.figures.authorized {
            self.transition(E::CollectedWhileOpen)?;
        } else {
            self.transition_by_returns(E::Collected, E::CollectedAfterReturn)?;
        }
        self.pull(shortfall, shortfall)?;
        self.after.figures.shortfall = 0;
        self.movements.push(Movement::Collected(shortfall));
        self.release_if_ended();
        Ok(())
    }

    /// Releases the hold of a transaction that is settled or refunded. An exception that ends before its
    /// window may still have a hold.
    fn release_if_ended(&mut self) {
        if matches!(self.after.state, DebitState::Settled | DebitState::Refunded) {
            self.release(self.after.figures.held);
        }
    }

    fn end_window(&mut self) -> Result<(), EventRefused> {
        if self.after.figures.shortfall > 0 {
            self.transition(E::WindowEndedShort)?;
        } else {
            self.transition_by_returns(E::WindowEnded, E::WindowEndedAfterReturn)?;
            self.after.figures.settled = Some(self.after.figures.settled_sum());
        }
        self.release(self.after.figures.held);
        Ok(())
    }
}
