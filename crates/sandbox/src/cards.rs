//! The simulated card issuer (cards 2.2, 14). Its answers follow from the card; it stores only the pages with
//! card numbers that it was asked for.

use causeway_domain::Date;
use causeway_domain::cards::{CardBrand, EXPIRY_YEARS};
use causeway_domain::ids::{Id, InternalAccountId};
use causeway_service::ports::{
    CardEmbed, CardIssuer, EmbedOrder, NoIssuerAnswer, ProvisionAnswer, ProvisionOrder, SourceRefusal,
};
use causeway_service::runtime::hex;
use causeway_store::Store;
use causeway_store::cards::{CardRecord, IssuedCard};
use futures_util::future::{BoxFuture, FutureExt, ready};
use sha2::{Digest, Sha256};

use crate::card_page;
use crate::magic::{CardScenario, SLOW_CARD, card_scenario, last_four, refused_source};

/// A card issuer that acts by the last three characters of a card's name.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedIssuer {
    store: Store,
}

impl SimulatedIssuer {
    pub(crate) const fn new(store: Store) -> Self {
        Self { store }
    }
}

/// Returns the name that selects the scenario: the platform's id for the card, or the cardholder's id if the
/// platform gave none.
fn name(card: &CardRecord) -> String {
    if card.is_named_by_platform { card.platform_card_id.clone() } else { card.customer.to_string() }
}

fn answer(order: &ProvisionOrder) -> Result<ProvisionAnswer, NoIssuerAnswer> {
    let ready_at = order.card.created_at.plus(SLOW_CARD);
    match card_scenario(&name(&order.card)) {
        CardScenario::Unanswered => Err(NoIssuerAnswer),
        CardScenario::Rejected => Ok(ProvisionAnswer::Rejected),
        CardScenario::Slow if order.now < ready_at => Ok(ProvisionAnswer::Pending { poll_at: ready_at }),
        CardScenario::Slow | CardScenario::Issued => Ok(ProvisionAnswer::Accepted(issue(order))),
    }
}

fn issue(order: &ProvisionOrder) -> IssuedCard {
    let digest = hex::encode(&Sha256::digest(order.card.id.uuid().as_bytes()));
    IssuedCard {
        brand: CardBrand::Visa,
        last4: last_four(&name(&order.card)),
        exp_month: 12,
        exp_year: Date::of(order.now).year().saturating_add(EXPIRY_YEARS),
        processor_ref: format!("card_{}", &digest[..12]),
        issuer_ref: format!("issuer_card_{}", &digest[12..20]),
    }
}

impl CardIssuer for SimulatedIssuer {
    fn has_program(&self) -> bool {
        true
    }

    fn source_refusal(&self, account: InternalAccountId) -> Option<SourceRefusal> {
        refused_source(&account.to_string())
    }

    fn provision<'a>(
        &'a self,
        order: &'a ProvisionOrder,
    ) -> BoxFuture<'a, Result<ProvisionAnswer, NoIssuerAnswer>> {
        ready(answer(order)).boxed()
    }

    fn mint_embed<'a>(&'a self, order: &'a EmbedOrder) -> BoxFuture<'a, Result<CardEmbed, NoIssuerAnswer>> {
        card_page::mint(&self.store, order).boxed()
    }

    fn set_state<'a>(&'a self, _: &'a CardRecord) -> BoxFuture<'a, Result<(), NoIssuerAnswer>> {
        ready(Ok(())).boxed()
    }
}
