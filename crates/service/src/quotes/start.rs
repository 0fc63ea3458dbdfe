//! Starting a payment: the source is debited, the money converted and sent on its way, in one commit
//! (money 8.6: L5a and L5b); or the debit the source begins, and all that waits for it (L5p).

use causeway_domain::ids::{AccountRef, CustomerId, InternalAccountId};
use causeway_domain::payments::{Direction, TransactionStatus, TransactionType};
use causeway_domain::postings::{self, PayoutTo};
use causeway_store::internal_accounts::{InternalAccountRecord, LockedAccount};
use causeway_store::quotes::{QuoteDestination, QuoteRecord};
use causeway_store::transactions::{self, Side, TransactionDoc, TransactionRecord};
use causeway_store::{Error, Tx, customers as customer_rows, external_accounts};

use super::steps::{Pair, Step, conversion};
use super::{debit, errors};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::ledger::{self, NotBooked};
use crate::transactions::announce;

/// Carries out a quote that may be executed and whose accounts are in order. `held` are the accounts whose
/// balances change, locked. Leaves the payment `PROCESSING`, or `COMPLETED` when the money is here and stays
/// within the service.
pub(super) fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    pair: &mut Pair,
    held: &mut [LockedAccount],
) -> Result<(), ApiError> {
    match pair.quote.doc.source {
        AccountRef::Internal(source) => debit(tx, context, pair, source, held),
        AccountRef::External(_) => debit::begin(tx, context, pair),
    }
}

fn debit(
    tx: &mut Tx<'_>,
    context: &Context,
    pair: &mut Pair,
    source: InternalAccountId,
    held: &mut [LockedAccount],
) -> Result<(), ApiError> {
    pair.step(tx, context, Step::Started)?;
    let (quote, total) = (&pair.quote, pair.total());
    let executed = postings::quote_executed(quote.id, source, total);
    let converted = postings::quote_converted(&conversion(quote), payout_to(quote));
    let booked = ledger::book_all(tx, context, [executed, converted], pair.reason(), held);
    booked.map_err(|refused| match refused {
        NotBooked::Insufficient { available, .. } => errors::insufficient_balance(available, total),
        NotBooked::Refused(refusal) => refusal,
    })?;
    send_on(tx, context, pair, held)
}

/// Sends converted money on its way: to a rail, or to where it is already, within the service.
pub(super) fn send_on(
    tx: &mut Tx<'_>,
    context: &Context,
    pair: &mut Pair,
    held: &[LockedAccount],
) -> Result<(), ApiError> {
    let payment = pair.payment.id;
    match pair.quote.doc.destination {
        QuoteDestination::External { .. } => {
            let work = Work::SubmitPayout { transaction: payment };
            jobs::schedule(tx, context, &work, &payment, context.now)
        }
        QuoteDestination::Internal { account } => {
            pair.step(tx, context, Step::Delivered)?;
            let find =
                |id| held.iter().map(|held| &held.account).find(|known| known.id == id).ok_or(Error::Missing);
            let owner = match pair.quote.doc.source {
                AccountRef::Internal(source) => find(source)?.customer,
                AccountRef::External(source) => {
                    external_accounts::find(tx, context.platform, source)?.ok_or(Error::Missing)?.customer
                }
            };
            tell_receiver(tx, context, &pair.payment, owner, find(account)?)
        }
    }
}

pub(super) const fn payout_to(quote: &QuoteRecord) -> PayoutTo {
    match quote.doc.destination {
        QuoteDestination::External { .. } => PayoutTo::External,
        QuoteDestination::Internal { account } => PayoutTo::Internal(account),
    }
}

/// Money that reaches another owner within the service is that owner's incoming payment (money 8.6); `sender` is
/// the owner of the source.
fn tell_receiver(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &TransactionRecord,
    sender: Option<CustomerId>,
    destination: &InternalAccountRecord,
) -> Result<(), ApiError> {
    let receiver = destination.customer;
    if receiver == sender {
        return Ok(());
    }
    let platform = context.platform;
    let own_id = match receiver {
        None => platform.to_string(),
        Some(id) => customer_rows::own_id(tx, platform, id)?.ok_or(Error::Missing)?,
    };
    let arrives_in =
        Side::Account { account: AccountRef::Internal(destination.id), currency: destination.currency };
    let incoming = TransactionRecord {
        id: context.id(),
        kind: TransactionType::Incoming,
        status: TransactionStatus::Completed,
        customer: receiver,
        platform_customer_id: own_id,
        recipient: None,
        quote: payment.quote,
        reference: payment.reference.clone(),
        doc: TransactionDoc {
            sent: payment.doc.sent,
            received: payment.doc.received,
            exchange_rate: payment.doc.exchange_rate,
            description: payment.doc.description.clone(),
            settled_at: Some(context.now),
            ..TransactionDoc::between(Direction::Credit, payment.doc.source.clone(), arrives_in)
        },
        created_at: context.now,
        updated_at: context.now,
    };
    transactions::insert(tx, platform, &incoming)?;
    announce::status(tx, context, &incoming)
}
