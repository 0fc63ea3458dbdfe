//! Calls to the rail: each has an end, so that its job lives to write down what came of it.

use super::order::Payout;
use crate::ports::{PayoutStatus, RailError, Recall, Submission};
use crate::runtime::timers;

impl Payout {
    /// Tells the rail to pay.
    pub(super) async fn submit(&self) -> Result<Submission, RailError> {
        in_time(self.world.payouts.submit(&self.order)).await
    }

    /// Asks the rail what became of the payout.
    pub(super) async fn status(&self) -> Result<PayoutStatus, RailError> {
        in_time(self.world.payouts.status(&self.order)).await
    }

    /// Has the rail give the money back.
    pub(super) async fn recall(&self) -> Result<Recall, RailError> {
        in_time(self.world.payouts.recall(&self.order)).await
    }
}

/// Nobody knows what becomes of a call that is waited for no longer: it is unclear.
pub(in crate::quotes) async fn in_time<T>(
    call: impl Future<Output = Result<T, RailError>>,
) -> Result<T, RailError> {
    timers::within(timers::RAIL, call).await.unwrap_or(Err(RailError::Unclear))
}
