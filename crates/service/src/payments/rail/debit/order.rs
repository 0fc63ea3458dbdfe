//! A direct debit whose rail is instructed or asked.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;

use crate::payments::checks::{accounts, gate};
use crate::payments::lifecycle::phase::awaits_debit;
use crate::payments::rail::load::{load, load_with};
use crate::payments::rail::orders;
use crate::payments::rail::pace::{in_time, is_overdue};
use crate::ports::{DebitAnswer, DebitOrder, DebitState, RailError, Recall, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::Claimed;

/// A direct debit whose rail is to be instructed or asked something.
pub(in crate::payments) struct DirectDebit {
    world: World,
    order: DebitOrder,
    pub(in crate::payments) id: TransactionId,
    /// Whether it funds a quote.
    pub(in crate::payments) is_quoted: bool,
    /// The internal accounts that an outcome may change.
    pub(in crate::payments) accounts: Vec<InternalAccountId>,
    /// Since when it is under way.
    pub(in crate::payments) since: Time,
    /// Whether that is longer than the operator waits (money 15). One that has come to its end is on no way: only
    /// that its rail says otherwise could still be reported.
    pub(in crate::payments) is_overdue: bool,
}

impl DirectDebit {
    /// The debit of a payment that waits for it. One that an operator has ended meanwhile is sent to nobody.
    pub(in crate::payments) async fn under_way(
        job: &Claimed,
        payment: TransactionId,
    ) -> Result<Option<Self>, ApiError> {
        load_with(job, payment, gate::reads, awaits_debit, Self::to_submit).await
    }

    /// The debit of a payment that waits for it, or one whose end an operator reported.
    pub(in crate::payments) async fn followed(
        job: &Claimed,
        payment: TransactionId,
    ) -> Result<Option<Self>, ApiError> {
        load(job, payment, |payment| payment.phase().debit_status(payment.course()).is_some(), Self::of).await
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
            id: payment.id,
            is_quoted: payment.quote.is_some(),
            accounts: accounts::changed(&payment.terms),
            since: payment.since(),
            is_overdue: awaits_debit(payment) && is_overdue(tx, context, payment.since())?,
        }))
    }

    /// Instructs the rail to debit.
    pub(in crate::payments) async fn submit(&self) -> Result<DebitAnswer, RailError> {
        in_time(self.world.debits.submit(&self.order)).await
    }

    /// Asks the rail what became of the debit.
    pub(in crate::payments) async fn status(&self) -> Result<DebitState, RailError> {
        in_time(self.world.debits.status(&self.order)).await
    }

    /// Has the rail give the debit up.
    pub(in crate::payments) async fn recall(&self) -> Result<Recall, RailError> {
        in_time(self.world.debits.recall(&self.order)).await
    }
}
