//! The simulated payout rail: it stores the orders that it accepted and settles them on the platform's clock
//! (money 13).

use causeway_domain::Time;
use causeway_domain::external_accounts::network_of;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_service::ports::{
    PayoutDestination, PayoutFailure, PayoutInquiry, PayoutOrder, PayoutRail, PayoutStatus, RailError,
    RecallReason, RecallResponse, SubmitResponse,
};
use causeway_store::payments::OnChainTransfer;
use causeway_store::sandbox_orders::{self, SandboxOrder, SandboxRail};
use causeway_store::{Error, Store, Tx};
use futures_util::future::{BoxFuture, FutureExt, pending, ready};

use crate::chain::transfer_hash;
use crate::faults::{PartnerFaults, STUCK_POLL_DELAY};
use crate::magic::{
    LATE_FAILURE, PayoutScenario, RETURN, SETTLEMENT, SLOW_SETTLEMENT, payout_scenario, transfer_scenario,
};

const RAIL: SandboxRail = SandboxRail::Payouts;

/// A payout rail that pays after half a second, or acts by the destination's suffix. Orders are kept in a
/// table of their own, like a real partner's records: a payout that is submitted twice is paid once, and a
/// released one is never paid.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedRail {
    store: Store,
    faults: PartnerFaults,
}

impl SimulatedRail {
    pub(crate) const fn new(store: Store, faults: PartnerFaults) -> Self {
        Self { store, faults }
    }

    pub(crate) async fn submit_order(&self, order: Instruction) -> Result<SubmitResponse, RailError> {
        let Instruction { platform, transaction, scenario, now } = order;
        let submit = move |tx: &mut Tx<'_>| sandbox_orders::submit(tx, RAIL, platform, transaction, now);
        let payout: Result<SandboxOrder, Error> = self.store.write(&[], submit).await;
        if self.faults.loses_this_answer(platform) {
            return Err(RailError::Unclear);
        }
        if self.faults.withholds_this_answer(platform) {
            return pending().await;
        }
        let payout = payout.map_err(|_| RailError::Unclear)?;
        if payout.released_at.is_some() {
            return Ok(SubmitResponse::Refused(PayoutFailure::ExecutionFailed));
        }
        if let Some(refusal) = refusal_of(scenario) {
            return Ok(SubmitResponse::Refused(refusal));
        }
        let poll_at = self.faults.first_poll(platform, settles_at(scenario, payout.accepted_at));
        Ok(match scenario {
            PayoutScenario::FailsLate => SubmitResponse::Queued { poll_at, settles_at: None },
            _ => SubmitResponse::Accepted { poll_at, settles_at: None },
        })
    }

    async fn find_order(&self, order: Instruction) -> Result<Option<SandboxOrder>, RailError> {
        let Instruction { platform, transaction, .. } = order;
        let find = move |tx: &mut Tx<'_>| sandbox_orders::find(tx, RAIL, platform, transaction);
        let found: Result<_, Error> = self.store.find(find).await;
        found.map_err(|_| RailError::Unclear)
    }

    pub(crate) async fn look_up(&self, order: Instruction) -> Result<PayoutStatus, RailError> {
        if self.faults.hides_outcomes(order.platform) {
            return Err(RailError::Unclear);
        }
        Ok(match self.find_order(order).await? {
            None => PayoutStatus::Unknown,
            Some(payout) if payout.released_at.is_some() => {
                PayoutStatus::Failed(PayoutFailure::ExecutionFailed)
            }
            Some(_) if self.faults.is_stuck(order.platform) => {
                PayoutStatus::Pending { poll_at: order.now.plus(STUCK_POLL_DELAY), settles_at: None }
            }
            Some(payout) => status_at(order.scenario, payout.accepted_at, order.now),
        })
    }

    /// Returns `true` if the payout has not reached its final state, so that it can still be cancelled.
    async fn is_open(&self, order: Instruction) -> Result<bool, RailError> {
        self.faults.precheck(order.platform)?;
        Ok(match self.find_order(order).await? {
            None => true,
            Some(payout) if payout.released_at.is_some() => false,
            Some(_) if self.faults.is_stuck(order.platform) => true,
            Some(payout) => {
                let status = status_at(order.scenario, payout.accepted_at, order.now);
                matches!(status, PayoutStatus::Queued { .. } | PayoutStatus::Pending { .. })
            }
        })
    }

    pub(crate) async fn release(&self, order: Instruction) -> Result<RecallResponse, RailError> {
        if self.faults.ignores_recalls(order.platform) {
            return Err(RailError::Unclear);
        }
        let Instruction { platform, transaction, scenario, now } = order;
        let answer = match self.find_order(order).await? {
            Some(payout) if payout.released_at.is_some() => return Ok(RecallResponse::Released),
            Some(payout) if !self.faults.is_stuck(order.platform) => {
                recall_at(scenario, payout.accepted_at, order.now)
            }
            Some(_) | None => RecallResponse::Released,
        };
        if answer == RecallResponse::Released {
            let release =
                move |tx: &mut Tx<'_>| sandbox_orders::release(tx, RAIL, platform, transaction, now);
            let released: Result<(), Error> = self.store.write(&[], release).await;
            released.map_err(|_| RailError::Unclear)?;
        }
        Ok(answer)
    }
}

/// The part of an order that determines its outcome, for any kind of payee.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Instruction {
    pub(crate) platform: PlatformId,
    pub(crate) transaction: TransactionId,
    pub(crate) scenario: PayoutScenario,
    pub(crate) now: Time,
}

impl From<&PayoutOrder> for Instruction {
    fn from(order: &PayoutOrder) -> Self {
        let identifier = &order.destination.identifier;
        let is_quoted = order.quote.is_some();
        let scenario = if is_quoted { payout_scenario(identifier) } else { transfer_scenario(identifier) };
        Self { platform: order.platform, transaction: order.transaction, scenario, now: order.now }
    }
}

/// Returns the reason for refusing a payout at submission, or `None` if the rail accepts it.
const fn refusal_of(scenario: PayoutScenario) -> Option<PayoutFailure> {
    match scenario {
        PayoutScenario::Refused => Some(PayoutFailure::ExecutionFailed),
        PayoutScenario::RefusedAsInvalid => Some(PayoutFailure::AccountInvalid),
        _ => None,
    }
}

/// Returns the time of the rail's first result for a payout.
fn settles_at(scenario: PayoutScenario, accepted_at: Time) -> Time {
    accepted_at.plus(match scenario {
        PayoutScenario::Slow => SLOW_SETTLEMENT,
        PayoutScenario::FailsLate => LATE_FAILURE,
        _ => SETTLEMENT,
    })
}

fn status_at(scenario: PayoutScenario, accepted_at: Time, now: Time) -> PayoutStatus {
    use PayoutScenario as S;
    let settled_at = settles_at(scenario, accepted_at);
    if let Some(refusal) = refusal_of(scenario) {
        return PayoutStatus::Failed(refusal);
    }
    if now < settled_at {
        return match scenario {
            S::FailsLate => PayoutStatus::Queued { poll_at: settled_at, settles_at: None },
            _ => PayoutStatus::Pending { poll_at: settled_at, settles_at: None },
        };
    }
    let back_at = settled_at.plus(RETURN);
    match scenario {
        S::AccountInvalid | S::Kept => PayoutStatus::Failed(PayoutFailure::AccountInvalid),
        S::Rejected => PayoutStatus::Failed(PayoutFailure::AccountCannotReceive),
        S::FailsLate => PayoutStatus::Failed(PayoutFailure::ExecutionFailed),
        S::ComplianceRejected => PayoutStatus::Failed(PayoutFailure::ComplianceRejected),
        S::Cancelled => PayoutStatus::Cancelled,
        S::Returned if now < back_at => {
            PayoutStatus::Delivered { poll_at: Some(back_at), on_chain: None, proof: None }
        }
        S::Returned => PayoutStatus::Returned { short: None },
        S::Refused | S::RefusedAsInvalid | S::Slow | S::Arrives => {
            PayoutStatus::Delivered { poll_at: None, on_chain: None, proof: None }
        }
    }
}

/// Adds the transaction hash to a payout that was delivered to a wallet.
fn with_hash(status: PayoutStatus, order: &PayoutOrder) -> PayoutStatus {
    let network = network_of(&order.destination.account_type);
    match (status, network) {
        (PayoutStatus::Delivered { poll_at, .. }, Some(network)) => {
            let hash = transfer_hash(network, order.transaction);
            PayoutStatus::Delivered {
                poll_at,
                on_chain: Some(OnChainTransfer { network, hash }),
                proof: None,
            }
        }
        (status, _) => status,
    }
}

/// Answers a recall: payouts under way are released at once, failed or returned ones half a second after they
/// failed or came back, and payouts that arrived are not released.
fn recall_at(scenario: PayoutScenario, accepted_at: Time, now: Time) -> RecallResponse {
    use PayoutScenario as S;
    let settled_at = settles_at(scenario, accepted_at);
    let failed_at = match scenario {
        S::Refused | S::RefusedAsInvalid => accepted_at,
        S::FailsLate if now < settled_at => return RecallResponse::Released,
        S::AccountInvalid | S::Rejected | S::ComplianceRejected | S::FailsLate | S::Cancelled | S::Kept => {
            settled_at
        }
        S::Returned => settled_at.plus(RETURN),
        S::Slow | S::Arrives if now < settled_at => return RecallResponse::Released,
        S::Slow | S::Arrives => return RecallResponse::Arrived,
    };
    let released_at = failed_at.plus(SETTLEMENT);
    match scenario {
        _ if now < released_at => RecallResponse::Pending { poll_at: released_at },
        S::Kept => RecallResponse::Declined,
        _ => RecallResponse::Released,
    }
}

impl PayoutRail for SimulatedRail {
    fn precheck<'a>(&'a self, inquiry: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        ready(self.faults.precheck(inquiry.platform)).boxed()
    }

    fn check_destination<'a>(
        &'a self,
        inquiry: &'a PayoutInquiry,
        destination: &'a PayoutDestination,
    ) -> BoxFuture<'a, Result<Option<PayoutFailure>, RailError>> {
        let refusal = refusal_of(transfer_scenario(&destination.identifier));
        ready(self.faults.precheck(inquiry.platform).map(|()| refusal)).boxed()
    }

    fn submit<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>> {
        self.submit_order(order.into()).boxed()
    }

    fn status<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        self.look_up(order.into()).map(|status| status.map(|status| with_hash(status, order))).boxed()
    }

    fn can_cancel<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        self.is_open(order.into()).boxed()
    }

    fn recall<'a>(
        &'a self,
        order: &'a PayoutOrder,
        _: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        self.release(order.into()).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCEPTED: Time = Time::from_millis(1_000);

    #[test]
    fn a_payout_settles_half_a_second_after_it_was_accepted() {
        let at = |millis| status_at(PayoutScenario::Arrives, ACCEPTED, Time::from_millis(millis));
        assert_eq!(at(1_499), PayoutStatus::Pending { poll_at: Time::from_millis(1_500), settles_at: None });
        assert_eq!(at(1_500), PayoutStatus::Delivered { poll_at: None, on_chain: None, proof: None });
    }

    #[test]
    fn a_transfer_that_fails_late_waits_until_then_and_can_be_stopped() {
        let at = |millis| Time::from_millis(millis);
        let status = |now| status_at(PayoutScenario::FailsLate, ACCEPTED, at(now));
        assert_eq!(status(30_999), PayoutStatus::Queued { poll_at: at(31_000), settles_at: None });
        assert_eq!(status(31_000), PayoutStatus::Failed(PayoutFailure::ExecutionFailed));
        let recalled = |now| recall_at(PayoutScenario::FailsLate, ACCEPTED, at(now));
        assert_eq!(recalled(30_999), RecallResponse::Released);
        assert_eq!(recalled(31_000), RecallResponse::Pending { poll_at: at(31_500) });
    }

    #[test]
    fn a_payout_comes_back_two_seconds_after_it_has_arrived() {
        let at = |millis| status_at(PayoutScenario::Returned, ACCEPTED, Time::from_millis(millis));
        assert_eq!(
            at(3_499),
            PayoutStatus::Delivered { poll_at: Some(Time::from_millis(3_500)), on_chain: None, proof: None }
        );
        assert_eq!(at(3_500), PayoutStatus::Returned { short: None });
        let released = |millis| recall_at(PayoutScenario::Returned, ACCEPTED, Time::from_millis(millis));
        assert_eq!(released(3_999), RecallResponse::Pending { poll_at: Time::from_millis(4_000) });
        assert_eq!(released(4_000), RecallResponse::Released);
    }

    #[test]
    fn only_a_payout_that_has_not_arrived_is_released() {
        let at = |millis| recall_at(PayoutScenario::Arrives, ACCEPTED, Time::from_millis(millis));
        assert_eq!([at(1_499), at(1_500)], [RecallResponse::Released, RecallResponse::Arrived]);
    }

    #[test]
    fn a_declined_recall_stays_declined() {
        let at = |millis| recall_at(PayoutScenario::Kept, ACCEPTED, Time::from_millis(millis));
        assert_eq!(at(1_999), RecallResponse::Pending { poll_at: Time::from_millis(2_000) });
        assert_eq!([at(2_000), at(9_000_000)], [RecallResponse::Declined; 2]);
    }
}
