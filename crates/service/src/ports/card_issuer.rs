//! The issuer of cards, limited to the instructions that the service sends it (cards 14).

use std::fmt;

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, PlatformId};
use causeway_store::cards::{CardRecord, IssuedCard};
use causeway_store::customers::CustomerRecord;
use futures_util::future::{BoxFuture, FutureExt, ready};
use zeroize::Zeroize;

/// An issuer of cards. Jobs instruct it after the commit; its answers may be late or repeated.
pub trait CardIssuer: Send + Sync {
    /// Returns `true` if there is a card program; without one, no card can be requested.
    fn has_program(&self) -> bool;

    /// Returns why this account can never fund a card, or `None` if the issuer has no
    /// objection.
    fn source_refusal(&self, account: InternalAccountId) -> Option<SourceRefusal>;

    /// Orders a card. The card's id is the issuer's idempotency key: a repeated order is answered about the
    /// same card.
    fn provision<'a>(
        &'a self,
        order: &'a ProvisionOrder,
    ) -> BoxFuture<'a, Result<ProvisionAnswer, NoIssuerAnswer>>;

    /// Requests a short-lived URL that displays the card number (cards 6).
    fn mint_embed<'a>(&'a self, order: &'a EmbedOrder) -> BoxFuture<'a, Result<CardEmbed, NoIssuerAnswer>>;

    /// Reports a card's state to the issuer: paused, in use, or closed. The service's own state is
    /// authoritative already.
    fn set_state<'a>(&'a self, card: &'a CardRecord) -> BoxFuture<'a, Result<(), NoIssuerAnswer>>;
}

/// A card to be issued.
#[derive(Debug, Clone)]
pub struct ProvisionOrder {
    pub card: CardRecord,
    pub holder: CustomerRecord,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// An issuer's answer to an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProvisionAnswer {
    Accepted(IssuedCard),
    Rejected,
    /// Not decided yet; ask again from `poll_at`.
    Pending {
        /// On the platform's clock.
        poll_at: Time,
    },
}

/// A request for a URL that displays a card number.
pub struct EmbedOrder {
    pub platform: PlatformId,
    pub card: CardRecord,
    /// The service's own origin, for an issuer whose pages the service serves.
    pub origin: String,
    /// An unguessable token for the URL of such a page.
    pub token: String,
    /// The current time on the platform's clock.
    pub now: Time,
}

impl Drop for EmbedOrder {
    fn drop(&mut self) {
        self.token.zeroize();
    }
}

impl fmt::Debug for EmbedOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbedOrder").field("card", &self.card.id).finish_non_exhaustive()
    }
}

/// A URL that displays a card number. It is never logged.
#[derive(Clone)]
pub struct CardEmbed {
    pub url: String,
    /// The page shows nothing from this instant on.
    pub expires_at: Time,
}

impl fmt::Debug for CardEmbed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CardEmbed(…)")
    }
}

/// An error: the issuer could not be reached, or its answer is unclear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoIssuerAnswer;

/// The reason why an issuer refuses a funding account (cards 10.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceRefusal {
    /// The account's balance is too low.
    InsufficientBalance,
    AccountClosed,
}

/// The adapter of a deployment without a card program: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoCardIssuer;

impl CardIssuer for NoCardIssuer {
    fn has_program(&self) -> bool {
        false
    }

    fn source_refusal(&self, _: InternalAccountId) -> Option<SourceRefusal> {
        None
    }

    fn provision<'a>(
        &'a self,
        _: &'a ProvisionOrder,
    ) -> BoxFuture<'a, Result<ProvisionAnswer, NoIssuerAnswer>> {
        ready(Err(NoIssuerAnswer)).boxed()
    }

    fn mint_embed<'a>(&'a self, _: &'a EmbedOrder) -> BoxFuture<'a, Result<CardEmbed, NoIssuerAnswer>> {
        ready(Err(NoIssuerAnswer)).boxed()
    }

    fn set_state<'a>(&'a self, _: &'a CardRecord) -> BoxFuture<'a, Result<(), NoIssuerAnswer>> {
        ready(Err(NoIssuerAnswer)).boxed()
    }
}
