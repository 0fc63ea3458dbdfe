//! The simulated debit rail: it stores the orders that it accepted and settles them on the platform's clock
//! (money 13).

use causeway_domain::Time;
use causeway_service::ports::{
    DebitAnswer, DebitInquiry, DebitOrder, DebitRail, DebitState, RailError, RecallReason, RecallResponse,
};
use causeway_store::sandbox_orders::{self, SandboxOrder, SandboxRail};
use causeway_store::{Error, Store, Tx};
use futures_util::future::{BoxFuture, FutureExt, pending, ready};

use crate::faults::{PartnerFaults, STUCK_POLL_DELAY};
use crate::magic::{DebitScenario, SETTLEMENT, SLOW_DEBIT, debit_scenario, is_not_debitable};

const RAIL: SandboxRail = SandboxRail::Debits;

/// A debit rail that settles after half a second, or acts by the source's suffix. Accepted orders are kept in
/// a table of their own, like a real partner's records: an order that is submitted twice is debited once.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedDebits {
    store: Store,
    faults: PartnerFaults,
}

impl SimulatedDebits {
    pub(crate) const fn new(store: Store, faults: PartnerFaults) -> Self {
        Self { store, faults }
    }

    async fn submit_order(&self, order: &DebitOrder) -> Result<DebitAnswer, RailError> {
        let platform = order.platform;
        let transaction = order.transaction;
        let now = order.now;
        let submit = move |tx: &mut Tx<'_>| sandbox_orders::submit(tx, RAIL, platform, transaction, now);
        let accepted: Result<SandboxOrder, Error> = self.store.write(&[], submit).await;
        if self.faults.loses_this_debit_answer(platform) {
            return Err(RailError::Unclear);
        }
        if self.faults.withholds_this_debit_answer(platform) {
            return pending().await;
        }
        let accepted = accepted.map_err(|_| RailError::Unclear)?;
        Ok(match debit_scenario(&order.source.identifier) {
            DebitScenario::Refused => DebitAnswer::Refused,
            _ if accepted.released_at.is_some() => DebitAnswer::Refused,
            scenario => {
                let poll_at = self.faults.first_poll(platform, ends_at(scenario, accepted.accepted_at));
                match scenario {
                    DebitScenario::FailsLate => DebitAnswer::Queued { poll_at, settles_at: None },
                    _ => DebitAnswer::Accepted { poll_at, settles_at: None },
                }
            }
        })
    }

    async fn look_up(&self, order: &DebitOrder) -> Result<DebitState, RailError> {
        let platform = order.platform;
        let transaction = order.transaction;
        let find = move |tx: &mut Tx<'_>| sandbox_orders::find(tx, RAIL, platform, transaction);
        let found: Result<Option<SandboxOrder>, Error> = self.store.find(find).await;
        let found = found.map_err(|_| RailError::Unclear)?;
        let Some(accepted) = found else { return Ok(DebitState::Unknown) };
        if self.faults.is_stuck(platform) && accepted.released_at.is_none() {
            return Ok(DebitState::Pending { poll_at: order.now.plus(STUCK_POLL_DELAY), settles_at: None });
        }
        Ok(match state_at(debit_scenario(&order.source.identifier), accepted, order.now) {
            DebitState::Settled { .. } if self.faults.returns_debits(platform) => DebitState::Returned,
            state => state,
        })
    }

    /// Returns `true` if the debit has not reached its final state, so that it can still be cancelled.
    async fn is_open(&self, order: &DebitOrder) -> Result<bool, RailError> {
        self.faults.precheck(order.platform)?;
        let state = self.look_up(order).await?;
        Ok(matches!(state, DebitState::Unknown | DebitState::Queued { .. } | DebitState::Pending { .. }))
    }

    async fn release(&self, order: &DebitOrder) -> Result<RecallResponse, RailError> {
        let platform = order.platform;
        let transaction = order.transaction;
        let now = order.now;
        let release = move |tx: &mut Tx<'_>| sandbox_orders::release(tx, RAIL, platform, transaction, now);
        let released: Result<(), Error> = self.store.write(&[], release).await;
        released.map(|()| RecallResponse::Released).map_err(|_| RailError::Unclear)
    }
}

/// Returns the time at which a debit settles or fails.
fn ends_at(scenario: DebitScenario, accepted_at: Time) -> Time {
    accepted_at.plus(match scenario {
        DebitScenario::FailsLate => SLOW_DEBIT,
        DebitScenario::Refused | DebitScenario::Fails | DebitScenario::Settles => SETTLEMENT,
    })
}

fn state_at(scenario: DebitScenario, debit: SandboxOrder, now: Time) -> DebitState {
    let ends_at = ends_at(scenario, debit.accepted_at);
    if debit.released_at.is_some() {
        return DebitState::Failed;
    }
    match scenario {
        DebitScenario::Refused => DebitState::Failed,
        DebitScenario::FailsLate if now < ends_at => {
            DebitState::Queued { poll_at: ends_at, settles_at: None }
        }
        _ if now < ends_at => DebitState::Pending { poll_at: ends_at, settles_at: None },
        DebitScenario::Fails | DebitScenario::FailsLate => DebitState::Failed,
        DebitScenario::Settles => DebitState::Settled { poll_at: None },
    }
}

impl DebitRail for SimulatedDebits {
    fn precheck<'a>(&'a self, inquiry: &'a DebitInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        ready(self.faults.precheck(inquiry.platform)).boxed()
    }

    fn check_source<'a>(&'a self, inquiry: &'a DebitInquiry) -> BoxFuture<'a, Result<bool, RailError>> {
        let account = inquiry.account.as_ref();
        let is_debitable = account.is_none_or(|account| !is_not_debitable(&account.identifier));
        ready(self.faults.precheck(inquiry.platform).map(|()| is_debitable)).boxed()
    }

    fn submit<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitAnswer, RailError>> {
        self.submit_order(order).boxed()
    }

    fn status<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitState, RailError>> {
        self.look_up(order).boxed()
    }

    fn can_cancel<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        self.is_open(order).boxed()
    }

    fn recall<'a>(
        &'a self,
        order: &'a DebitOrder,
        _: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        self.release(order).boxed()
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::{Id, TransactionId};
    use uuid::Uuid;

    use super::*;

    const ACCEPTED: Time = Time::from_millis(1_000);

    fn debit(released_at: Option<Time>) -> SandboxOrder {
        let transaction = TransactionId::from_uuid(Uuid::nil());
        SandboxOrder { transaction, accepted_at: ACCEPTED, submissions: 1, released_at }
    }

    #[test]
    fn a_debit_ends_half_a_second_or_half_a_minute_after_it_was_accepted() {
        let debit = debit(None);
        let at = |scenario, millis| state_at(scenario, debit, Time::from_millis(millis));
        let ask = |millis| DebitState::Pending { poll_at: Time::from_millis(millis), settles_at: None };
        assert_eq!(at(DebitScenario::Settles, 1_499), ask(1_500));
        assert_eq!(at(DebitScenario::Settles, 1_500), DebitState::Settled { poll_at: None });
        assert_eq!(at(DebitScenario::Fails, 1_500), DebitState::Failed);
        assert_eq!(
            at(DebitScenario::FailsLate, 30_999),
            DebitState::Queued { poll_at: Time::from_millis(31_000), settles_at: None }
        );
        assert_eq!(at(DebitScenario::FailsLate, 31_000), DebitState::Failed);
    }

    #[test]
    fn a_recalled_debit_does_not_settle() {
        let debit = debit(Some(ACCEPTED));
        assert_eq!(
            state_at(DebitScenario::Settles, debit, ACCEPTED.plus(STUCK_POLL_DELAY)),
            DebitState::Failed
        );
    }
}
