//! What has to happen outside before a refund can be made, and where the money then goes (money 9).

use causeway_domain::Time;
use causeway_domain::ids::{AccountRef, InternalAccountId, QuoteId, TransactionId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::payments::OutgoingFailure;
use causeway_store::quotes::QuoteRecord;
use causeway_store::transactions::{Failure, RefundTo, TransactionRecord};
use causeway_store::{Error, Tx, external_accounts, internal_accounts, quotes, transactions};

use super::payout::in_time;
use super::standing::{is_refunding, was_sent_on};
use super::steps::changed_accounts;
use super::{debit, payout};
use crate::ports::{DebitOrder, PayoutOrder, RailError, Recall, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::Claimed;

/// A refund whose rails are to be asked.
pub(super) struct Refunding {
    world: World,
    /// What a rail was told to pay out, and has to release.
    payout: Option<PayoutOrder>,
    /// What was debited, where it goes back to the account that it was debited.
    debit: Option<DebitOrder>,
    pub(super) quote: QuoteId,
    /// The internal accounts that it changes.
    pub(super) accounts: Vec<InternalAccountId>,
    pub(super) since: Time,
    /// Whether it is under way for longer than the operator waits (money 15).
    pub(super) is_overdue: bool,
}

impl Refunding {
    /// The refund of a payment, if it is under way.
    pub(super) async fn find(job: &Claimed, payment: TransactionId) -> Result<Option<Self>, ApiError> {
        let (app, platform) = (job.app.clone(), job.platform);
        let read = move |tx: &mut Tx<'_>| {
            let context = Context::read(tx, &app, platform)?;
            let payment = transactions::find(tx, platform, payment)?.ok_or(Error::Missing)?;
            let open = payment.doc.refund.as_ref().filter(|_| is_refunding(&payment));
            let (Some(refund), Some(quote)) = (open, payment.quote) else { return Ok(None) };
            let quote = quotes::find(tx, platform, quote)?.ok_or(Error::Missing)?;
            let to = refund.to;
            Ok(Some(Self {
                world: app.ports.of(context.environment).clone(),
                payout: if is_with_rail(&payment) { payout::order_of(tx, &context, &quote)? } else { None },
                debit: match to {
                    Some(RefundTo::DebitedAccount) => debit::order_of(tx, &context, &quote)?,
                    Some(RefundTo::Owner { .. }) | None => None,
                },
                quote: quote.id,
                accounts: accounts(&quote, to),
                since: refund.initiated_at,
                is_overdue: payout::is_overdue(tx, &context, refund.initiated_at)?,
            }))
        };
        job.app.store.read(read).await
    }

    /// Has the rails give back what they have: first the one that was to pay, then the one that has debited.
    pub(super) async fn recall(&self) -> Result<Recall, RailError> {
        if let Some(order) = &self.payout {
            let answered = in_time(self.world.payouts.recall(order)).await;
            if answered != Ok(Recall::Released) {
                return answered;
            }
        }
        match &self.debit {
            Some(order) => in_time(self.world.debits.recall(order)).await,
            None => Ok(Recall::Released),
        }
    }
}

/// Whether a rail has the money of a payment that did not succeed. What the receiving bank has sent back is here.
fn is_with_rail(payment: &TransactionRecord) -> bool {
    let has_come_back = payment.doc.failure == Some(Failure::Outgoing(OutgoingFailure::PayoutReturned));
    was_sent_on(payment) && !has_come_back
}

/// Where the money of a payment goes that cannot go back into the account that was debited: into the account that
/// the owner of the debited account has here in its currency, else back to where it was debited. Decided once,
/// before anybody is asked to give anything back.
pub(super) fn way_back(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
) -> Result<Option<RefundTo>, ApiError> {
    let AccountRef::External(source) = quote.doc.source else { return Ok(None) };
    let platform = context.platform;
    let debited = external_accounts::find(tx, platform, source)?.ok_or(Error::Missing)?;
    let owner = debited.customer.map_or(Owner::Platform(platform), Owner::Customer);
    let held = internal_accounts::find_of_owner(tx, platform, owner, quote.doc.sending)?;
    Ok(Some(held.map_or(RefundTo::DebitedAccount, |held| RefundTo::Owner { account: held.account.id })))
}

/// The account of the service that takes the refund; none where it goes back to where it was debited.
pub(super) const fn taker(quote: &QuoteRecord, to: Option<RefundTo>) -> Option<InternalAccountId> {
    match (to, quote.doc.source) {
        (Some(RefundTo::Owner { account }), _) | (None, AccountRef::Internal(account)) => Some(account),
        (Some(RefundTo::DebitedAccount), _) | (None, AccountRef::External(_)) => None,
    }
}

/// The internal accounts that a refund changes, in the order of locks.
pub(super) fn accounts(quote: &QuoteRecord, to: Option<RefundTo>) -> Vec<InternalAccountId> {
    let mut accounts = changed_accounts(quote);
    accounts.extend(taker(quote, to));
    accounts.sort_unstable();
    accounts.dedup();
    accounts
}
