//! A card as it is stored.

use causeway_domain::cards::{CardBrand, CardPhase, CardState, CardStateReason};
use causeway_domain::ids::{CardFundingSourceId, CardId, CustomerId, Id, InternalAccountId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Revision, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::database::listing::Position;
use crate::database::terms::Terms;
use crate::database::value::json_text;
use crate::{Error, Macs, Row};

/// A card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardRecord {
    /// Its id, and the issuer's idempotency key.
    pub id: CardId,
    /// The cardholder.
    pub customer: CustomerId,
    /// What the platform calls it; unique on the platform for good.
    pub platform_card_id: String,
    /// Whether the platform has chosen that.
    pub is_named_by_platform: bool,
    /// Where it stands.
    pub phase: CardPhase,
    /// In what it is used.
    pub currency: CurrencyCode,
    /// In what its sources hold money, as it was issued.
    pub funding_currency: CurrencyCode,
    /// The most that one debit may be, in the smallest unit of `currency`.
    pub max_spend: Option<i64>,
    /// What funds it, the first before the others; of a closed card, what did.
    pub sources: Vec<CardSource>,
    /// What the issuer has said of it; none before it accepts.
    pub issued: Option<IssuedCard>,
    /// When it was created.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

/// The binding of an account to a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSource {
    /// Its own id.
    pub binding: CardFundingSourceId,
    /// The account.
    pub account: InternalAccountId,
}

/// What the issuer says of a card that it has issued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IssuedCard {
    /// Whose network it is used in.
    pub brand: CardBrand,
    /// The last four digits of its number.
    pub last4: String,
    /// The month at whose end it expires, 1 to 12.
    pub exp_month: u8,
    /// The year of that month.
    pub exp_year: i16,
    /// What the processor calls it.
    pub processor_ref: String,
    /// What the issuer calls it.
    pub issuer_ref: String,
}

/// The document of a card, version 1.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CardDoc {
    v: u32,
    is_named_by_platform: bool,
    funding_currency: CurrencyCode,
    sources: Vec<CardSource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issued: Option<IssuedCard>,
}

impl CardRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }

    /// The binding of this account, if it funds the card.
    #[must_use]
    pub fn source_of(&self, account: InternalAccountId) -> Option<CardSource> {
        self.sources.iter().find(|source| source.account == account).copied()
    }

    /// What is authenticated: whose it is, whether and up to what it may be used, and what funds it.
    pub(super) fn terms(&self, platform: PlatformId) -> Result<Terms, Error> {
        let doc = CardDoc {
            v: 1,
            is_named_by_platform: self.is_named_by_platform,
            funding_currency: self.funding_currency,
            sources: self.sources.clone(),
            issued: self.issued.clone(),
        };
        Ok(self.terms_with(platform, json_text(&doc)?))
    }

    fn terms_with(&self, platform: PlatformId, document: String) -> Terms {
        let columns = json!({
            "customer": self.customer,
            "platform_card_id": self.platform_card_id,
            "state": self.phase.state(),
            "state_reason": self.phase.reason(),
            "currency": self.currency,
            "max_spend": self.max_spend,
            "created_at": self.created_at.millis(),
        })
        .to_string();
        Terms { table: "card", key: "card_id", platform, id: self.id.uuid().into(), columns, document }
    }
}

pub(crate) const COLUMNS: &str = "card.card_id, card.customer_id, card.platform_card_id, card.state, \
                                  card.state_reason, card.currency, card.max_spend, card.doc, card.created_at, \
                                  card.updated_at, card.mac AS card_mac";

/// A card that this service wrote; nothing is decided by any other.
pub(super) fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<CardRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// A card as it stands there, with what is authenticated of it and its code.
pub(crate) fn read_raw(platform: PlatformId, row: &Row<'_>) -> Result<(CardRecord, Terms, Vec<u8>), Error> {
    let (text, doc): (_, CardDoc) = row.document("doc")?;
    let state: CardState = row.parsed("state")?;
    let reason: Option<String> = row.get("state_reason")?;
    let reason = reason.map(|reason| reason.parse::<CardStateReason>()).transpose();
    let reason = reason.map_err(|_| Error::Data("column state_reason: not a reason".to_owned()))?;
    let phase = CardPhase::of(state, reason)
        .ok_or_else(|| Error::Data("the state of a card does not fit its reason".to_owned()))?;
    let record = CardRecord {
        id: row.get("card_id")?,
        customer: row.get("customer_id")?,
        platform_card_id: row.get("platform_card_id")?,
        is_named_by_platform: doc.is_named_by_platform,
        phase,
        currency: row.get("currency")?,
        funding_currency: doc.funding_currency,
        max_spend: row.get("max_spend")?,
        sources: doc.sources,
        issued: doc.issued,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    };
    let terms = record.terms_with(platform, text);
    Ok((record, terms, row.get("card_mac")?))
}
