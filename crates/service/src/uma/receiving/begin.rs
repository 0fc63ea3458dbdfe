//! The start of an incoming UMA payment, with a pay request from any source (money 10.4, uma 6.2).

use causeway_domain::ids::{AccountRef, CustomerId, TransactionId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::IncomingUmaPhase;
use causeway_domain::payments::{Direction, InternalInvoice, LayerName, TransactionType, reference_of};
use causeway_domain::platforms::CounterpartyField;
use causeway_domain::{Amount, Time};
use causeway_store::customers::CustomerRecord;
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::payments::{
    ChosenRail, IncomingUmaState, IncomingUmaTerms, NewPayment, PaymentRecord, PaymentState, PaymentTerms,
    SettlementTerms, Side, UmaTerms,
};
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::{Tx, external_accounts, internal_accounts};
use serde_json::{Map, Value as Json};

use crate::customers;
use crate::payments::checks::accounts::{check_active, is_payable};
use crate::payments::checks::needs;
use crate::payments::checks::price::{Rates, incoming_uma_price, incoming_uma_rates};
use crate::payments::incoming::approval;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::not_offered;
use crate::payments::rail::{offers, party};
use crate::ports::OrderParty;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;
use crate::uma::{errors, local_receiver};

/// A pay request of the sender's provider.
#[derive(Debug, Clone)]
pub struct PayRequest {
    /// UMA address.
    pub sender: String,
    pub receiver: CustomerId,
    /// The amount to arrive, before conversion.
    pub amount: Amount,
    /// Facts about the sender.
    pub payer: Map<String, Json>,
    /// Fields of the receiver that the provider asks for.
    pub payee_fields: Vec<CounterpartyField>,
    pub origin: PayOrigin,
}

/// The way by which a pay request arrived.
#[derive(Debug, Clone)]
pub enum PayOrigin {
    /// A call of the sandbox, without messages: its reply does not wait for the platform's decision (money 13.2).
    SandboxCall,
    /// A message after a discovery.
    Message {
        /// The payment that the discovery left. Its row is replaced.
        draft: Box<PaymentRecord>,
        layer: LayerName,
        /// `None` on a layer that moves the currency of the amount.
        settlement: Option<SettlementTerms>,
    },
}

/// The rates that price an incoming UMA payment.
#[derive(Debug)]
pub struct ReceivePreflight {
    rates: Result<Rates, ApiError>,
}

/// The account that an incoming UMA payment is credited to.
struct Target {
    account: AccountRef,
    currency: CurrencyCode,
    /// `None` within the service.
    external: Option<Box<ExternalAccountRecord>>,
}

/// Finds the account to be credited, and fetches the rates to its currency.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn gather(
    context: &Context,
    receiver: CustomerId,
    currency: CurrencyCode,
) -> Result<ReceivePreflight, ApiError> {
    let caller_context = context.clone();
    let read = move |tx: &mut Tx<'_>| {
        let customer = customers::peek_live(tx, caller_context.platform, receiver)?;
        let found = target(tx, &caller_context, &customer, currency)?;
        Ok::<_, ApiError>(found.map_or(currency, |target| target.currency))
    };
    let credited = context.app.store.read(read).await?;
    let world = context.app.ports.of(context.environment);
    Ok(ReceivePreflight { rates: incoming_uma_rates(world, currency, credited).await })
}

/// Processes a pay request: saves the payment, and asks its platform.
///
/// # Errors
/// `USER_NOT_FOUND`; `INVALID_CURRENCY`; `AMOUNT_OUT_OF_RANGE`; `WEBHOOK_ENDPOINT_NOT_SET`; `USER_NOT_READY`,
/// `END_USER_TERMS_NOT_ACCEPTED`; `INVALID_INPUT` with `ACCOUNT_NOT_ACTIVE`; `QUOTE_REQUEST_FAILED`;
/// `NOT_IMPLEMENTED` if no rail pays the external account of the receiver.
pub fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    preflight: &ReceivePreflight,
    request: PayRequest,
) -> Result<PaymentRecord, ApiError> {
    let payment = prepare(tx, context, preflight, request)?;
    let mut locked = LockedPayment::new(payment);
    locked.save(tx, context)?;
    ask(tx, context, &mut locked)?;
    Ok(locked.payment)
}

/// Checks a pay request and returns its payment. Writes nothing.
///
/// # Errors
/// The same as [`begin`].
pub(in crate::uma) fn prepare(
    tx: &mut Tx<'_>,
    context: &Context,
    preflight: &ReceivePreflight,
    request: PayRequest,
) -> Result<PaymentRecord, ApiError> {
    let customer = customers::get_live(tx, context.platform, request.receiver)?;
    let platform = platforms::get(tx, context.platform)?;
    check_amount(&platform, &customer, request.amount)?;
    if !context.has_endpoint && matches!(request.origin, PayOrigin::SandboxCall) {
        return Err(errors::no_endpoint());
    }
    let settings = Settings::of(tx, context)?;
    customers::readiness::check(&settings, &customer)?;
    let target = target(tx, context, &customer, request.amount.currency)?.ok_or_else(errors::no_account)?;
    if let AccountRef::Internal(id) = target.account {
        let account = internal_accounts::find(tx, context.platform, id)?.ok_or_else(errors::no_account)?;
        check_active("receiving", &account)?;
    }
    payment(context, preflight, &platform, &customer, &target, request)
}

/// Asks the platform to approve a stored payment. A platform without an endpoint cannot be asked, and the payment
/// fails.
pub(in crate::uma) fn ask(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if context.has_endpoint {
        approval::ask(tx, context, locked)
    } else {
        approval::fail_unasked(tx, context, locked)
    }
}

/// Checks that the receiver takes this amount of the currency.
fn check_amount(
    platform: &PlatformRecord,
    customer: &CustomerRecord,
    amount: Amount,
) -> Result<(), ApiError> {
    let takes = local_receiver::receivable(platform, customer);
    let Some(takes) = takes.iter().find(|one| one.currency == amount.currency) else {
        return Err(errors::not_receivable(amount.currency.as_str()));
    };
    if (takes.minimum..=takes.maximum).contains(&amount.minor) {
        Ok(())
    } else {
        Err(errors::amount_out_of_range(takes.minimum, takes.maximum, amount.currency.as_str()))
    }
}

/// Returns the account for a customer's incoming UMA payment in a currency: the external default account for
/// deposits, else the internal account in that currency, else the primary internal account (money 3.1, 10.4).
fn target(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &CustomerRecord,
    received: CurrencyCode,
) -> Result<Option<Target>, ApiError> {
    let platform = context.platform;
    let external = external_accounts::find_default_deposit(tx, platform, customer.id)?;
    if let Some(account) = external.filter(|account| is_payable(account.status)) {
        let id = account.id;
        let currency = account.currency;
        let external = Some(Box::new(account));
        return Ok(Some(Target { account: AccountRef::External(id), currency, external }));
    }
    let owner = Owner::Customer(customer.id);
    let mut account = internal_accounts::find_by_owner(tx, platform, owner, received)?;
    if let (None, Some(first)) = (&account, customer.currencies.first()) {
        account = internal_accounts::find_by_owner(tx, platform, owner, *first)?;
    }
    if account.is_none() {
        account = internal_accounts::find_oldest(tx, platform, owner)?;
    }
    Ok(account.map(|account| Target {
        account: AccountRef::Internal(account.account.id),
        currency: account.account.currency,
        external: None,
    }))
}

fn payment(
    context: &Context,
    preflight: &ReceivePreflight,
    platform: &PlatformRecord,
    customer: &CustomerRecord,
    target: &Target,
    request: PayRequest,
) -> Result<PaymentRecord, ApiError> {
    let rates = preflight.rates.as_ref().map_err(Clone::clone)?;
    let pair = (request.amount.currency, target.currency);
    let priced = incoming_uma_price(rates, request.amount.minor, pair.0, pair.1)?;
    let credited = Amount::new(priced.price.total_receiving, target.currency);
    let rail = match &target.external {
        Some(account) => {
            choose_rail(context, account, party::of(Some(customer), platform).as_ref(), credited)?
        }
        None => None,
    };
    let receiver = customers::uma_address(customer, platform, &context.app.deployment.uma_service_host);
    let is_missing = |field: &CounterpartyField| customers::fact(customer, field.name).is_none();
    let incoming_uma = IncomingUmaTerms {
        credit: target.account,
        payee_fields: request.payee_fields.into_iter().filter(is_missing).collect(),
    };
    let OriginTerms { id, created_at, sent, pay_request, layer, settlement } =
        OriginTerms::of(context, request.origin, request.amount);
    let is_exchanged = pair.0 != pair.1 && settlement.is_none();
    let source = Side::Uma { address: request.sender.clone(), currency: pair.0 };
    let destination = Side::Uma { address: receiver.clone(), currency: pair.1 };
    Ok(PaymentRecord::new(NewPayment {
        id,
        kind: TransactionType::Incoming,
        customer: Some(customer.id),
        platform_customer_id: customer.platform_customer_id.clone(),
        recipient: None,
        quote: None,
        reference: Some(reference_of(id)),
        terms: PaymentTerms {
            sent,
            received: Some(credited),
            fees: Some(0),
            exchange_rate: is_exchanged.then_some(priced.display_rate),
            rate_details: Some(priced.details),
            rail,
            uma: Some(UmaTerms {
                sender: Some(request.sender),
                receiver,
                pay_request,
                counterparty: request.payer,
                layer,
                settlement,
                incoming_uma: Some(incoming_uma),
            }),
            ..PaymentTerms::between(Direction::Credit, source, destination)
        },
        state: PaymentState {
            incoming_uma: Some(IncomingUmaState::NEW),
            ..PaymentState::new(IncomingUmaPhase::Created.into())
        },
        created_at,
    }))
}

/// Chooses the rail by which the money goes on to the receiver's external account. `payer` is the receiver
/// itself, which sends it on.
///
/// # Errors
/// `NOT_IMPLEMENTED` if no rail takes it; `INVALID_INPUT` with `ACCOUNT_NOT_ACTIVE` if the rail needs data that
/// the receiver or its account lacks.
pub(super) fn choose_rail(
    context: &Context,
    account: &ExternalAccountRecord,
    payer: Option<&OrderParty>,
    credited: Amount,
) -> Result<Option<ChosenRail>, ApiError> {
    let rail = offers::choose_rail(context, account, None, credited)?;
    let offer = offers::payout(context, account, rail.map(|chosen| chosen.rail), credited);
    let offer = offer.ok_or_else(|| not_offered("Paying out to the receiver's account"))?;
    needs::check(&offer, account, payer).map_err(|_| errors::no_account())?;
    Ok(rail)
}

/// The data of a payment that depend on the way of its pay request.
struct OriginTerms {
    id: TransactionId,
    created_at: Time,
    /// `None` if the sent amount is not known.
    sent: Option<Amount>,
    pay_request: Option<String>,
    layer: Option<LayerName>,
    settlement: Option<SettlementTerms>,
}

impl OriginTerms {
    fn of(context: &Context, origin: PayOrigin, amount: Amount) -> Self {
        match origin {
            PayOrigin::SandboxCall => Self {
                id: context.id(),
                created_at: context.now,
                sent: Some(amount),
                pay_request: None,
                layer: None,
                settlement: None,
            },
            PayOrigin::Message { draft, layer, settlement } => Self {
                id: draft.id,
                created_at: draft.created_at,
                // The sender's amount is on the other side of the settlement asset.
                sent: settlement.is_none().then_some(amount),
                pay_request: (layer == LayerName::Internal).then(|| internal_invoice(context, draft.id)),
                layer: Some(layer).filter(|layer| *layer != LayerName::Internal),
                settlement,
            },
        }
    }
}

fn internal_invoice(context: &Context, transaction: TransactionId) -> String {
    InternalInvoice { platform: context.platform, transaction }.to_string()
}
