//! Faults of the simulated rails: a partner may lose its answers, get stuck, or refuse a rate. Tests inject them
//! for all platforms of a process, operators for one platform.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_domain::sandbox_faults::SandboxFault;
use causeway_service::ports::RailError;

use crate::platform_faults::PlatformFaults;

/// Delay after which a stuck rail is to be polled again.
pub(crate) const STUCK_POLL_DELAY: Duration = Duration::from_hours(24);

/// Delay of the first poll while polls are postponed.
const YEAR: Duration = Duration::from_hours(365 * 24);

/// The injected faults of the simulated rails. Clones share the switches.
#[derive(Debug, Clone, Default)]
pub struct PartnerFaults(Arc<Switches>);

#[derive(Debug, Default)]
struct Switches {
    answers_to_lose: AtomicU32,
    answers_to_withhold: AtomicU32,
    debit_answers_to_lose: AtomicU32,
    debit_answers_to_withhold: AtomicU32,
    postpones_polls: AtomicBool,
    is_stuck: AtomicBool,
    hides_outcomes: AtomicBool,
    ignores_recalls: AtomicBool,
    returns_debits: AtomicBool,
    refuses_rates: AtomicBool,
    is_unreachable: AtomicBool,
    platforms: PlatformFaults,
}

impl PartnerFaults {
    /// Loses the next `count` answers of the payout rail or the stablecoin provider, after it has acted.
    pub fn lose_answers(&self, count: u32) {
        self.0.answers_to_lose.store(count, Ordering::Release);
    }

    /// Leaves the next `count` submissions to the payout rail unanswered, after the rail has acted.
    pub fn withhold_answers(&self, count: u32) {
        self.0.answers_to_withhold.store(count, Ordering::Release);
    }

    /// Hides the outcomes of payouts until reset.
    pub fn hide_outcomes(&self, hides_outcomes: bool) {
        self.0.hides_outcomes.store(hides_outcomes, Ordering::Release);
    }

    /// Leaves recalls and refunds unanswered until reset.
    pub fn ignore_recalls(&self, ignores_recalls: bool) {
        self.0.ignores_recalls.store(ignores_recalls, Ordering::Release);
    }

    /// Loses the next `count` answers of the debit rail, after it has acted.
    pub fn lose_debit_answers(&self, count: u32) {
        self.0.debit_answers_to_lose.store(count, Ordering::Release);
    }

    /// Leaves the next `count` debit orders unanswered, after the rail has acted.
    pub fn withhold_debit_answers(&self, count: u32) {
        self.0.debit_answers_to_withhold.store(count, Ordering::Release);
    }

    /// Makes both rails ask for the first poll of an accepted order in a year, until reset.
    pub fn postpone_polls(&self, postpones_polls: bool) {
        self.0.postpones_polls.store(postpones_polls, Ordering::Release);
    }

    /// Keeps payouts, debits and refunds from reaching a final state until reset.
    pub fn get_stuck(&self, is_stuck: bool) {
        self.0.is_stuck.store(is_stuck, Ordering::Release);
    }

    /// Makes the debited banks return settled debits until reset.
    pub fn return_debits(&self, returns_debits: bool) {
        self.0.returns_debits.store(returns_debits, Ordering::Release);
    }

    /// Makes the rails and the stablecoin provider unreachable for prechecks and cancellation checks until
    /// reset; new stablecoin orders fail too.
    pub fn be_unreachable(&self, is_unreachable: bool) {
        self.0.is_unreachable.store(is_unreachable, Ordering::Release);
    }

    /// Makes the rate source refuse the rates locked by quotes until reset.
    pub fn refuse_rates(&self, refuses_rates: bool) {
        self.0.refuses_rates.store(refuses_rates, Ordering::Release);
    }

    /// Returns `true` if an operator has set the fault for the platform, as far as this process has read.
    #[must_use]
    pub fn has(&self, platform: PlatformId, fault: SandboxFault) -> bool {
        self.0.platforms.has(platform, fault)
    }

    pub(crate) fn platforms(&self) -> &PlatformFaults {
        &self.0.platforms
    }

    /// Answers a rail's precheck; `Unclear` while the rails are out of reach.
    pub(crate) fn precheck(&self, platform: PlatformId) -> Result<(), RailError> {
        if self.has(platform, SandboxFault::Unreachable) {
            return Err(RailError::Unclear);
        }
        self.precheck_everywhere()
    }

    /// Answers a precheck that names no platform.
    pub(crate) fn precheck_everywhere(&self) -> Result<(), RailError> {
        if self.0.is_unreachable.load(Ordering::Acquire) { Err(RailError::Unclear) } else { Ok(()) }
    }

    pub(crate) fn refuses_rates(&self, platform: PlatformId) -> bool {
        self.is_set(&self.0.refuses_rates, platform, SandboxFault::RefuseRates)
    }

    /// Returns `true` if this answer of the payout rail or the stablecoin provider is to be lost; each such
    /// answer uses up one injected fault.
    pub(crate) fn loses_this_answer(&self, platform: PlatformId) -> bool {
        self.is_taken(&self.0.answers_to_lose, platform, SandboxFault::LoseAnswers)
    }

    /// Returns `true` if this answer of the payout rail is to be withheld; each such answer uses up one
    /// injected fault.
    pub(crate) fn withholds_this_answer(&self, platform: PlatformId) -> bool {
        self.is_taken(&self.0.answers_to_withhold, platform, SandboxFault::WithholdAnswers)
    }

    pub(crate) fn hides_outcomes(&self, platform: PlatformId) -> bool {
        self.is_set(&self.0.hides_outcomes, platform, SandboxFault::HideOutcomes)
    }

    pub(crate) fn ignores_recalls(&self, platform: PlatformId) -> bool {
        self.is_set(&self.0.ignores_recalls, platform, SandboxFault::IgnoreRecalls)
    }

    /// Returns `true` if this answer of the debit rail is to be lost; each such answer uses up one injected
    /// fault.
    pub(crate) fn loses_this_debit_answer(&self, platform: PlatformId) -> bool {
        self.is_taken(&self.0.debit_answers_to_lose, platform, SandboxFault::LoseDebitAnswers)
    }

    /// Returns `true` if this answer of the debit rail is to be withheld; each such answer uses up one
    /// injected fault.
    pub(crate) fn withholds_this_debit_answer(&self, platform: PlatformId) -> bool {
        self.is_taken(&self.0.debit_answers_to_withhold, platform, SandboxFault::WithholdDebitAnswers)
    }

    /// Returns the time of a rail's first poll, which is `when` unless polls are postponed.
    pub(crate) fn first_poll(&self, platform: PlatformId, when: Time) -> Time {
        let postpones_polls = self.is_set(&self.0.postpones_polls, platform, SandboxFault::PutOffQuestions);
        if postpones_polls { when.plus(YEAR) } else { when }
    }

    pub(crate) fn returns_debits(&self, platform: PlatformId) -> bool {
        self.is_set(&self.0.returns_debits, platform, SandboxFault::TakeDebitsBack)
    }

    pub(crate) fn is_stuck(&self, platform: PlatformId) -> bool {
        self.is_set(&self.0.is_stuck, platform, SandboxFault::Stuck)
    }

    fn is_set(&self, everywhere: &AtomicBool, platform: PlatformId, fault: SandboxFault) -> bool {
        everywhere.load(Ordering::Acquire) || self.has(platform, fault)
    }

    fn is_taken(&self, everywhere: &AtomicU32, platform: PlatformId, fault: SandboxFault) -> bool {
        decrement(everywhere) || self.0.platforms.take(platform, fault)
    }
}

/// Decrements a counter; returns `false` if it was already zero.
fn decrement(left: &AtomicU32) -> bool {
    left.fetch_update(Ordering::AcqRel, Ordering::Acquire, |left| left.checked_sub(1)).is_ok()
}
