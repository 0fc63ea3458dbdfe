//! What issuers report (cards 14), and how it is stored.

use causeway_domain::card_transactions::NotApplied;
use causeway_domain::ids::{CardId, CardTransactionId};
use causeway_store::card_transactions::{self as rows, CardTransactionRecord, EventRecord, MerchantDoc};
use causeway_store::{Error, Tx};
use serde_json::{Value as Json, json};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// What an issuer reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuerEvent {
    /// The issuer's id of it; the same whenever it sends it again.
    pub id: String,
    /// What it calls the transaction.
    pub token: String,
    /// The card.
    pub card: CardId,
    /// What has happened.
    pub what: What,
}

/// What has happened at the network. Amounts are smallest units of the card's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The card is asked for something.
    Asked {
        /// In which way.
        message: Message,
        /// How much; of a balance inquiry 0.
        amount: i64,
        /// Where.
        merchant: MerchantDoc,
    },
    /// The authorized total is another one now.
    Advice(i64),
    /// Something was cleared; where nobody had asked for it, with the place (a force post).
    Clearing {
        /// How much; 0 where nothing more comes.
        amount: i64,
        /// Where.
        merchant: Option<MerchantDoc>,
    },
    /// Nothing more comes: it has expired, or was reversed as a whole.
    Ended,
    /// The merchant has reversed a part; this total is left.
    ReversedTo(i64),
    /// The merchant gives something back.
    Return(i64),
    /// The latest return is taken back.
    ReturnReversal,
}

impl What {
    /// Whether its amount can be one: issuers are believed what has happened, not that less than nothing has.
    pub(super) fn has_sound_amount(&self) -> bool {
        match self {
            Self::Asked { message: Message::BalanceInquiry, amount, .. } => *amount == 0,
            Self::Asked { amount, .. } | Self::Advice(amount) | Self::Return(amount) => *amount > 0,
            Self::Clearing { amount, .. } | Self::ReversedTo(amount) => *amount >= 0,
            Self::Ended | Self::ReturnReversal => true,
        }
    }
}

/// The messages by which a card is asked for something (cards 8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// An amount to be held.
    Authorization,
    /// An amount to be taken at once.
    FinancialAuthorization,
    /// A credit is announced.
    CreditAuthorization,
    /// A credit is brought at once.
    FinancialCreditAuthorization,
    /// A credit was decided about already.
    CreditAuthorizationAdvice,
    /// Whether the card is good.
    BalanceInquiry,
}

/// Why an event was not applied. Nothing has changed then.
#[derive(Debug)]
pub(crate) enum NotTaken {
    /// The rules refuse it; the transaction as it stands, where there is one.
    Refused(NotApplied, Option<Box<CardTransactionRecord>>),
    /// There is no such card, or no such transaction of it.
    Unknown(ApiError),
    /// Anything else.
    Failed(ApiError),
}

impl From<ApiError> for NotTaken {
    fn from(failed: ApiError) -> Self {
        Self::Failed(failed)
    }
}

impl From<Error> for NotTaken {
    fn from(failed: Error) -> Self {
        Self::Failed(failed.into())
    }
}

/// Stores an event: before what it changes is written.
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

/// The document of an event, version 1.
fn document(event: &IssuerEvent) -> Json {
    let (kind, amount, merchant) = match &event.what {
        What::Asked { message, amount, merchant } => (message.as_str(), Some(*amount), Some(merchant)),
        What::Advice(total) => ("AUTHORIZATION_ADVICE", Some(*total), None),
        What::Clearing { amount, merchant } => ("CLEARING", Some(*amount), merchant.as_ref()),
        What::Ended => ("ENDED", None, None),
        What::ReversedTo(total) => ("REVERSAL", Some(*total), None),
        What::Return(amount) => ("RETURN", Some(*amount), None),
        What::ReturnReversal => ("RETURN_REVERSAL", None, None),
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
