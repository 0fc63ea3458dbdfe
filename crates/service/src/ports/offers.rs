//! Offers of rails (money 1.5, 16): which payments they take, decided before a payment is written. They are queried
//! inside transactions and never block.

use std::fmt;
use std::sync::Arc;

use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::PlatformId;
use causeway_domain::{Amount, CurrencyCode};

/// The question to rails before a payment.
#[derive(Debug, Clone, Copy)]
pub struct OfferQuery<'a> {
    pub platform: PlatformId,
    /// The account type, such as `EUR_ACCOUNT`.
    pub account_type: &'a str,
    pub currency: CurrencyCode,
    /// The rail of the request; `None` if any rail will do, or the account type has none.
    pub rail: Option<PaymentRail>,
    /// `None` as long as it is not known.
    pub amount: Option<Amount>,
}

/// The offer of a rail that takes a payment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offer {
    /// Paths in `accountInfo`, or with the prefix `originator.` in the payer's data, that an order must have.
    pub needs: Vec<String>,
    /// Maximum length of a payout's remittance text in characters, 0 if the rail carries none; `None` without a limit.
    pub remittance_maximum: Option<usize>,
}

/// The offers of one instant. Requests and jobs keep the same ones from their beginning to their end.
pub trait Offers: fmt::Debug + Send + Sync {
    /// Returns the offer to pay out, or `None` if no rail takes it.
    fn payout(&self, query: &OfferQuery<'_>) -> Option<Offer>;

    /// Returns the offer to debit, or `None` if no rail takes it.
    fn debit(&self, query: &OfferQuery<'_>) -> Option<Offer>;

    /// Returns the needs of every route of this account type, for its registration.
    fn needs_of(&self, platform: PlatformId, account_type: &str) -> Vec<String>;

    /// Returns `true` if orders name the payer and inquiries the account: each costs a statement.
    fn wants_parties(&self) -> bool {
        false
    }

    /// Returns `true` if the payout rail takes invoices and Lightning addresses without a node, as the sandbox's does.
    fn pays_invoices(&self) -> bool {
        false
    }

    /// Returns `true` if postings name the rail account of their cash.
    fn has_rail_accounts(&self) -> bool {
        false
    }
}

/// The source of the present offers.
pub trait OfferSource: fmt::Debug + Send + Sync {
    /// Returns the present offers.
    fn current(&self) -> Arc<dyn Offers>;
}

/// The offers of a deployment without rails: none, so that calls answer `501 NOT_IMPLEMENTED`.
#[derive(Debug, Clone, Copy)]
pub struct NoOffers;

impl Offers for NoOffers {
    fn payout(&self, _: &OfferQuery<'_>) -> Option<Offer> {
        None
    }

    fn debit(&self, _: &OfferQuery<'_>) -> Option<Offer> {
        None
    }

    fn needs_of(&self, _: PlatformId, _: &str) -> Vec<String> {
        Vec::new()
    }
}

impl OfferSource for NoOffers {
    fn current(&self) -> Arc<dyn Offers> {
        Arc::new(*self)
    }
}

/// The offers of the sandbox: its rails take every payment.
#[derive(Debug, Clone, Copy)]
pub struct EveryOffer;

impl Offers for EveryOffer {
    fn payout(&self, _: &OfferQuery<'_>) -> Option<Offer> {
        Some(Offer::default())
    }

    fn debit(&self, _: &OfferQuery<'_>) -> Option<Offer> {
        Some(Offer::default())
    }

    fn needs_of(&self, _: PlatformId, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn pays_invoices(&self) -> bool {
        true
    }
}

impl OfferSource for EveryOffer {
    fn current(&self) -> Arc<dyn Offers> {
        Arc::new(*self)
    }
}
