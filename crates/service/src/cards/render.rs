//! A card as an API object: for responses, lists and events.

use causeway_domain::cards::CardForm;
use causeway_store::cards::CardRecord;
use causeway_wire::cards::Card;

use crate::runtime::money::instant;

/// Renders a card, without the URL of its number.
#[must_use]
pub fn card(record: &CardRecord) -> Card {
    let issued = record.issued.as_ref();
    Card {
        id: record.id,
        cardholder_id: record.customer,
        platform_card_id: record.platform_card_id.as_str().into(),
        state: record.phase.state(),
        state_reason: record.phase.reason().into(),
        brand: issued.map(|issued| issued.brand),
        form: CardForm::Virtual,
        last4: issued.map(|issued| issued.last4.as_str().into()),
        exp_month: issued.map(|issued| issued.exp_month),
        exp_year: issued.map(|issued| issued.exp_year),
        funding_sources: record.sources.iter().map(|source| source.account).collect(),
        max_spend_per_transaction: record.max_spend.map(Into::into).into(),
        currency: record.currency,
        processor_ref: issued.map(|issued| issued.processor_ref.as_str().into()),
        issuer_ref: issued.map(|issued| issued.issuer_ref.as_str().into()),
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
        pan_embed_url: None,
    }
}
