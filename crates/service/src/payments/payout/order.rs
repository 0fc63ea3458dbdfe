//! A payout whose rail is instructed or asked.

use causeway_domain::Time;
use causeway_domain::ids::TransactionId;
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;

use crate::payments::gate;
use crate::payments::load::{load, load_with};
use crate::payments::locked::PaymentKey;
use crate::payments::orders;
use crate::payments::pace::is_overdue;
use crate::payments::phase::{has_arrived, is_under_way};
use crate::payments::rail_order::RailOrder;
use crate::ports::{PayoutStatus, RailError, Recall, Submission, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::Claimed;

/// A payout whose rail is to be instructed or asked something.
pub(super) struct Payout {
    world: World,
    pub(super) order: RailOrder,
    pub(super) key: PaymentKey,
    /// Since when the payment stands where it stands.
    pub(super) since: Time,
    /// Whether it is longer under way than the operator waits (money 15). One that has arrived is on no way: only
    /// its return could still be reported.
    pub(super) is_overdue: bool,
}

impl Payout {
    /// The payout of a payment that is on its way. One that an operator has settled meanwhile is sent to nobody.
    pub(super) async fn under_way(job: &Claimed, payment: TransactionId) -> Result<Option<Self>, ApiError> {
        load_with(job, payment, gate::reads, is_under_way, Self::to_submit).await
    }

    /// The payout of a payment that is on its way, or that has arrived and may come back.
    pub(super) async fn followed(job: &Claimed, payment: TransactionId) -> Result<Option<Self>, ApiError> {
        load(job, payment, |payment| is_under_way(payment) || has_arrived(payment), Self::of).await
    }

    /// What is to be submitted has passed the gate.
    fn to_submit(
        tx: &mut Tx<'_>,
        context: &Context,
        payment: &PaymentRecord,
    ) -> Result<Option<Self>, ApiError> {
        let payout = Self::of(tx, context, payment)?;
        if let Some(payout) = &payout {
            gate::check_payout(tx, &payout.order)?;
        }
        Ok(payout)
    }

    fn of(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<Option<Self>, ApiError> {
        let Some(order) = orders::rail_order(tx, context, payment)? else { return Ok(None) };
        Ok(Some(Self {
            world: context.app.ports.of(context.environment).clone(),
            order,
            key: payment.into(),
            since: payment.updated_at,
            is_overdue: !has_arrived(payment) && is_overdue(tx, context, payment.updated_at)?,
        }))
    }

    /// Instructs the rail to pay.
    pub(super) async fn submit(&self) -> Result<Submission, RailError> {
        self.order.submit(&self.world).await
    }

    /// Asks the rail what became of the payout.
    pub(super) async fn status(&self) -> Result<PayoutStatus, RailError> {
        self.order.status(&self.world).await
    }

    /// Has the rail give the money back.
    pub(super) async fn recall(&self) -> Result<Recall, RailError> {
        self.order.recall(&self.world).await
    }
}
