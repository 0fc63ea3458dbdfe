//! Issuer events (cards 14), and their stored form.

use causeway_domain::card_transactions::EventRefused;
use causeway_domain::ids::{CardId, CardTransactionId};
use causeway_store::card_transactions::{self as rows, CardTransactionRecord, EventRecord, MerchantDoc};
use causeway_store::{Error, Tx};
use serde_json::{Value as Json, json};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// An event reported by an issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuerEvent {
    /// The issuer's id of the event; the same on every retry.
    pub id: String,
    /// The issuer's token of the transaction.
    pub token: String,
    pub card: CardId,
    pub what: IssuerEventKind,
}

/// The content of an event. Amounts are smallest units of the card's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssuerEventKind {
    /// A request to the card.
    Request {
        message: Message,
        /// Amount requested; 0 for a balance inquiry.
        amount: i64,
        merchant: MerchantDoc,
    },
    /// The new authorized total.
    Advice(i64),
    /// A clearing; one without an authorization (force post) names the merchant.
    Clearing {
        /// Amount cleared; 0 if no more clearings follow.
        amount: i64,
        merchant: Option<MerchantDoc>,
    },
    /// The end of an authorization: it has expired, or was reversed entirely.
    Ended,
    /// A partial reversal by the merchant; this total is left.
    ReversedTo(i64),
    /// A return by the merchant.
    Return(i64),
    /// A reversal of the latest return.
    ReturnReversal,
}

impl IssuerEventKind {
    /// Returns `true` if the amount is possible. Issuers are believed about the event itself, but not about a
    /// negative amount.
    pub(super) fn has_sound_amount(&self) -> bool {
        match self {
            Self::Request { message: Message::BalanceInquiry, amount, .. } => *amount == 0,
            Self::Request { amount, .. } | Self::Advice(amount) | Self::Return(amount) => *amount > 0,
            Self::Clearing { amount, .. } | Self::ReversedTo(amount) => *amount >= 0,
            Self::Ended | Self::ReturnReversal => true,
        }
    }
}

/// The messages that make a request to a card (cards 8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// A request to hold an amount.
    Authorization,
    /// A request to debit an amount at once.
    FinancialAuthorization,
    /// An announcement of a credit.
    CreditAuthorization,
    /// A credit that is made at once.
    FinancialCreditAuthorization,
    /// A credit that was already decided elsewhere.
    CreditAuthorizationAdvice,
    /// A check that the card is valid.
    BalanceInquiry,
}

/// The reason why an event was not applied; it has changed nothing.
#[derive(Debug)]
pub(crate) enum EventError {
    /// The rules refuse it; contains the unchanged transaction, if there is one.
    Refused(EventRefused, Option<Box<CardTransactionRecord>>),
    /// The card, or the transaction of this card, does not exist.
    Unknown(ApiError),
    /// Any other error.
    Failed(ApiError),
}

impl From<ApiError> for EventError {
    fn from(failed: ApiError) -> Self {
        Self::Failed(failed)
    }
}

impl From<Error> for EventError {
    fn from(failed: Error) -> Self {
        Self::Failed(failed.into())
    }
}

/// Stores an event, before its effects are written.
pub(super) fn store(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    applied: Option<(CardTransactionId, u32)>,
) -> Result<(), Error> {
    let record = EventRecord {
        event: event.id.clone(),
        token: event.token.clone(),
        doc: document(event),
        applied,
        received_at: context.now,
    };
    rows::insert_event(tx, context.platform, &record)
}

/// Builds the stored document of an event, version 1.
fn document(event: &IssuerEvent) -> Json {
    let (kind, amount, merchant) = match &event.what {
        IssuerEventKind::Request { message, amount, merchant } => {
            (message.as_str(), Some(*amount), Some(merchant))
        }
        IssuerEventKind::Advice(total) => ("AUTHORIZATION_ADVICE", Some(*total), None),
        IssuerEventKind::Clearing { amount, merchant } => ("CLEARING", Some(*amount), merchant.as_ref()),
        IssuerEventKind::Ended => ("ENDED", None, None),
        IssuerEventKind::ReversedTo(total) => ("REVERSAL", Some(*total), None),
        IssuerEventKind::Return(amount) => ("RETURN", Some(*amount), None),
        IssuerEventKind::ReturnReversal => ("RETURN_REVERSAL", None, None),
    };
    json!({ "v": 1, "card": event.card, "kind": kind, "amount": amount, "merchant": merchant })
}

impl Message {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Authorization => "AUTHORIZATION",
            Self::FinancialAuthorization => "FINANCIAL_AUTHORIZATION",
            Self::CreditAuthorization => "CREDIT_AUTHORIZATION",
            Self::FinancialCreditAuthorization => "FINANCIAL_CREDIT_AUTHORIZATION",
            Self::CreditAuthorizationAdvice => "CREDIT_AUTHORIZATION_ADVICE",
            Self::BalanceInquiry => "BALANCE_INQUIRY",
        }
    }

    pub(super) const fn is_credit(self) -> bool {
        matches!(
            self,
            Self::CreditAuthorization | Self::FinancialCreditAuthorization | Self::CreditAuthorizationAdvice
        )
    }
}
