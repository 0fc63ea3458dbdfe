//! What a debit rail is told or asked.

use causeway_domain::Time;
use causeway_domain::ids::{AccountRef, InternalAccountId, QuoteId, TransactionId};
use causeway_store::quotes::QuoteRecord;
use causeway_store::transactions::TransactionRecord;
use causeway_store::{Error, Tx, external_accounts};

use crate::ports::{DebitAnswer, DebitOrder, DebitState, RailError, Recall, World};
use crate::quotes::carried;
use crate::quotes::payout::{in_time, is_overdue};
use crate::quotes::standing::awaits_debit;
use crate::quotes::steps::{changed_accounts, total};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::Claimed;

/// A debit whose rail is to be told or asked something.
pub(super) struct Debit {
    world: World,
    pub(super) order: DebitOrder,
    pub(super) quote: QuoteId,
    /// The internal accounts that an outcome may change.
    pub(super) accounts: Vec<InternalAccountId>,
    /// Since when it is under way.
    pub(super) since: Time,
    /// Whether that is longer than the operator waits (money 15). One that has come to its end is on no way: only
    /// that its rail says otherwise could still be told.
    pub(super) is_overdue: bool,
}

impl Debit {
    /// Tells the rail to debit.
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

/// The debit of a payment that waits for it. One that an operator has ended meanwhile is told to nobody.
pub(super) async fn under_way(job: &Claimed, payment: TransactionId) -> Result<Option<Debit>, ApiError> {
    carried::read(job, payment, awaits_debit, debit).await
}

/// The debit of a payment that waits for it, or one whose end was told by an operator.
pub(super) async fn followed(job: &Claimed, payment: TransactionId) -> Result<Option<Debit>, ApiError> {
    carried::read(job, payment, |payment| payment.doc.debit.is_some(), debit).await
}

fn debit(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
    payment: &TransactionRecord,
) -> Result<Option<Debit>, ApiError> {
    let Some(order) = order_of(tx, context, quote)? else { return Ok(None) };
    Ok(Some(Debit {
        world: context.app.ports.of(context.environment).clone(),
        order,
        quote: quote.id,
        accounts: changed_accounts(quote),
        since: quote.updated_at,
        is_overdue: awaits_debit(payment) && is_overdue(tx, context, quote.updated_at)?,
    }))
}

/// What the rail is told about the debit of a quote; none where nothing is debited.
pub(in crate::quotes) fn order_of(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
) -> Result<Option<DebitOrder>, ApiError> {
    let AccountRef::External(source) = quote.doc.source else { return Ok(None) };
    let account = external_accounts::find(tx, context.platform, source)?.ok_or(Error::Missing)?;
    Ok(Some(DebitOrder {
        platform: context.platform,
        transaction: quote.transaction,
        amount: total(quote),
        identifier: account.doc.identifier,
        at: context.now,
    }))
}
