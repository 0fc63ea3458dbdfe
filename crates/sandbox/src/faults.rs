//! Misbehaviour of the simulated rails, switched on by tests: a partner may lose its answers,
//! get stuck, or refuse a rate.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use causeway_domain::Time;
use causeway_service::ports::RailError;

/// When a rail that is stuck wants to be asked again.
pub(crate) const STUCK: Duration = Duration::from_hours(24);

/// How long questions are put off.
const YEAR: Duration = Duration::from_hours(365 * 24);

/// What is wrong with the simulated rails. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct PartnerFaults(Arc<Switches>);

#[derive(Debug, Default)]
struct Switches {
    answers_to_lose: AtomicU32,
    answers_to_withhold: AtomicU32,
    debit_answers_to_lose: AtomicU32,
    debit_answers_to_withhold: AtomicU32,
    puts_off_questions: AtomicBool,
    is_stuck: AtomicBool,
    hides_outcomes: AtomicBool,
    ignores_recalls: AtomicBool,
    takes_debits_back: AtomicBool,
    refuses_rates: AtomicBool,
    is_out_of_reach: AtomicBool,
}

impl PartnerFaults {
    /// Loses the next `count` answers of the payout rail, after it has acted.
    pub fn lose_answers(&self, count: u32) {
        self.0.answers_to_lose.store(count, Ordering::Release);
    }

    /// Never answers the next `count` submissions, after the rail has acted.
    pub fn withhold_answers(&self, count: u32) {
        self.0.answers_to_withhold.store(count, Ordering::Release);
    }

    /// Has nobody learn what became of payouts, until reset.
    pub fn hide_outcomes(&self, hides_outcomes: bool) {
        self.0.hides_outcomes.store(hides_outcomes, Ordering::Release);
    }

    /// Gives no answer to whoever wants the money of a payout back, until reset.
    pub fn ignore_recalls(&self, ignores_recalls: bool) {
        self.0.ignores_recalls.store(ignores_recalls, Ordering::Release);
    }

    /// Loses the next `count` answers of the debit rail, after it has acted.
    pub fn lose_debit_answers(&self, count: u32) {
        self.0.debit_answers_to_lose.store(count, Ordering::Release);
    }

    /// Never answers the next `count` orders to debit, after the rail has acted.
    pub fn withhold_debit_answers(&self, count: u32) {
        self.0.debit_answers_to_withhold.store(count, Ordering::Release);
    }

    /// Has both rails say of what they accept that they are to be asked in a year, until reset.
    pub fn put_off_questions(&self, puts_off_questions: bool) {
        self.0.puts_off_questions.store(puts_off_questions, Ordering::Release);
    }

    /// Has no payout and no debit come to an end until reset.
    pub fn get_stuck(&self, is_stuck: bool) {
        self.0.is_stuck.store(is_stuck, Ordering::Release);
    }

    /// Has the banks of debited accounts take back what has settled, until reset.
    pub fn take_debits_back(&self, takes_debits_back: bool) {
        self.0.takes_debits_back.store(takes_debits_back, Ordering::Release);
    }

    /// Has neither rail answer whether it could take a payment, until reset.
    pub fn be_out_of_reach(&self, is_out_of_reach: bool) {
        self.0.is_out_of_reach.store(is_out_of_reach, Ordering::Release);
    }

    /// Has liquidity refuse the rates that quotes have locked, until reset.
    pub fn refuse_rates(&self, refuses_rates: bool) {
        self.0.refuses_rates.store(refuses_rates, Ordering::Release);
    }

    /// What a rail says when it is asked whether it could take a payment.
    pub(crate) fn precheck(&self) -> Result<(), RailError> {
        if self.0.is_out_of_reach.load(Ordering::Acquire) { Err(RailError::Unclear) } else { Ok(()) }
    }

    /// Whether locked rates are refused.
    pub(crate) fn refuses_rates(&self) -> bool {
        self.0.refuses_rates.load(Ordering::Acquire)
    }

    /// Whether this answer of the payout rail is lost.
    pub(crate) fn loses_this_answer(&self) -> bool {
        uses_up(&self.0.answers_to_lose)
    }

    /// Whether this answer never comes.
    pub(crate) fn withholds_this_answer(&self) -> bool {
        uses_up(&self.0.answers_to_withhold)
    }

    /// Whether what became of payouts is not reported.
    pub(crate) fn hides_outcomes(&self) -> bool {
        self.0.hides_outcomes.load(Ordering::Acquire)
    }

    /// Whether nobody learns whether they get the money of a payout back.
    pub(crate) fn ignores_recalls(&self) -> bool {
        self.0.ignores_recalls.load(Ordering::Acquire)
    }

    /// Whether this answer of the debit rail is lost.
    pub(crate) fn loses_this_debit_answer(&self) -> bool {
        uses_up(&self.0.debit_answers_to_lose)
    }

    /// Whether this answer of the debit rail never comes.
    pub(crate) fn withholds_this_debit_answer(&self) -> bool {
        uses_up(&self.0.debit_answers_to_withhold)
    }

    /// When a rail wants to be asked first, where it would be `when` otherwise.
    pub(crate) fn first_question(&self, when: Time) -> Time {
        if self.0.puts_off_questions.load(Ordering::Acquire) { when.plus(YEAR) } else { when }
    }

    /// Whether debits that have settled are taken back.
    pub(crate) fn takes_debits_back(&self) -> bool {
        self.0.takes_debits_back.load(Ordering::Acquire)
    }

    /// Whether payouts and debits do not come to an end.
    pub(crate) fn is_stuck(&self) -> bool {
        self.0.is_stuck.load(Ordering::Acquire)
    }
}

/// Whether there was one left.
fn uses_up(left: &AtomicU32) -> bool {
    left.fetch_update(Ordering::AcqRel, Ordering::Acquire, |left| left.checked_sub(1)).is_ok()
}
