//! Stored form of card transactions.

use causeway_domain::card_transactions::{CardDeclineReason, CardTransactionStatus, Figures, Tally};
use causeway_domain::ids::{
    CardId, CardTransactionId, CustomerId, Id, InternalAccountId, JobId, PlatformId, TransactionId,
};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::Direction;
use causeway_domain::{Amount, Revision, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::database::listing::Position;
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Macs, Row};

/// A card transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardTransactionRecord {
    pub id: CardTransactionId,
    pub card: CardId,
    pub customer: CustomerId,
    /// The platform's own id of the cardholder.
    pub platform_customer_id: String,
    /// The funding source.
    pub account: InternalAccountId,
    /// The issuer's id of the transaction.
    pub token: String,
    /// Debit or credit of the account.
    pub direction: Direction,
    pub status: CardTransactionStatus,
    /// `None` if the transaction was not declined.
    pub decline_reason: Option<CardDeclineReason>,
    pub merchant: MerchantDoc,
    /// The card's currency. All amounts are in it.
    pub currency: CurrencyCode,
    /// Currency of the funding source.
    pub funding_currency: CurrencyCode,
    pub figures: Figures,
    /// Number of network events applied.
    pub events: u32,
    /// Time of the latest event; `None` if only the first was applied.
    pub last_event_at: Option<Time>,
    /// End of the hold; `None` if it does not end by itself.
    pub hold_ends_at: Option<Time>,
    /// The job that ends the hold.
    pub hold_job: Option<JobId>,
    /// Time of the authorization decision.
    pub created_at: Time,
    pub updated_at: Revision,
}

/// The merchant, as sent by the network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MerchantDoc {
    /// Name on statements.
    pub descriptor: String,
    /// Merchant category code, four digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mcc: Option<String>,
    /// Two letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
}

/// Stored document of a card transaction, version 1.
#[derive(Debug, Serialize, Deserialize)]
struct Doc {
    v: u32,
    platform_customer_id: String,
    merchant: MerchantDoc,
    currency: CurrencyCode,
    funding_currency: CurrencyCode,
    #[serde(skip_serializing_if = "Option::is_none")]
    decline_reason: Option<CardDeclineReason>,
    figures: FiguresDoc,
    events: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_event_at: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hold_ends_at: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hold_job: Option<JobId>,
}

#[derive(Debug, Serialize, Deserialize)]
struct FiguresDoc {
    authorized: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    settled: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refunded: Option<i64>,
    held: i64,
    shortfall: i64,
    suspended: i64,
    credited: i64,
    pulls: u32,
    pulled: i64,
    pending_pulls: u32,
    clearings: u32,
    returns: u32,
}

impl CardTransactionRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }

    /// Returns the key of this transaction in the ledger.
    #[must_use]
    pub fn ledger_key(&self) -> TransactionId {
        TransactionId::from_uuid(self.id.uuid())
    }

    /// Returns `true` if an operator can collect a part of a clearing that the service carries (cards 8.6).
    #[must_use]
    pub fn has_shortfall(&self) -> bool {
        self.direction == Direction::Debit
            && self.status == CardTransactionStatus::Exception
            && self.figures.shortfall > 0
    }

    /// Returns minor units as an amount in the card's currency.
    #[must_use]
    pub const fn amount(&self, minor: i64) -> Amount {
        Amount::new(minor, self.currency)
    }

    /// Returns the authenticated columns: all except `updated_at`.
    pub(super) fn terms(&self, platform: PlatformId) -> Result<AuthenticatedColumns, Error> {
        let figures = self.figures;
        let doc = Doc {
            v: 1,
            platform_customer_id: self.platform_customer_id.clone(),
            merchant: self.merchant.clone(),
            currency: self.currency,
            funding_currency: self.funding_currency,
            decline_reason: self.decline_reason,
            figures: FiguresDoc {
                authorized: figures.authorized,
                settled: figures.settled,
                refunded: figures.refunded,
                held: figures.held,
                shortfall: figures.shortfall,
                suspended: figures.suspended,
                credited: figures.credited,
                pulls: figures.pulls.count,
                pulled: figures.pulls.amount,
                pending_pulls: figures.pending_pulls,
                clearings: figures.clearings,
                returns: figures.returns,
            },
            events: self.events,
            last_event_at: self.last_event_at.map(Time::millis),
            hold_ends_at: self.hold_ends_at.map(Time::millis),
            hold_job: self.hold_job,
        };
        Ok(self.terms_with(platform, json_text(&doc)?))
    }

    fn terms_with(&self, platform: PlatformId, document: String) -> AuthenticatedColumns {
        let columns = json!({
            "card": self.card,
            "customer": self.customer,
            "account": self.account,
            "token": self.token,
            "direction": self.direction,
            "status": self.status,
            "created_at": self.created_at.millis(),
        })
        .to_string();
        AuthenticatedColumns {
            table: "card_transaction",
            key: "transaction_id",
            platform,
            id: self.id.uuid().into(),
            columns,
            document,
        }
    }
}

pub(crate) const COLUMNS: &str = "card_transaction.transaction_id, card_transaction.card_id, \
     card_transaction.customer_id, card_transaction.account_id, card_transaction.issuer_token, \
     card_transaction.direction, card_transaction.status, card_transaction.doc, card_transaction.created_at, \
     card_transaction.updated_at, card_transaction.mac AS card_transaction_mac";

/// Returns a row reader that verifies the MAC of each card transaction.
pub(super) fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<CardTransactionRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Reads a card transaction as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(CardTransactionRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, doc): (_, Doc) = row.document("doc")?;
    let record = CardTransactionRecord {
        id: row.get("transaction_id")?,
        card: row.get("card_id")?,
        customer: row.get("customer_id")?,
        platform_customer_id: doc.platform_customer_id,
        account: row.get("account_id")?,
        token: row.get("issuer_token")?,
        direction: row.parsed("direction")?,
        status: row.parsed("status")?,
        decline_reason: doc.decline_reason,
        merchant: doc.merchant,
        currency: doc.currency,
        funding_currency: doc.funding_currency,
        figures: figures(&doc.figures),
        events: doc.events,
        last_event_at: doc.last_event_at.map(Time::from_millis),
        hold_ends_at: doc.hold_ends_at.map(Time::from_millis),
        hold_job: doc.hold_job,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    };
    let terms = record.terms_with(platform, text);
    Ok((record, terms, row.get("card_transaction_mac")?))
}

fn figures(doc: &FiguresDoc) -> Figures {
    Figures {
        authorized: doc.authorized,
        settled: doc.settled,
        refunded: doc.refunded,
        held: doc.held,
        shortfall: doc.shortfall,
        suspended: doc.suspended,
        credited: doc.credited,
        pulls: Tally { count: doc.pulls, amount: doc.pulled },
        pending_pulls: doc.pending_pulls,
        clearings: doc.clearings,
        returns: doc.returns,
    }
}
