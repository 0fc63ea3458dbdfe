//! The simulated collection rail: remembers what it accepted, and settles on the platform's clock (money 13).

use causeway_domain::{Amount, Time};
use causeway_service::ports::{
    CollectionAnswer, CollectionOrder, CollectionRail, CollectionState, RailError, Recall,
};
use causeway_store::sandbox_orders::{self, SandboxOrder, SandboxRail};
use causeway_store::{Error, Store, Tx};
use futures_util::future::{BoxFuture, FutureExt, pending, ready};

use crate::faults::{PartnerFaults, STUCK};
use crate::magic::{PullScenario, SETTLEMENT, SLOW_PULL, pull_scenario};

const RAIL: SandboxRail = SandboxRail::Collections;

/// Pulls after half a second, or does what the source's suffix says. What it accepted stands in a table of its
/// own, as a real partner's memory would: what is submitted twice is pulled once.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedCollections {
    store: Store,
    faults: PartnerFaults,
}

impl SimulatedCollections {
    pub(crate) const fn new(store: Store, faults: PartnerFaults) -> Self {
        Self { store, faults }
    }

    async fn take(&self, order: &CollectionOrder) -> Result<CollectionAnswer, RailError> {
        let (platform, transaction, at) = (order.platform, order.transaction, order.at);
        let submit = move |tx: &mut Tx<'_>| sandbox_orders::submit(tx, RAIL, platform, transaction, at);
        let accepted: Result<SandboxOrder, Error> = self.store.write(&[], submit).await;
        if self.faults.loses_this_collection_answer() {
            return Err(RailError::Unclear);
        }
        if self.faults.withholds_this_collection_answer() {
            return pending().await;
        }
        let accepted = accepted.map_err(|_| RailError::Unclear)?;
        Ok(match pull_scenario(&order.identifier) {
            PullScenario::Refused => CollectionAnswer::Refused,
            _ if accepted.released_at.is_some() => CollectionAnswer::Refused,
            scenario => {
                let ask_at = self.faults.first_question(ends_at(scenario, accepted.accepted_at));
                CollectionAnswer::Accepted { ask_at }
            }
        })
    }

    async fn look_up(&self, order: &CollectionOrder) -> Result<CollectionState, RailError> {
        let (platform, transaction) = (order.platform, order.transaction);
        let find = move |tx: &mut Tx<'_>| sandbox_orders::find(tx, RAIL, platform, transaction);
        let found: Result<Option<SandboxOrder>, Error> = self.store.find(find).await;
        let found = found.map_err(|_| RailError::Unclear)?;
        let Some(accepted) = found else { return Ok(CollectionState::Unknown) };
        if self.faults.is_stuck() && accepted.released_at.is_none() {
            return Ok(CollectionState::Pending { ask_at: order.at.plus(STUCK) });
        }
        Ok(state_at(pull_scenario(&order.identifier), accepted, order.at))
    }

    async fn release(&self, order: &CollectionOrder) -> Result<Recall, RailError> {
        let (platform, transaction, at) = (order.platform, order.transaction, order.at);
        let release = move |tx: &mut Tx<'_>| sandbox_orders::release(tx, RAIL, platform, transaction, at);
        let released: Result<(), Error> = self.store.write(&[], release).await;
        released.map(|()| Recall::Released).map_err(|_| RailError::Unclear)
    }
}

/// When a pull settles or fails.
fn ends_at(scenario: PullScenario, accepted_at: Time) -> Time {
    accepted_at.plus(match scenario {
        PullScenario::FailsLate => SLOW_PULL,
        PullScenario::Refused | PullScenario::Fails | PullScenario::Settles => SETTLEMENT,
    })
}

fn state_at(scenario: PullScenario, pull: SandboxOrder, now: Time) -> CollectionState {
    let ends_at = ends_at(scenario, pull.accepted_at);
    if pull.released_at.is_some() {
        return CollectionState::Failed;
    }
    match scenario {
        PullScenario::Refused => CollectionState::Failed,
        _ if now < ends_at => CollectionState::Pending { ask_at: ends_at },
        PullScenario::Fails | PullScenario::FailsLate => CollectionState::Failed,
        PullScenario::Settles => CollectionState::Settled,
    }
}

impl CollectionRail for SimulatedCollections {
    fn precheck(&self, _: Amount) -> BoxFuture<'_, Result<(), RailError>> {
        ready(self.faults.precheck()).boxed()
    }

    fn submit<'a>(
        &'a self,
        order: &'a CollectionOrder,
    ) -> BoxFuture<'a, Result<CollectionAnswer, RailError>> {
        self.take(order).boxed()
    }

    fn status<'a>(&'a self, order: &'a CollectionOrder) -> BoxFuture<'a, Result<CollectionState, RailError>> {
        self.look_up(order).boxed()
    }

    fn recall<'a>(&'a self, order: &'a CollectionOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        self.release(order).boxed()
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::{Id, TransactionId};
    use uuid::Uuid;

    use super::*;

    const ACCEPTED: Time = Time::from_millis(1_000);

    fn pull(released_at: Option<Time>) -> SandboxOrder {
        let transaction = TransactionId::from_uuid(Uuid::nil());
        SandboxOrder { transaction, accepted_at: ACCEPTED, submissions: 1, released_at }
    }

    #[test]
    fn a_pull_ends_half_a_second_or_half_a_minute_after_it_was_accepted() {
        let pull = pull(None);
        let at = |scenario, millis| state_at(scenario, pull, Time::from_millis(millis));
        let ask = |millis| CollectionState::Pending { ask_at: Time::from_millis(millis) };
        assert_eq!(at(PullScenario::Settles, 1_499), ask(1_500));
        assert_eq!(at(PullScenario::Settles, 1_500), CollectionState::Settled);
        assert_eq!(at(PullScenario::Fails, 1_500), CollectionState::Failed);
        assert_eq!(at(PullScenario::FailsLate, 30_999), ask(31_000));
        assert_eq!(at(PullScenario::FailsLate, 31_000), CollectionState::Failed);
    }

    #[test]
    fn what_was_recalled_does_not_settle() {
        let pull = pull(Some(ACCEPTED));
        assert_eq!(state_at(PullScenario::Settles, pull, ACCEPTED.plus(STUCK)), CollectionState::Failed);
    }
}
