//! A direct debit, for instructions and inquiries.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;

use crate::payments::checks::{accounts, pre_submission};
use crate::payments::lifecycle::phase::awaits_debit;
use crate::payments::rail::load::{load, load_with};
use crate::payments::rail::orders;
use crate::payments::rail::pace::{in_time, is_overdue};
use crate::ports::{DebitAnswer, DebitOrder, DebitState, RailError, RecallReason, RecallResponse, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::ClaimedJob;

/// A direct debit for which a rail is to be instructed or asked.
pub(in crate::payments) struct DirectDebit {
    world: World,
    order: DebitOrder,
    pub(in crate::payments) id: TransactionId,
    /// The debit funds a quote.
    pub(in crate::payments) is_quoted: bool,
    /// The internal accounts that an outcome may change.
    pub(in crate::payments) accounts: Vec<InternalAccountId>,
    /// Start of the payment's current phase.
    pub(in crate::payments) since: Time,
    /// The debit exceeds the operator's timeout (money 15). Never set once it has ended: only a contradiction
    /// by its rail could still be reported.
    pub(in crate::payments) is_overdue: bool,
}

impl DirectDebit {
    /// Loads the debit of a payment that waits for it. A debit that an operator has ended meanwhile is not
    /// submitted.
    pub(in crate::payments) async fn under_way(
        job: &ClaimedJob,
        payment: TransactionId,
    ) -> Result<Option<Self>, ApiError> {
        load_with(job, payment, pre_submission::reads, awaits_debit, Self::to_submit).await
    }

    /// Loads the debit of a payment that waits for it, or whose end an operator reported.
    pub(in crate::payments) async fn load_followed(
        job: &ClaimedJob,
        payment: TransactionId,
    ) -> Result<Option<Self>, ApiError> {
        load(job, payment, |payment| payment.phase().debit_status(payment.course()).is_some(), Self::of).await
    }

    /// Builds a debit for submission, after the pre-submission check.
    fn to_submit(
        tx: &mut Tx<'_>,
        context: &Context,
        payment: &PaymentRecord,
    ) -> Result<Option<Self>, ApiError> {
        let debit = Self::of(tx, context, payment)?;
        if let Some(debit) = &debit {
            pre_submission::check_debit(tx, &debit.order)?;
        }
        Ok(debit)
    }

    fn of(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<Option<Self>, ApiError> {
        let Some(order) = orders::debit(tx, context, payment)? else { return Ok(None) };
        Ok(Some(Self {
            world: context.app.ports.of(context.environment).clone(),
            order,
            id: payment.id,
            is_quoted: payment.quote.is_some(),
            accounts: accounts::changed(&payment.terms),
            since: payment.since(),
            is_overdue: awaits_debit(payment) && is_overdue(tx, context, payment.since())?,
        }))
    }

    pub(in crate::payments) async fn submit(&self) -> Result<DebitAnswer, RailError> {
        in_time(self.world.debits.submit(&self.order)).await
    }

    /// Asks the rail for the outcome of the debit.
    pub(in crate::payments) async fn status(&self) -> Result<DebitState, RailError> {
        in_time(self.world.debits.status(&self.order)).await
    }

    /// Recalls the debit, which has had no outcome for days.
    pub(in crate::payments) async fn recall_overdue(&self) -> Result<RecallResponse, RailError> {
        in_time(self.world.debits.recall(&self.order, RecallReason::Overdue)).await
    }
}
