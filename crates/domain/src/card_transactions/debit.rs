//! What events do to a card transaction that takes money (cards 8.4 to 8.6).

use super::figures::{Figures, NotApplied};
use super::movement::Movement;
use super::pull::Pull;
use super::states::debit::{DebitEvent as E, DebitState, next};
use super::states::pull::{PullEvent, PullStatus};

/// A purchase, withdrawal or balance inquiry with what can still become of its pulls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Debit {
    /// Where it stands.
    pub state: DebitState,
    /// Its amounts.
    pub figures: Figures,
    /// Those of its pulls that are open, the oldest first.
    pub pulls: Vec<Pull>,
}

/// What the funding source can do at the moment, in smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Funds {
    /// Whether it may be debited for a further pull: active, with its key, and nothing of the sandbox against it.
    pub is_usable: bool,
    /// What its balance covers.
    pub spendable: i64,
    /// Whether it takes back what was debited: all but closed accounts do.
    pub takes_back: bool,
}

impl Funds {
    const fn cover(&self, amount: i64) -> bool {
        self.is_usable && amount <= self.spendable
    }
}

/// What happens to it. Amounts are smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitInput {
    /// The network has cleared this much, more than 0.
    Clearing(i64),
    /// The authorized total is now this one, more than 0.
    Advice(i64),
    /// Nothing more comes: expiry, a clearing of 0, a full reversal.
    End,
    /// The merchant gives back this much, more than 0.
    Return(i64),
    /// The latest return, of this much, is taken back.
    ReturnReversal(i64),
    /// The pull with this number is confirmed.
    PullConfirmed(u32),
    /// The pull with this number is not.
    PullFailed(u32),
    /// An operator retries the pull of the shortfall; whether the hold window is open.
    Collect {
        /// Whether it is.
        is_open: bool,
    },
    /// The hold window of an exception ends.
    WindowEnds,
}

/// What an event has made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebitStep {
    /// The transaction afterwards, with every pull that has changed.
    pub after: Debit,
    /// What is booked, in this order.
    pub movements: Vec<Movement>,
    /// The pull that was begun, and waits for its confirmation.
    pub begun: Option<u32>,
}

impl Debit {
    /// An authorization that was approved: its amount is reserved.
    ///
    /// # Errors
    /// None of a positive amount.
    pub fn authorized(amount: i64) -> Result<DebitStep, NotApplied> {
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

    /// A purchase in one message that was approved: reserved and cleared at once.
    ///
    /// # Errors
    /// None of a positive amount.
    pub fn purchased(amount: i64) -> Result<DebitStep, NotApplied> {
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

    /// A balance inquiry that was answered.
    #[must_use]
    pub fn inquired() -> Self {
        let figures = Figures { settled: Some(0), ..Figures::default() };
        Self { state: DebitState::Settled, figures, pulls: Vec::new() }
    }

    /// One that was declined.
    #[must_use]
    pub fn declined(amount: i64) -> Self {
        Self { state: DebitState::Declined, figures: Figures::authorized(amount), pulls: Vec::new() }
    }

    /// A clearing that nobody had asked for (the adapter only).
    ///
    /// # Errors
    /// None of a positive amount.
    pub fn forced(amount: i64, funds: Funds) -> Result<DebitStep, NotApplied> {
        let begin = Self {
            state: DebitState::Settled,
            figures: Figures { settled: Some(0), ..Figures::authorized(amount) },
            pulls: Vec::new(),
        };
        begin.apply(DebitInput::Clearing(amount), funds)
    }

    /// The transaction after an event.
    ///
    /// # Errors
    /// Why the event is not applied.
    pub fn apply(&self, input: DebitInput, funds: Funds) -> Result<DebitStep, NotApplied> {
        let mut step = DebitStep::of(self.clone());
        match input {
            DebitInput::Clearing(amount) => step.clear(amount, funds)?,
            DebitInput::Advice(total) => step.resize(total, funds)?,
            DebitInput::End => step.end()?,
            DebitInput::Return(amount) => step.give_back(amount, funds)?,
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

    fn go(&mut self, event: E) -> Result<(), NotApplied> {
        self.after.state = next(self.after.state, event).map_err(|_| NotApplied::State)?;
        Ok(())
    }

    /// The one of two events that fits what was returned so far.
    fn go_by_returns(&mut self, without: E, with: E) -> Result<(), NotApplied> {
        let event = if self.after.figures.has_returns() { with } else { without };
        self.go(event)
    }

    /// Begins a pull that has passed its check; `captured` of it is taken by a clearing already.
    fn pull(&mut self, amount: i64, captured: i64) -> Result<(), NotApplied> {
        let number = self.after.figures.pull(amount, true)?;
        self.after.pulls.push(Pull::new(number, amount, captured, true));
        self.begun = Some(number);
        Ok(())
    }

    /// Rows 4 to 6: from the hold as far as it goes, the rest by a pull of its own, or at the service's expense.
    fn clear(&mut self, amount: i64, funds: Funds) -> Result<(), NotApplied> {
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
                figures.shortfall.checked_add(beyond).ok_or(NotApplied::TooLarge)?;
            self.go(E::ClearedUncovered)?;
            self.movements.push(Movement::Cleared { held, pulled: 0, carried: beyond });
            return Ok(());
        }
        if beyond > 0 {
            self.pull(beyond, beyond)?;
        }
        if figures.settled_sum() < figures.authorized {
            self.go(E::ClearedInPart)?;
        } else {
            self.go_by_returns(E::Cleared, E::ClearedAfterReturn)?;
        }
        self.movements.push(Movement::Cleared { held, pulled: beyond, carried: 0 });
        Ok(())
    }

    /// Clearings take from the oldest pull first.
    fn capture(&mut self, mut amount: i64) {
        for pull in &mut self.after.pulls {
            let part = pull.held().min(amount);
            pull.captured += part;
            amount -= part;
        }
    }

    /// Lets go of a part of the hold, from the newest pull first (row 7).
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

    fn resize(&mut self, total: i64, funds: Funds) -> Result<(), NotApplied> {
        let figures = self.after.figures;
        let settled = figures.settled_sum();
        if total <= settled {
            self.go_by_returns(E::ResizedToSettled, E::ResizedToSettledAfterReturn)?;
            self.release(figures.held);
        } else {
            self.go(E::Resized)?;
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

    fn end(&mut self) -> Result<(), NotApplied> {
        self.go_by_returns(E::Ended, E::EndedAfterReturn)?;
        self.release(self.after.figures.held);
        self.after.figures.settled = Some(self.after.figures.settled_sum());
        Ok(())
    }

    /// Row 8: the shortfall of this transaction is filled first.
    fn give_back(&mut self, amount: i64, funds: Funds) -> Result<(), NotApplied> {
        let figures = self.after.figures;
        if figures.clearings == 0 {
            return Err(NotApplied::State);
        }
        let filled = amount.min(figures.shortfall);
        let event = if figures.shortfall > filled { E::ReturnedToShortfall } else { E::Returned };
        self.go(event)?;
        if amount > figures.returnable() {
            return Err(NotApplied::AboveSettled);
        }
        let rest = amount - filled;
        let (credited, suspended) = if funds.takes_back { (rest, 0) } else { (0, rest) };
        let figures = &mut self.after.figures;
        figures.shortfall -= filled;
        figures.suspended += suspended;
        figures.refunded = Some(figures.refunded_sum() + amount);
        figures.returns += 1;
        self.movements.push(Movement::Returned { filled, credited, suspended });
        self.release_where_closed();
        Ok(())
    }

    /// Rows 9 and 10. What of the return still stands in suspense is taken from there.
    fn reverse_return(&mut self, amount: i64, funds: Funds) -> Result<(), NotApplied> {
        let suspended = amount.min(self.after.figures.suspended);
        let needed = amount - suspended;
        let is_covered = needed <= funds.spendable;
        let figures = &mut self.after.figures;
        let left = figures.refunded_sum() - amount;
        if left < 0 {
            return Err(NotApplied::State);
        }
        figures.refunded = Some(left);
        figures.returns = figures.returns.checked_sub(1).ok_or(NotApplied::State)?;
        figures.suspended -= suspended;
        let (taken, carried) = if is_covered { (needed, 0) } else { (0, needed) };
        figures.shortfall += carried;
        self.movements.push(Movement::ReturnReversed { suspended, taken, carried });
        if is_covered {
            self.go_by_returns(E::ReturnReversed, E::ReturnReversedInPart)
        } else {
            self.go(E::ReturnReversedUncovered)
        }
    }

    fn pending(&mut self, number: u32) -> Result<usize, NotApplied> {
        let place = self.after.pulls.iter().position(|pull| pull.number == number);
        let place = place.ok_or(NotApplied::State)?;
        if self.after.pulls[place].status != PullStatus::Pending {
            return Err(NotApplied::State);
        }
        Ok(place)
    }

    fn confirm(&mut self, number: u32) -> Result<(), NotApplied> {
        let place = self.pending(number)?;
        self.after.pulls[place].take(PullEvent::Confirmed)?;
        self.after.figures.pending_pulls -= 1;
        Ok(())
    }

    /// Row 3: what is held of the pull goes back, and what clearings have taken of it is given back at the service's
    /// expense.
    fn fail(&mut self, number: u32, funds: Funds) -> Result<(), NotApplied> {
        let place = self.pending(number)?;
        self.go(E::PullFailed)?;
        let pull = &mut self.after.pulls[place];
        let (held, captured, released) = (pull.held(), pull.captured, pull.released);
        pull.take(PullEvent::NotConfirmed)?;
        let net = pull.amount - released;
        let figures = &mut self.after.figures;
        figures.pending_pulls -= 1;
        figures.pulls.amount -= net;
        figures.held -= held;
        figures.shortfall = figures.shortfall.checked_add(captured).ok_or(NotApplied::TooLarge)?;
        let (credited, suspended) = if funds.takes_back { (captured, 0) } else { (0, captured) };
        figures.suspended += suspended;
        if net > 0 {
            self.movements.push(Movement::PullFailed { held, credited, suspended });
        }
        Ok(())
    }

    fn collect(&mut self, is_open: bool, funds: Funds) -> Result<(), NotApplied> {
        let shortfall = self.after.figures.shortfall;
        if self.after.state != DebitState::Exception || shortfall == 0 {
            return Err(NotApplied::State);
        }
        if !funds.cover(shortfall) {
            return Err(NotApplied::NotCovered);
        }
        if is_open && self.after.figures.settled_sum() < self.after.figures.authorized {
            self.go(E::CollectedWhileOpen)?;
        } else {
            self.go_by_returns(E::Collected, E::CollectedAfterReturn)?;
        }
        self.pull(shortfall, shortfall)?;
        self.after.figures.shortfall = 0;
        self.movements.push(Movement::Collected(shortfall));
        self.release_where_closed();
        Ok(())
    }

    /// An exception that ends otherwise than by its window may still hold something; nothing that has ended does.
    fn release_where_closed(&mut self) {
        if matches!(self.after.state, DebitState::Settled | DebitState::Refunded) {
            self.release(self.after.figures.held);
        }
    }

    fn end_window(&mut self) -> Result<(), NotApplied> {
        if self.after.figures.shortfall > 0 {
            self.go(E::WindowEndedShort)?;
        } else {
            self.go_by_returns(E::WindowEnded, E::WindowEndedAfterReturn)?;
            self.after.figures.settled = Some(self.after.figures.settled_sum());
        }
        self.release(self.after.figures.held);
        Ok(())
    }
}
