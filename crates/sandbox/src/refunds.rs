//! The simulated rail that refunds paid-in money to its payer, on the platform's clock (money 13).

use causeway_service::ports::{RailError, RecallResponse, RefundOrder, RefundRail};
use causeway_store::sandbox_orders::{self, SandboxOrder, SandboxRail};
use causeway_store::{Error, Store, Tx};
use futures_util::future::{BoxFuture, FutureExt};

use crate::faults::{PartnerFaults, STUCK_POLL_DELAY};
use crate::magic::SETTLEMENT;

/// A refund rail that pays after half a second. Orders are kept in a table of their own, like a real
/// partner's records: a refund that is submitted twice is paid once.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedRefunds {
    store: Store,
    faults: PartnerFaults,
}

impl SimulatedRefunds {
    pub(crate) const fn new(store: Store, faults: PartnerFaults) -> Self {
        Self { store, faults }
    }

    async fn pay(&self, order: &RefundOrder) -> Result<RecallResponse, RailError> {
        let platform = order.platform;
        let transaction = order.transaction;
        let now = order.now;
        let submit = move |tx: &mut Tx<'_>| {
            sandbox_orders::submit(tx, SandboxRail::Refunds, platform, transaction, now)
        };
        let accepted: Result<SandboxOrder, Error> = self.store.write(&[], submit).await;
        let accepted = accepted.map_err(|_| RailError::Unclear)?;
        if self.faults.ignores_recalls(platform) {
            return Err(RailError::Unclear);
        }
        let settles_at = accepted.accepted_at.plus(SETTLEMENT);
        Ok(if self.faults.is_stuck(platform) {
            RecallResponse::Pending { poll_at: order.now.plus(STUCK_POLL_DELAY) }
        } else if order.now < settles_at {
            RecallResponse::Pending { poll_at: settles_at }
        } else {
            RecallResponse::Released
        })
    }
}

impl RefundRail for SimulatedRefunds {
    fn refund<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        self.pay(order).boxed()
    }
}
