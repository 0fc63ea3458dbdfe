//! The issuer of cards, as far as the service sends it something (cards 14).

use std::fmt;

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, PlatformId};
use causeway_store::cards::{CardRecord, IssuedCard};
use causeway_store::customers::CustomerRecord;
use futures_util::future::{BoxFuture, FutureExt, ready};
use zeroize::Zeroize;

/// An issuer of cards. It is instructed by jobs, after the commit; what it answers may be late, or come twice.
pub trait CardIssuer: Send + Sync {
    /// Whether there is a card program; without one no card can be asked for.
    fn has_program(&self) -> bool;

    /// Why an account cannot fund a card, whatever else is known of it.
    fn refuses_source(&self, account: InternalAccountId) -> Option<SourceRefusal>;

    /// Has a card issued. The card's id is the issuer's idempotency key: asked again, it answers about the same card.
    fn provision<'a>(
        &'a self,
        order: &'a ProvisionOrder,
    ) -> BoxFuture<'a, Result<ProvisionAnswer, NoIssuerAnswer>>;

    /// Has an address minted at which the number of a card is shown, for a short time (cards 6).
    fn mint_embed<'a>(&'a self, order: &'a EmbedOrder) -> BoxFuture<'a, Result<CardEmbed, NoIssuerAnswer>>;

    /// Reports to the issuer where a card stands: paused, in use, or closed. The service's own state decides already.
    fn set_state<'a>(&'a self, card: &'a CardRecord) -> BoxFuture<'a, Result<(), NoIssuerAnswer>>;
}

/// A card to be issued.
#[derive(Debug, Clone)]
pub struct ProvisionOrder {
    /// The card.
    pub card: CardRecord,
    /// Whose it is to be.
    pub holder: CustomerRecord,
    /// Now, on the platform's clock.
    pub at: Time,
}

/// What an issuer answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProvisionAnswer {
    /// It has issued the card.
    Accepted(IssuedCard),
    /// It does not issue the card.
    Rejected,
    /// It is still at it, and is to be asked again at this instant.
    Pending {
        /// Of the platform's clock.
        ask_at: Time,
    },
}

/// An address to be minted.
pub struct EmbedOrder {
    /// The platform.
    pub platform: PlatformId,
    /// The card.
    pub card: CardRecord,
    /// What the service's own addresses begin with, for an issuer whose pages the service shows.
    pub origin: String,
    /// What nobody can guess, for the address of such a page.
    pub token: String,
    /// Now, on the platform's clock.
    pub at: Time,
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

/// An address at which the number of a card is shown. It is logged nowhere.
#[derive(Clone)]
pub struct CardEmbed {
    /// The address.
    pub url: String,
    /// From when on it shows nothing.
    pub expires_at: Time,
}

impl fmt::Debug for CardEmbed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CardEmbed(…)")
    }
}

/// The issuer could not be reached, or what it answered is not clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoIssuerAnswer;

/// Why an issuer does not take an account (cards 10.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceRefusal {
    /// Its balance does not do.
    InsufficientBalance,
    /// It is closed.
    AccountClosed,
}

/// No card program: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoCardIssuer;

impl CardIssuer for NoCardIssuer {
    fn has_program(&self) -> bool {
        false
    }

    fn refuses_source(&self, _: InternalAccountId) -> Option<SourceRefusal> {
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
