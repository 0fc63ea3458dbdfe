//! `POST /sandbox/cards/{id}/simulate/…` (cards 9): each builds the event that an issuer would have sent, and takes it in by
//! the same entry point.

use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::ids::{CardId, CardTransactionId, Id};
use causeway_domain::payments::Direction;
use causeway_service::card_transactions::inbound::{self, IssuerEvent, Message, What};
use causeway_service::card_transactions::shown;
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

/// What a simulation answers: the card transaction as it is afterwards.
type Answered = Result<CardSimulation, ApiError>;

/// Asks the card for an amount to be held.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_CURRENCY`; `INVALID_AMOUNT`.
pub fn authorization(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> Answered {
    ask(tx, context, card, Message::Authorization, request)
}

/// Asks the card for an amount to be taken at once.
///
/// # Errors
/// As [`authorization`].
pub fn financial_authorization(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> Answered {
    ask(tx, context, card, Message::FinancialAuthorization, request)
}

/// Announces a credit.
///
/// # Errors
/// As [`authorization`].
pub fn credit_authorization(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> Answered {
    ask(tx, context, card, Message::CreditAuthorization, request)
}

/// Brings a credit at once.
///
/// # Errors
/// As [`authorization`].
pub fn financial_credit_authorization(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> Answered {
    ask(tx, context, card, Message::FinancialCreditAuthorization, request)
}

/// Reports a credit that was decided about already.
///
/// # Errors
/// As [`authorization`].
pub fn credit_authorization_advice(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationRequest,
) -> Answered {
    ask(tx, context, card, Message::CreditAuthorizationAdvice, request)
}

fn ask(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    message: Message,
    request: &SandboxCardAuthorizationRequest,
) -> Answered {
    let found = lock(tx, context, card)?;
    if request.currency.code != found.currency {
        let text = format!("The card is used in {}.", found.currency);
        return Err(ApiError::new(Code::InvalidCurrency, text).with("field", "currency.code"));
    }
    let merchant = merchant(&request.merchant);
    let what = What::Asked { message, amount: request.amount.into(), merchant };
    begin(tx, context, card, what)
}

/// Asks whether the card is good.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn balance_inquiry(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardBalanceInquiryRequest,
) -> Answered {
    let merchant = merchant(&request.merchant);
    begin(tx, context, card, What::Asked { message: Message::BalanceInquiry, amount: 0, merchant })
}

/// Changes what a card transaction is authorized for.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `TRANSACTION_NOT_FOUND`; `INVALID_INPUT` with `INVALID_TRANSACTION_STATE`; `INVALID_AMOUNT`.
pub fn authorization_advice(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardAuthorizationAdviceRequest,
) -> Answered {
    let record = find(tx, context, card, request.card_transaction_id)?;
    if record.direction != Direction::Debit || !is_open(&record) {
        return Err(inbound::wrong_state(&record));
    }
    go_on(tx, context, &record, What::Advice(request.amount.into()))
}

/// Clears a part of a card transaction, or all of it, or ends it.
///
/// # Errors
/// As [`authorization_advice`].
pub fn clearing(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardClearingRequest,
) -> Answered {
    let record = find(tx, context, card, request.card_transaction_id)?;
    // A real network may clear later; that is not simulated.
    if !is_open(&record) {
        return Err(inbound::wrong_state(&record));
    }
    go_on(tx, context, &record, What::Clearing { amount: request.amount.into(), merchant: None })
}

/// Gives back a part of a card transaction, or all of it.
///
/// # Errors
/// As [`authorization_advice`].
pub fn give_back(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardReturnRequest,
) -> Answered {
    let record = find(tx, context, card, request.card_transaction_id)?;
    go_on(tx, context, &record, What::Return(request.amount.into()))
}

/// Takes the latest return of a card transaction back.
///
/// # Errors
/// As [`authorization_advice`].
pub fn return_reversal(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    request: &SandboxCardTransactionRefRequest,
) -> Answered {
    let record = find(tx, context, card, request.card_transaction_id)?;
    go_on(tx, context, &record, What::ReturnReversal)
}

/// The card, locked: nothing else happens to its transactions meanwhile.
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

fn begin(tx: &mut Tx<'_>, context: &Context, card: CardId, what: What) -> Answered {
    let token: CardTransactionId = context.id();
    take(tx, context, card, token.uuid().to_string(), what)
}

fn go_on(tx: &mut Tx<'_>, context: &Context, record: &CardTransactionRecord, what: What) -> Answered {
    take(tx, context, record.card, record.token.clone(), what)
}

fn take(tx: &mut Tx<'_>, context: &Context, card: CardId, token: String, what: What) -> Answered {
    let event: Uuid = context.ids().uuid(context.now);
    let event = IssuerEvent { id: format!("sbx-{}", event.simple()), token, card, what };
    shown(&inbound::take(tx, context, &event)?)
}

fn merchant(sent: &CardMerchant) -> MerchantDoc {
    MerchantDoc {
        descriptor: sent.descriptor.as_str().to_owned(),
        mcc: sent.mcc.as_ref().map(|mcc| mcc.as_str().to_owned()),
        country: sent.country.as_ref().map(|country| country.as_str().to_owned()),
    }
}
