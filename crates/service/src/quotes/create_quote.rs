//! `POST /quotes` (money 8.2): prices a transfer and holds the price until the quote expires.

use std::time::Duration;

use causeway_domain::currency::{self, CurrencyKind};
use causeway_domain::external_accounts::{Rail, SelectRailRefused, select_rail};
use causeway_domain::ids::{AccountRef, InternalAccountId, QuoteId};
use causeway_domain::internal_accounts::{AccountType, Owner};
use causeway_domain::money::Currency;
use causeway_domain::quotes::{QuoteStatus, Route, created, expires_at, quote_window};
use causeway_domain::transactions::{Direction, TransactionStatus, TransactionType};
use causeway_domain::{Amount, Time};
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::quotes::{self, QuoteDestination, QuoteDoc, QuoteRecord};
use causeway_store::transactions::{self, ChosenRail, Side, TransactionDoc, TransactionRecord};
use causeway_store::{Tx, internal_accounts};
use causeway_wire::quotes::Quote;
use causeway_wire::table::CreateQuote;

use super::parties::{Destination, LookUp, Parties};
use super::pricing::{self, Priced, Rates};
use super::request::Wanted;
use super::{errors, execute_quote, render, start};
use crate::customers;
use crate::http::{Answer, Call, Context};
use crate::jobs::{self, Work};
use crate::money::same_name;
use crate::refusal::Refusal;
use crate::settings::{CORRIDOR_LIMITS, QUOTE_WINDOW_SECONDS, QuoteWindows, Settings, for_corridor};
use crate::transactions::{announce, render as transaction_render};

/// Prices a transfer from an internal account, and executes it when the request says so.
///
/// # Errors
/// Those of money 8.2, in its order.
pub async fn handler(call: Call<CreateQuote>) -> Result<Answer, Refusal> {
    let wanted = Wanted::read(&call.body)?;
    let (sending, receiving) = currencies(&call, &wanted).await?;
    let world = call.app.ports.of(call.caller.environment);
    let rates = pricing::ask(world, sending, receiving).await?;
    let hot = if wanted.executes_at_once { vec![wanted.source] } else { Vec::new() };
    Ok(call.write(&hot, move |tx, context| create(tx, context, &wanted, &rates)).await)
}

/// The pair to ask rates for. Everything is read and checked once more in the write.
async fn currencies(call: &Call<CreateQuote>, wanted: &Wanted) -> Result<(Currency, Currency), Refusal> {
    let (app, caller, wanted) = (call.app.clone(), call.caller.clone(), wanted.clone());
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        let parties = find(tx, &context, &wanted, customers::peek_live)?;
        Ok::<_, Refusal>((parties.source.account.currency, parties.destination.currency()))
    };
    call.app.store.read(read).await
}

fn find(tx: &mut Tx<'_>, context: &Context, wanted: &Wanted, look_up: LookUp) -> Result<Parties, Refusal> {
    let parties = Parties::find(tx, context, look_up, wanted.source, wanted.customer, wanted.destination)?;
    parties.check(tx, context)?;
    Ok(parties)
}

fn create(tx: &mut Tx<'_>, context: &Context, wanted: &Wanted, rates: &Rates) -> Result<Quote, Refusal> {
    let parties = find(tx, context, wanted, customers::get_live)?;
    let pair = (parties.source.account.currency, parties.destination.currency());
    let platform = platforms::get(tx, context.platform)?;
    let settings = Settings::of(tx, context)?;
    check_enabled(&platform, pair.0)?;
    let standing = &platform.doc.fee_configs;
    let fees = pricing::fees(&settings, standing, wanted.fee_override.as_ref(), pair.0, pair.1)?;
    let priced = pricing::price_of(rates, wanted.lock, wanted.amount, pair, &fees)?;
    let fee_account = fee_account(tx, context, &priced, pair.0)?;
    check_limits(&platform, &settings, &priced, pair)?;
    if wanted.executes_at_once && parties.source.account.account_type == AccountType::EmbeddedWallet {
        return Err(errors::wallet_signature_required());
    }
    let destination = destination(&parties.destination, wanted, &priced)?;
    let quote = quote(context, wanted, &parties, &settings, &priced, destination, fee_account)?;
    let payment = payment(context, wanted, &parties, &quote)?;
    quotes::insert(tx, context.platform, &quote)?;
    transactions::insert(tx, context.platform, &payment)?;
    announce::status(tx, context, &payment)?;
    jobs::schedule(tx, context, &Work::ExpireQuote { quote: quote.id }, &quote.id, quote.expires_at)?;
    let quote = if wanted.executes_at_once { execute_quote::carry_out(tx, context, quote)? } else { quote };
    render::quote(&quote, context.now)
}

fn check_enabled(platform: &PlatformRecord, sending: Currency) -> Result<(), Refusal> {
    let found = platform.doc.currencies.iter().find(|entry| entry.currency == sending);
    let enabled = found.is_some_and(|entry| entry.transaction_types.contains(&TransactionType::Outgoing));
    if enabled { Ok(()) } else { Err(errors::currency_not_enabled(sending.as_str())) }
}

/// The platform's account that takes its fee; needed when there is a fee (money 8.2, check 10).
fn fee_account(
    tx: &mut Tx<'_>,
    context: &Context,
    priced: &Priced,
    sending: Currency,
) -> Result<Option<InternalAccountId>, Refusal> {
    if priced.price.platform_fee == 0 {
        return Ok(None);
    }
    let owner = Owner::Platform(context.platform);
    let found = internal_accounts::find_of_owner(tx, context.platform, owner, sending)?;
    found.map(|held| Some(held.account.id)).ok_or_else(|| errors::fee_account_missing(sending.as_str()))
}

fn check_limits(
    platform: &PlatformRecord,
    settings: &Settings,
    priced: &Priced,
    (sending, receiving): (Currency, Currency),
) -> Result<(), Refusal> {
    let total = priced.price.total_sending;
    if let Some(entry) = platform.doc.currencies.iter().find(|entry| entry.currency == sending)
        && !(entry.min_amount..=entry.max_amount).contains(&total)
    {
        return Err(errors::amount_out_of_range(entry.min_amount, entry.max_amount, sending.as_str()));
    }
    let limits = settings.get(&CORRIDOR_LIMITS)?;
    match for_corridor(&limits, sending, receiving).and_then(|limit| limit.single_maximum) {
        Some(maximum) if total > maximum => Err(errors::above_the_largest_payment(maximum)),
        _ => Ok(()),
    }
}

/// Where the money goes and over which rail (money 10.1).
fn destination(
    destination: &Destination,
    wanted: &Wanted,
    priced: &Priced,
) -> Result<QuoteDestination, Refusal> {
    let account = match destination {
        Destination::Internal(held) => {
            return match wanted.rail {
                Some(rail) => Err(errors::rail_not_supported(rail.as_str())),
                None => Ok(QuoteDestination::Internal { account: held.account.id }),
            };
        }
        Destination::External(account) => account,
    };
    let rails: Vec<Rail> = account.doc.rails.iter().map(|rail| same_name(rail)).collect::<Result<_, _>>()?;
    let arriving = Amount::new(priced.price.total_receiving, account.currency);
    let refused = |refused| match refused {
        SelectRailRefused::NotOffered | SelectRailRefused::AmountTooLarge => {
            let named = wanted.rail.or_else(|| rails.first().copied());
            errors::rail_not_supported(named.map_or("", Rail::as_str))
        }
    };
    if rails.is_empty() && wanted.rail.is_none() {
        return Ok(QuoteDestination::External { account: account.id, rail: None, is_manual: false });
    }
    let chosen = select_rail(&rails, wanted.rail, arriving).map_err(refused)?;
    Ok(QuoteDestination::External {
        account: account.id,
        rail: Some(chosen.rail),
        is_manual: chosen.is_manual,
    })
}

fn quote(
    context: &Context,
    wanted: &Wanted,
    parties: &Parties,
    settings: &Settings,
    priced: &Priced,
    destination: QuoteDestination,
    platform_fee_account: Option<InternalAccountId>,
) -> Result<QuoteRecord, Refusal> {
    let (sending, receiving) = (parties.source.account.currency, parties.destination.currency());
    let route = route(&destination, sending, receiving);
    let window =
        window(settings.get(&QUOTE_WINDOW_SECONDS)?, route, errors::is_production(context.environment));
    Ok(QuoteRecord {
        id: context.id::<QuoteId>(),
        transaction: context.id(),
        status: created(false),
        expires_at: expires_at(context.now, window, None),
        doc: QuoteDoc {
            v: 1,
            source: wanted.source,
            customer: parties.payer.as_ref().map(|payer| payer.id),
            destination,
            lock: wanted.lock,
            sending,
            receiving,
            price: priced.price,
            rate_details: priced.details,
            platform_fee_account,
            remittance_information: wanted.remittance_information.clone(),
            purpose_of_payment: wanted.purpose_of_payment.clone(),
        },
        created_at: context.now,
        updated_at: context.now,
    })
}

/// How long the quote stands: the operator's word for this kind of route, else that of money 8.3.
fn window(settings: QuoteWindows, route: Route, is_production: bool) -> Duration {
    let standing = quote_window(route, is_production);
    let own = match route {
        Route::Bitcoin => settings.bitcoin,
        _ if standing > quote_window(Route::Internal, is_production) => settings.long,
        _ => settings.short,
    };
    own.map_or(standing, |seconds| Duration::from_secs(seconds.into()))
}

fn route(destination: &QuoteDestination, sending: Currency, receiving: Currency) -> Route {
    let kinds = [sending, receiving].map(|code| currency::find(code).map(|info| info.kind));
    if kinds.contains(&Some(CurrencyKind::Crypto)) {
        return Route::Bitcoin;
    }
    match destination {
        QuoteDestination::External { rail: Some(rail), .. } => Route::Rail(*rail),
        _ if kinds.contains(&Some(CurrencyKind::Stablecoin)) => Route::Stablecoin,
        QuoteDestination::External { rail: None, .. } | QuoteDestination::Internal { .. } => Route::Internal,
    }
}

fn payment(
    context: &Context,
    wanted: &Wanted,
    parties: &Parties,
    quote: &QuoteRecord,
) -> Result<TransactionRecord, Refusal> {
    let doc = &quote.doc;
    let payer = parties.payer.as_ref();
    let side = |account, currency| Side::Account { account, currency };
    Ok(TransactionRecord {
        id: quote.transaction,
        kind: TransactionType::Outgoing,
        status: pending(quote.status)?,
        customer: payer.map(|payer| payer.id),
        platform_customer_id: match payer {
            Some(payer) => payer.platform_customer_id.clone(),
            None => transaction_render::party(context.platform, None),
        },
        recipient: parties.destination.owner().filter(|_| parties.source.account.customer.is_none()),
        quote: Some(quote.id),
        reference: Some(start::reference(quote.transaction)),
        doc: TransactionDoc {
            v: 1,
            direction: Direction::Debit,
            source: side(AccountRef::Internal(wanted.source), doc.sending),
            destination: side(wanted.destination, doc.receiving),
            sent: Some(Amount::new(doc.price.total_sending, doc.sending)),
            received: Some(Amount::new(doc.price.total_receiving, doc.receiving)),
            fees: Some(doc.price.fees_included),
            platform_fees: Some(doc.price.platform_fee),
            exchange_rate: Some(doc.price.rate.inverse_shown()),
            rate_details: Some(doc.rate_details),
            description: wanted.description.clone(),
            rail: chosen_rail(&doc.destination),
            settled_at: None,
            failure: None,
            refund: None,
        },
        created_at: context.now,
        updated_at: context.now,
    })
}

fn pending(status: QuoteStatus) -> Result<TransactionStatus, Refusal> {
    same_name(status.as_str())
}

fn chosen_rail(destination: &QuoteDestination) -> Option<ChosenRail> {
    match destination {
        QuoteDestination::External { rail: Some(rail), is_manual, .. } => Some(ChosenRail {
            rail: rail.as_str().to_owned(),
            is_manual: *is_manual,
            settles_at: None::<Time>,
        }),
        QuoteDestination::External { rail: None, .. } | QuoteDestination::Internal { .. } => None,
    }
}
