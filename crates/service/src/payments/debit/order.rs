//! A direct debit whose rail is instructed or asked.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;

use crate::payments::load::{load, load_with};
use crate::payments::locked::PaymentKey;
use crate::payments::pace::{in_time, is_overdue};
use crate::payments::phase::awaits_debit;
use crate::payments::{accounts, gate, orders};
use crate::ports::{DebitAnswer, DebitOrder, DebitState, RailError, Recall, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::Claimed;

/// A direct debit whose rail is to be instructed or asked something.
pub(super) struct DirectDebit {
    world: World,
    order: DebitOrder,
    pub(super) key: PaymentKey,
    /// The internal accounts that an outcome may change.
    pub(super) accounts: Vec<InternalAccountId>,
    /// Since when it is under way.
    pub(super) since: Time,
    /// Whether that is longer than the operator waits (money 15). One that has come to its end is on no way: only
    /// that its rail says otherwise could still be reported.
    pub(super) is_overdue: bool,
}

impl DirectDebit {
    /// The debit of a payment that waits for it. One that an operator has ended meanwhile is sent to nobody.
    pub(super) async fn under_way(job: &Claimed, payment: TransactionId) -> Result<Option<Self>, ApiError> {
        load_with(job, payment, gate::reads, awaits_debit, Self::to_submit).await
    }

    /// The debit of a payment that waits for it, or one whose end an operator reported.
    pub(super) async fn followed(job: &Claimed, payment: TransactionId) -> Result<Option<Self>, ApiError> {
        load(job, payment, |payment| payment.state.debit.is_some(), Self::of).await
    }

    /// What is to be submitted has passed the gate.
    fn to_submit(
        tx: &mut Tx<'_>,
        context: &Context,
        payment: &PaymentRecord,
    ) -> Result<Option<Self>, ApiError> {
        let debit = Self::of(tx, context, payment)?;
        if let Some(debit) = &debit {
            gate::check_debit(tx, &debit.order)?;
        }
        Ok(debit)
    }

    fn of(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<Option<Self>, ApiError> {
        let Some(order) = orders::debit(tx, context, payment)? else { return Ok(None) };
        Ok(Some(Self {
            world: context.app.ports.of(context.environment).clone(),
            order,
            key: payment.into(),
            accounts: accounts::changed(&payment.terms),
            since: payment.updated_at,
            is_overdue: awaits_debit(payment) && is_overdue(tx, context, payment.updated_at)?,
        }))
    }

    /// Instructs the rail to debit.
    pub(super) async fn submit(&self) -> Result<DebitAnswer, RailError> {
        in_time(self.world.debits.submit(&self.order)).await
    }

    /// Asks the rail what became of the debit.
    pub(super) async fn status(&self) -> Result<DebitState, RailError> {
        in_time(self.world.debits.status(&self.order)).await
    }

    /// Has the rail give the debit up.
    pub(super) async fn recall(&self) -> Result<Recall, RailError> {
        in_time(self.world.debits.recall(&self.order)).await
    }
}
