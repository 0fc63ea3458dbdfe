//! Starting a payment: the source is debited, the money converted and sent on its way, in one commit
//! (money 8.6: L5a and L5b).

use causeway_domain::Amount;
use causeway_domain::ids::AccountRef;
use causeway_domain::postings::{self, PayoutTo};
use causeway_domain::transactions::{Direction, TransactionStatus, TransactionType};
use causeway_store::internal_accounts::{HeldAccount, InternalAccountRecord};
use causeway_store::quotes::{QuoteDestination, QuoteRecord};
use causeway_store::transactions::{self, Side, TransactionDoc, TransactionRecord};
use causeway_store::{Error, Tx, customers as customer_rows};

use super::errors;
use super::steps::{Step, conversion, move_to};
use crate::http::Context;
use crate::jobs::{self, Work};
use crate::ledger::{self, NotBooked, Reason};
use crate::refusal::Refusal;
use crate::transactions::{announce, render};

/// Carries out a quote that may be executed and whose accounts are in order. `held` are the accounts whose
/// balances change, locked. Returns the quote and leaves its payment `PROCESSING`, or `COMPLETED` when the money
/// stays within the service.
pub(super) fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    mut quote: QuoteRecord,
    mut payment: TransactionRecord,
    held: &mut [HeldAccount],
) -> Result<QuoteRecord, Refusal> {
    let reason = Reason { transaction: payment.id, quote: Some(quote.id) };
    let total = Amount::new(quote.doc.price.total_sending, quote.doc.sending);

    move_to(tx, context, &mut quote, &mut payment, Step::Started)?;
    let executed = postings::quote_executed(quote.id, quote.doc.source, total);
    let converted = postings::quote_converted(&conversion(&quote), payout_to(&quote));
    let booked = ledger::book_all(tx, context, [executed, converted], reason, held);
    booked.map_err(|refused| match refused {
        NotBooked::Insufficient { available, .. } => errors::insufficient_balance(available, total),
        NotBooked::Refused(refusal) => refusal,
    })?;

    match quote.doc.destination {
        QuoteDestination::External { .. } => {
            let work = Work::SubmitPayout { transaction: payment.id };
            jobs::schedule(tx, context, &work, &payment.id, context.now)?;
        }
        QuoteDestination::Internal { account } => {
            move_to(tx, context, &mut quote, &mut payment, Step::Delivered)?;
            let find =
                |id| held.iter().map(|held| &held.account).find(|known| known.id == id).ok_or(Error::Missing);
            tell_receiver(tx, context, &payment, find(quote.doc.source)?, find(account)?)?;
        }
    }
    Ok(quote)
}

const fn payout_to(quote: &QuoteRecord) -> PayoutTo {
    match quote.doc.destination {
        QuoteDestination::External { .. } => PayoutTo::External,
        QuoteDestination::Internal { account } => PayoutTo::Internal(account),
    }
}

/// Money that reaches another owner within the service is that owner's incoming payment (money 8.6).
fn tell_receiver(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &TransactionRecord,
    source: &InternalAccountRecord,
    destination: &InternalAccountRecord,
) -> Result<(), Refusal> {
    let receiver = destination.customer;
    if receiver == source.customer {
        return Ok(());
    }
    let platform = context.platform;
    let own_id = match receiver {
        None => render::party(platform, None),
        Some(id) => customer_rows::own_id(tx, platform, id)?.ok_or(Error::Missing)?,
    };
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
            v: 1,
            direction: Direction::Credit,
            source: payment.doc.source.clone(),
            destination: Side::Account {
                account: AccountRef::Internal(destination.id),
                currency: destination.currency,
            },
            sent: payment.doc.sent,
            received: payment.doc.received,
            fees: None,
            platform_fees: None,
            exchange_rate: payment.doc.exchange_rate,
            rate_details: None,
            description: payment.doc.description.clone(),
            rail: None,
            on_chain: None,
            settled_at: Some(context.now),
            failure: None,
            refund: None,
        },
        created_at: context.now,
        updated_at: context.now,
    };
    transactions::insert(tx, platform, &incoming)?;
    announce::status(tx, context, &incoming)
}
