//! A payout, for instructions and inquiries.

use causeway_domain::Time;
use causeway_domain::ids::TransactionId;
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;

use crate::payments::checks::pre_submission;
use crate::payments::lifecycle::phase::{has_arrived, is_under_way};
use crate::payments::rail::load::{load, load_with};
use crate::payments::rail::orders;
use crate::payments::rail::pace::is_overdue;
use crate::payments::rail::rail_order::RailOrder;
use crate::ports::{PayoutStatus, RailError, RecallReason, RecallResponse, SubmitResponse, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::ClaimedJob;

/// A payout for which a rail is to be instructed or asked.
pub(in crate::payments) struct Payout {
    world: World,
    pub(in crate::payments) order: RailOrder,
    pub(in crate::payments) id: TransactionId,
    /// The payment was priced by a quote.
    pub(in crate::payments) is_quoted: bool,
    /// Start of the payment's current phase.
    pub(in crate::payments) since: Time,
    /// The payout exceeds the operator's timeout (money 15). Never set once it has arrived: only its return
    /// could still be reported.
    pub(in crate::payments) is_overdue: bool,
}

impl Payout {
    /// Loads the payout of a payment that is on its way. A payout that an operator has settled meanwhile is
    /// not submitted.
    pub(in crate::payments) async fn under_way(
        job: &ClaimedJob,
        payment: TransactionId,
    ) -> Result<Option<Self>, ApiError> {
        load_with(job, payment, pre_submission::reads, is_under_way, Self::to_submit).await
    }

    /// Loads the payout of a payment that is on its way, or that has arrived and may be returned.
    pub(in crate::payments) async fn load_followed(
        job: &ClaimedJob,
        payment: TransactionId,
    ) -> Result<Option<Self>, ApiError> {
        load(job, payment, |payment| is_under_way(payment) || has_arrived(payment), Self::of).await
    }

    /// Builds a payout for submission, after the pre-submission check.
    fn to_submit(
        tx: &mut Tx<'_>,
        context: &Context,
        payment: &PaymentRecord,
    ) -> Result<Option<Self>, ApiError> {
        let payout = Self::of(tx, context, payment)?;
        if let Some(payout) = &payout {
            let (platform, transaction, amount) = payout.order.subject();
            pre_submission::check_payout(tx, platform, transaction, amount)?;
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

    pub(in crate::payments) async fn submit(&self) -> Result<SubmitResponse, RailError> {
        self.order.submit(&self.world).await
    }

    /// Asks the rail for the outcome of the payout.
    pub(in crate::payments) async fn status(&self) -> Result<PayoutStatus, RailError> {
        self.order.status(&self.world).await
    }

    /// Recalls the money of the payout, which has had no outcome for days.
    pub(in crate::payments) async fn recall_overdue(&self) -> Result<RecallResponse, RailError> {
        self.order.recall(&self.world, RecallReason::Overdue).await
    }
}
