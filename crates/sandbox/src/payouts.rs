//! The simulated payout rail: remembers what it accepted, and settles on the platform's clock (money 13).

use causeway_domain::Time;
use causeway_service::ports::{PayoutInquiry, PayoutOrder, PayoutRail, PayoutStatus, RailError, Submission};
use causeway_store::{Error, Store, Tx, sandbox_payouts};
use futures_util::future::{BoxFuture, FutureExt, ready};

use crate::faults::RailFaults;
use crate::magic::SETTLEMENT;

/// Pays everything after half a second. What it accepted stands in a table of its own, as a real partner's
/// memory would: a payout that is submitted twice is paid once.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedRail {
    store: Store,
    faults: RailFaults,
}

impl SimulatedRail {
    pub(crate) const fn new(store: Store, faults: RailFaults) -> Self {
        Self { store, faults }
    }

    async fn accept(&self, order: &PayoutOrder) -> Result<Submission, RailError> {
        let (platform, transaction, at) = (order.platform, order.transaction, order.at);
        let accepted = move |tx: &mut Tx<'_>| sandbox_payouts::accept(tx, platform, transaction, at);
        let accepted_at: Result<Time, Error> = self.store.write(&[], accepted).await;
        if self.faults.loses_this_answer() {
            return Err(RailError::Unclear);
        }
        let accepted_at = accepted_at.map_err(|_| RailError::Unclear)?;
        Ok(Submission::Accepted { ask_at: accepted_at.plus(SETTLEMENT) })
    }

    async fn look_up(&self, order: &PayoutOrder) -> Result<PayoutStatus, RailError> {
        let (platform, transaction) = (order.platform, order.transaction);
        let find = move |tx: &mut Tx<'_>| sandbox_payouts::find(tx, platform, transaction);
        let found: Result<Option<Time>, Error> = self.store.read(find).await;
        Ok(match found.map_err(|_| RailError::Unclear)? {
            None => PayoutStatus::Unknown,
            Some(accepted_at) => status_at(accepted_at, order.at),
        })
    }
}

fn status_at(accepted_at: Time, now: Time) -> PayoutStatus {
    let settled_at = accepted_at.plus(SETTLEMENT);
    if now < settled_at {
        PayoutStatus::Pending { ask_at: settled_at }
    } else {
        PayoutStatus::Delivered { ask_at: None }
    }
}

impl PayoutRail for SimulatedRail {
    fn precheck<'a>(&'a self, _: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        ready(Ok(())).boxed()
    }

    fn submit<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<Submission, RailError>> {
        self.accept(order).boxed()
    }

    fn status<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        self.look_up(order).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payout_settles_half_a_second_after_it_was_accepted() {
        let accepted = Time::from_millis(1_000);
        let pending = PayoutStatus::Pending { ask_at: Time::from_millis(1_500) };
        assert_eq!(status_at(accepted, Time::from_millis(1_499)), pending);
        let delivered = PayoutStatus::Delivered { ask_at: None };
        assert_eq!(status_at(accepted, Time::from_millis(1_500)), delivered);
    }
}
