//! `POST /quotes` (money 8.2): prices a transfer and holds the price until the quote expires.

use causeway_domain::external_accounts::settles_at;
use causeway_domain::ids::{CustomerId, InternalAccountId, QuoteId};
use causeway_domain::payments::{Direction, TransactionType, reference_of};
use causeway_domain::quotes::{created, expires_at};
use causeway_domain::{Amount, Time};
use causeway_store::quotes::{self, QuoteDestination, QuoteDoc, QuoteRecord};
use causeway_store::transactions::{self, ChosenRail, Side, TransactionDoc, TransactionRecord};
use causeway_store::{Error, Prefetch, Tx, customers as customer_rows, platforms};
use causeway_wire::quotes::{Quote, QuoteRequest};
use causeway_wire::table::CreateQuote;

use super::draft::{AskedRates, Draft};
use super::execute_quote::{Leaving, Outside};
use super::parties::Parties;
use super::pricing::{self, RatesWanted};
use super::request::Wanted;
use super::steps::is_open;
use super::{execute_quote, expiry, factor, ownership, render};
use crate::customers;
use crate::runtime::api_error::ApiError;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::http::{Answer, Call, Context, PathValues};
use crate::runtime::settings::Settings;
use crate::transactions::announce;

/// Prices a transfer from an account, and executes it when the request says so.
///
/// # Errors
/// Those of money 8.2, in its order; with `immediatelyExecute` those of an execution too.
pub async fn handler(call: Call<CreateQuote>) -> Result<Answer, ApiError> {
    let mut faults = FieldErrors::default();
    factor::check(call.body.sca_factor, &mut faults);
    faults.into_result()?;
    let wanted = Wanted::read(&call.body)?;
    let (wish, payer) = preview(&call, &wanted).await?;
    let rates = pricing::ask(call.app.ports.of(call.caller.environment), &wish).await;
    let (hot, outside) = if wanted.executes_at_once {
        precheck(&call, &wanted, &rates).await?
    } else {
        (Vec::new(), Outside::Ready)
    };
    let prefetch = prefetch(&call, &hot, &wanted, payer);
    Ok(call.write(prefetch, move |tx, context| create(tx, context, &wanted, &rates, outside)).await)
}

/// What the shape does not say about the fields of a quote.
///
/// # Errors
/// None.
pub fn rules(
    _: &mut Tx<'_>,
    _: &Context,
    _: &PathValues,
    sent: &QuoteRequest,
    faults: &mut FieldErrors,
) -> Result<(), ApiError> {
    factor::check(sent.sca_factor, faults);
    Ok(())
}

/// The rates to ask for, and on whose behalf. Everything is read and checked once more in the write.
async fn preview(
    call: &Call<CreateQuote>,
    wanted: &Wanted,
) -> Result<(RatesWanted, Option<CustomerId>), ApiError> {
    let wanted = wanted.clone();
    read(call, move |tx, context| {
        tx.prefetch(|tx| read_ahead(tx, context, &wanted))?;
        let settings = Settings::of(tx, context)?;
        let parties = Parties::find(tx, context, customers::peek_live, &wanted)?;
        parties.check(&settings, wanted.rail)?;
        let (sending, receiving) = parties.pair();
        let threshold = ownership::threshold(&settings, &parties.destination)?;
        let payer = parties.payer.map(|payer| payer.id);
        Ok((RatesWanted { sending, receiving, threshold }, payer))
    })
    .await
}

/// What the write locks, and reads before it changes anything.
fn prefetch(
    call: &Call<CreateQuote>,
    hot: &[InternalAccountId],
    wanted: &Wanted,
    payer: Option<CustomerId>,
) -> Prefetch {
    let (app, caller, wanted) = (call.app.clone(), call.caller.clone(), wanted.clone());
    Prefetch::of_accounts(hot).and_reads(move |tx| {
        let context = Context::of(&app, &caller, tx.wall());
        read_ahead(tx, &context, &wanted)?;
        if let Some(payer) = payer {
            customer_rows::hold(tx, context.platform, payer)?;
        }
        platforms::find(tx, context.platform).map(drop)
    })
}

fn read_ahead(tx: &mut Tx<'_>, context: &Context, wanted: &Wanted) -> Result<(), Error> {
    Settings::of(tx, context)?;
    Parties::prefetch(tx, context.platform, wanted)
}

/// Asks the rails of a payment that is to leave at once whether they can take it; the accounts that it changes, and
/// what the rails say.
async fn precheck(
    call: &Call<CreateQuote>,
    wanted: &Wanted,
    rates: &AskedRates,
) -> Result<(Vec<InternalAccountId>, Outside), ApiError> {
    let (wanted, rates) = (wanted.clone(), rates.clone());
    let draft =
        read(call, move |tx, context| Draft::make(tx, context, customers::peek_live, &wanted, &rates))
            .await?;
    let (price, (sending, receiving)) = (&draft.priced.price, draft.pair);
    let leaving = Leaving {
        source: draft.parties.source.id(),
        destination: draft.destination.clone(),
        sent: Amount::new(price.total_sending, sending),
        arriving: Amount::new(price.total_receiving, receiving),
        rate: price.rate,
    };
    let outside = execute_quote::ask_rails(call.app.ports.of(call.caller.environment), &leaving).await;
    Ok((draft.changed_accounts(), outside))
}

async fn read<T: Send + 'static>(
    call: &Call<CreateQuote>,
    mut read: impl FnMut(&mut Tx<'_>, &Context) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let (app, caller) = (call.app.clone(), call.caller.clone());
    call.app.store.read(move |tx: &mut Tx<'_>| read(tx, &Context::of(&app, &caller, tx.wall()))).await
}

fn create(
    tx: &mut Tx<'_>,
    context: &Context,
    wanted: &Wanted,
    rates: &AskedRates,
    outside: Outside,
) -> Result<Quote, ApiError> {
    let draft = Draft::make(tx, context, customers::get_live, wanted, rates)?;
    let quote = quote(context, wanted, &draft);
    let payment = payment(context, wanted, &draft.parties, &quote)?;
    quotes::insert(tx, context.platform, &quote)?;
    transactions::insert(tx, context.platform, &payment)?;
    announce::status(tx, context, &payment)?;
    let quote =
        if wanted.executes_at_once { execute_quote::carry_out(tx, context, quote, outside)? } else { quote };
    if is_open(&quote) {
        expiry::schedule(tx, context, &quote)?;
    }
    render::quote(&quote, context.now)
}

fn quote(context: &Context, wanted: &Wanted, draft: &Draft) -> QuoteRecord {
    let (sending, receiving) = draft.pair;
    QuoteRecord {
        id: context.id::<QuoteId>(),
        transaction: context.id(),
        status: created(false),
        expires_at: expires_at(context.now, draft.window(context), None),
        doc: QuoteDoc {
            v: 1,
            source: wanted.source,
            customer: draft.parties.payer.as_ref().map(|payer| payer.id),
            destination: draft.destination.clone(),
            lock: wanted.lock,
            sending,
            receiving,
            price: draft.priced.price,
            rate_details: draft.priced.details,
            platform_fee_account: draft.fee_account,
            remittance_information: wanted.remittance_information.clone(),
            purpose_of_payment: wanted.purpose_of_payment.clone(),
        },
        created_at: context.now,
        updated_at: context.now,
    }
}

fn payment(
    context: &Context,
    wanted: &Wanted,
    parties: &Parties,
    quote: &QuoteRecord,
) -> Result<TransactionRecord, ApiError> {
    let doc = &quote.doc;
    let payer = parties.payer.as_ref();
    let source = Side::Account { account: wanted.source, currency: doc.sending };
    let destination = Side::Account { account: wanted.destination, currency: doc.receiving };
    Ok(TransactionRecord {
        id: quote.transaction,
        kind: TransactionType::Outgoing,
        status: quote.status.into(),
        customer: payer.map(|payer| payer.id),
        platform_customer_id: match payer {
            Some(payer) => payer.platform_customer_id.clone(),
            None => context.platform.to_string(),
        },
        recipient: parties.destination.external_owner().filter(|_| parties.source.owner().is_none()),
        quote: Some(quote.id),
        reference: Some(reference_of(quote.transaction)),
        doc: TransactionDoc {
            sent: Some(Amount::new(doc.price.total_sending, doc.sending)),
            received: Some(Amount::new(doc.price.total_receiving, doc.receiving)),
            fees: Some(doc.price.fees_included),
            platform_fees: Some(doc.price.platform_fee),
            exchange_rate: Some(doc.price.rate.inverse_shown()),
            rate_details: Some(doc.rate_details),
            description: wanted.description.clone(),
            rail: chosen_rail(&doc.destination, context.now),
            ..TransactionDoc::between(Direction::Debit, source, destination)
        },
        created_at: context.now,
        updated_at: context.now,
    })
}

/// The rail with its estimate: as if the payment left now, until it leaves.
fn chosen_rail(destination: &QuoteDestination, now: Time) -> Option<ChosenRail> {
    match destination {
        QuoteDestination::External { rail: Some(rail), is_manual, .. } => {
            Some(ChosenRail { rail: *rail, is_manual: *is_manual, settles_at: settles_at(*rail, now) })
        }
        QuoteDestination::External { rail: None, .. } | QuoteDestination::Internal { .. } => None,
    }
}
