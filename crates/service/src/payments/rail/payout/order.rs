//! A payout whose rail is instructed or asked.

use causeway_domain::Time;
use causeway_domain::ids::TransactionId;
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;

use crate::payments::checks::gate;
use crate::payments::lifecycle::phase::{has_arrived, is_under_way};
use crate::payments::rail::load::{load, load_with};
use crate::payments::rail::orders;
use crate::payments::rail::pace::is_overdue;
use crate::payments::rail::rail_order::RailOrder;
use crate::ports::{PayoutStatus, RailError, Recall, Submission, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::Claimed;

/// A payout whose rail is to be instructed or asked something.
pub(in crate::payments) struct Payout {
    world: World,
    pub(in crate::payments) order: RailOrder,
    pub(in crate::payments) id: TransactionId,
    /// Whether a quote has priced it.
    pub(in crate::payments) is_quoted: bool,
    /// Since when the payment stands where it stands.
    pub(in crate::payments) since: Time,
    /// Whether it is longer under way than the operator waits (money 15). One that has arrived is on no way: only
    /// its return could still be reported.
    pub(in crate::payments) is_overdue: bool,
}

impl Payout {
    /// The payout of a payment that is on its way. One that an operator has settled meanwhile is sent to nobody.
    pub(in crate::payments) async fn under_way(
        job: &Claimed,
        payment: TransactionId,
    ) -> Result<Option<Self>, ApiError> {
        load_with(job, payment, gate::reads, is_under_way, Self::to_submit).await
    }

    /// The payout of a payment that is on its way, or that has arrived and may come back.
    pub(in crate::payments) async fn followed(
        job: &Claimed,
        payment: TransactionId,
    ) -> Result<Option<Self>, ApiError> {
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
            gate::check_payout(tx, payout.order.subject())?;
        }
        Ok(payout)
    }

    fn of(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<Option<Self>, ApiError> {
        let Some(order) = orders::rail_order(tx, context, payment)? else { return Ok(None) };
        Ok(Some(Self {
            world: context.app.ports.of(context.environment).clone(),
            order,
            id: payment.id,
            is_quoted: payment.quote.is_some(),
            since: payment.since(),
            is_overdue: !has_arrived(payment) && is_overdue(tx, context, payment.since())?,
        }))
    }

    /// Instructs the rail to pay.
    pub(in crate::payments) async fn submit(&self) -> Result<Submission, RailError> {
        self.order.submit(&self.world).await
    }

    /// Asks the rail what became of the payout.
    pub(in crate::payments) async fn status(&self) -> Result<PayoutStatus, RailError> {
        self.order.status(&self.world).await
    }

    /// Has the rail give the money back.
    pub(in crate::payments) async fn recall(&self) -> Result<Recall, RailError> {
        self.order.recall(&self.world).await
    }
}
