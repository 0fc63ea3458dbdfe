//! Stored form of cards.

use causeway_domain::cards::{CardBrand, CardPhase, CardState, CardStateReason};
use causeway_domain::ids::{CardFundingSourceId, CardId, CustomerId, Id, InternalAccountId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Revision, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::database::listing::Position;
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Macs, Row};

/// A card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardRecord {
    /// Also the idempotency key at the issuer.
    pub id: CardId,
    pub customer: CustomerId,
    /// The platform's own id of the card. Unique on the platform, closed cards included.
    pub platform_card_id: String,
    /// `true` if the platform chose `platform_card_id`.
    pub is_named_by_platform: bool,
    pub phase: CardPhase,
    /// Currency of the card's transactions.
    pub currency: CurrencyCode,
    /// Currency of its funding sources at issuance.
    pub funding_currency: CurrencyCode,
    /// Limit per debit, in minor units of `currency`.
    pub max_spend: Option<i64>,
    /// Funding sources in order of priority; for a closed card, those at the time of closing.
    pub sources: Vec<CardSource>,
    /// The issuer's data; `None` until the issuer accepts the card.
    pub issued: Option<IssuedCard>,
    pub created_at: Time,
    pub updated_at: Revision,
}

/// The binding of an account to a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSource {
    pub binding: CardFundingSourceId,
    pub account: InternalAccountId,
}

/// The issuer's data about an issued card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IssuedCard {
    /// The card network.
    pub brand: CardBrand,
    /// Last four digits of the card number.
    pub last4: String,
    /// 1 to 12. The card expires at the end of this month.
    pub exp_month: u8,
    pub exp_year: i16,
    /// The processor's id of the card.
    pub processor_ref: String,
    /// The issuer's id of the card.
    pub issuer_ref: String,
}

/// Stored document of a card, version 1.
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
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }

    /// Returns the binding of the account, or `None` if it does not fund the card.
    #[must_use]
    pub fn source_of(&self, account: InternalAccountId) -> Option<CardSource> {
        self.sources.iter().find(|source| source.account == account).copied()
    }

    /// Returns the authenticated columns: owner, state, limit and funding sources.
    pub(super) fn terms(&self, platform: PlatformId) -> Result<AuthenticatedColumns, Error> {
        let doc = CardDoc {
            v: 1,
            is_named_by_platform: self.is_named_by_platform,
            funding_currency: self.funding_currency,
            sources: self.sources.clone(),
            issued: self.issued.clone(),
        };
        Ok(self.terms_with(platform, json_text(&doc)?))
    }

    fn terms_with(&self, platform: PlatformId, document: String) -> AuthenticatedColumns {
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
        AuthenticatedColumns {
            table: "card",
            key: "card_id",
            platform,
            id: self.id.uuid().into(),
            columns,
            document,
        }
    }
}

pub(crate) const COLUMNS: &str = "card.card_id, card.customer_id, card.platform_card_id, card.state, \
                                  card.state_reason, card.currency, card.max_spend, card.doc, card.created_at, \
                                  card.updated_at, card.mac AS card_mac";

/// Returns a row reader that verifies the MAC of each card.
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

/// Reads a card as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(CardRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, doc): (_, CardDoc) = row.document("doc")?;
    let state: CardState = row.parsed("state")?;
    let reason: Option<String> = row.get("state_reason")?;
    let reason = reason.map(|reason| reason.parse::<CardStateReason>()).transpose();
    let reason = reason.map_err(|_| Error::Data("column state_reason: not a reason".to_owned()))?;
    let phase = CardPhase::of(state, reason)
        .ok_or_else(|| Error::Data("column state_reason: does not match the state of the card".to_owned()))?;
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
