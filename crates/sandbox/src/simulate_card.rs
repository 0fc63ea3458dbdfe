//! `POST /sandbox/cards/{id}/simulate/…` (cards 9): each operation builds the event that an issuer would
//! send, and applies it through the same entry point.

use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::ids::{CardId, CardTransactionId, Id};
use causeway_domain::payments::Direction;
use causeway_service::card_transactions::card_simulation;
use causeway_service::card_transactions::inbound::{self, IssuerEvent, IssuerEventKind, Message};
use causeway_service::{ApiError, Context};
use causeway_store::Tx;
use causeway_store::card_transactions::{self as rows, CardTransactionRecord, MerchantDoc};
use causeway_store::cards::{self, CardRecord};
use causeway_wire::Code;
use causeway_wire::sandbox::{
    SandboxCardAuthorizationAdviceRequest, SandboxCardAuthorizationRequest, SandboxCardBalanceInquiryRequest,
    SandboxCardClearingRequest, SandboxCardReturnRequest, SandboxCardTransactionRefRequest,
};
use causeway_wire::transactions::{CardMerchant, CardSimulation};
use uuid::Uuid;

/// The answer of a simulation: the card transaction after the event.
type SimulationResult = Result<CardSimulation, ApiError>;

/// Requests an authorization that holds an amount.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_CURRENCY`; `INVALID_AMOUNT`.
pub fn authorization(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> SimulationResult {
    request_authorization(tx, context, card, Message::Authorization, request)
}

/// Requests an authorization that takes the amount at once.
///
/// # Errors
/// The same as [`authorization`].
pub fn financial_authorization(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> SimulationResult {
    request_authorization(tx, context, card, Message::FinancialAuthorization, request)
}

/// Requests the authorization of a credit that will follow.
///
/// # Errors
/// The same as [`authorization`].
pub fn credit_authorization(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> SimulationResult {
    request_authorization(tx, context, card, Message::CreditAuthorization, request)
}

/// Requests the authorization of a credit that is posted at once.
///
/// # Errors
/// The same as [`authorization`].
pub fn financial_credit_authorization(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> SimulationResult {
    request_authorization(tx, context, card, Message::FinancialCreditAuthorization, request)
}

/// Reports a credit that has already been decided.
///
/// # Errors
/// The same as [`authorization`].
pub fn credit_authorization_advice(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> SimulationResult {
    request_authorization(tx, context, card, Message::CreditAuthorizationAdvice, request)
}

fn request_authorization(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    message: Message,
    request: &SandboxCardAuthorizationRequest,
) -> SimulationResult {
    let found = lock(tx, context, card)?;
    if request.currency.code != found.currency {
        let text = format!("The card is used in {}.", found.currency);
        return Err(ApiError::new(Code::InvalidCurrency, text).with("field", "currency.code"));
    }
    let merchant = merchant(&request.merchant);
    let what = IssuerEventKind::Request { message, amount: request.amount.into(), merchant };
    start_transaction(tx, context, card, what)
}

/// Checks that the card is valid, by an inquiry without an amount.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn balance_inquiry(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardBalanceInquiryRequest,
) -> SimulationResult {
    let merchant = merchant(&request.merchant);
    start_transaction(
        tx,
        context,
        card,
        IssuerEventKind::Request { message: Message::BalanceInquiry, amount: 0, merchant },
    )
}

/// Changes the authorized amount of an open card debit.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `TRANSACTION_NOT_FOUND`; `INVALID_INPUT` with `INVALID_TRANSACTION_STATE`;
/// `INVALID_AMOUNT`.
pub fn authorization_advice(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationAdviceRequest,
) -> SimulationResult {
    let record = find(tx, context, card, request.card_transaction_id)?;
    if record.direction != Direction::Debit || !is_open(&record) {
        return Err(inbound::wrong_state(&record));
    }
    continue_transaction(tx, context, &record, IssuerEventKind::Advice(request.amount.into()))
}

/// Clears a card transaction partly or in full, or ends it.
///
/// # Errors
/// The same as [`authorization_advice`].
pub fn clearing(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardClearingRequest,
) -> SimulationResult {
    let record = find(tx, context, card, request.card_transaction_id)?;
    // Late clearing, which real networks do, is not simulated.
    if !is_open(&record) {
        return Err(inbound::wrong_state(&record));
    }
    continue_transaction(
        tx,
        context,
        &record,
        IssuerEventKind::Clearing { amount: request.amount.into(), merchant: None },
    )
}

/// Returns a part of a card transaction, or all of it, to the card.
///
/// # Errors
/// The same as [`authorization_advice`].
pub fn card_return(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardReturnRequest,
) -> SimulationResult {
    let record = find(tx, context, card, request.card_transaction_id)?;
    continue_transaction(tx, context, &record, IssuerEventKind::Return(request.amount.into()))
}

/// Reverses the latest return of a card transaction.
///
/// # Errors
/// The same as [`authorization_advice`].
pub fn return_reversal(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardTransactionRefRequest,
) -> SimulationResult {
    let record = find(tx, context, card, request.card_transaction_id)?;
    continue_transaction(tx, context, &record, IssuerEventKind::ReturnReversal)
}

/// Locks the card, so that no other event of its transactions is applied concurrently.
fn lock(tx: &mut Tx<'_>, context: &Context, card: CardId) -> Result<CardRecord, ApiError> {
    cards::lock(tx, context.platform, card)?.ok_or_else(ApiError::not_found::<CardId>)
}

fn find(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    id: CardTransactionId,
) -> Result<CardTransactionRecord, ApiError> {
    lock(tx, context, card)?;
    let found = rows::find(tx, context.platform, id)?.filter(|record| record.card == card);
    found.ok_or_else(ApiError::not_found::<CardTransactionId>)
}

const fn is_open(record: &CardTransactionRecord) -> bool {
    matches!(record.status, CardTransactionStatus::Authorized | CardTransactionStatus::PartiallySettled)
}

fn start_transaction(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    what: IssuerEventKind,
) -> SimulationResult {
    let token: CardTransactionId = context.id();
    apply_event(tx, context, card, token.uuid().to_string(), what)
}

fn continue_transaction(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CardTransactionRecord,
    what: IssuerEventKind,
) -> SimulationResult {
    apply_event(tx, context, record.card, record.token.clone(), what)
}

fn apply_event(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    token: String,
    what: IssuerEventKind,
) -> SimulationResult {
    let event: Uuid = context.ids().uuid(context.now);
    let event = IssuerEvent { id: format!("sbx-{}", event.simple()), token, card, what };
    card_simulation(&inbound::apply(tx, context, &event)?)
}

fn merchant(sent: &CardMerchant) -> MerchantDoc {
    MerchantDoc {
        descriptor: sent.descriptor.as_str().to_owned(),
        mcc: sent.mcc.as_ref().map(|mcc| mcc.as_str().to_owned()),
        country: sent.country.as_ref().map(|country| country.as_str().to_owned()),
    }
}
