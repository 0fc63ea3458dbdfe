//! Inquiries to the outside world before a payment starts: do the rails take it, and is the locked rate still
//! honoured. Nothing moves.

use causeway_domain::ids::{AccountRef, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_store::payments::{PaymentTerms, Side};

use crate::ports::{DebitInquiry, PayoutInquiry, RailError, UmaInquiry, World};

/// The inquiries about one payment.
pub(crate) struct Precheck {
    platform: PlatformId,
    debit: Option<DebitInquiry>,
    payout: Option<PayoutInquiry>,
    uma: Option<UmaInquiry>,
    rate: Option<((CurrencyCode, CurrencyCode), Rate)>,
}

/// Builds the inquiry about a payment to a UMA address, or returns `None` for other payments and for
/// addresses of this deployment.
fn uma_inquiry(platform: PlatformId, terms: &PaymentTerms) -> Option<UmaInquiry> {
    let (Side::Uma { address, .. }, None) = (&terms.destination, terms.internal_invoice()) else {
        return None;
    };
    let amount = terms.received?;
    Some(UmaInquiry { platform, layer: terms.layer(), receiver: address.clone(), amount })
}

/// Returns the rate that the rate provider has to honour: to the asset, if another provider converts.
fn locked_rate(terms: &PaymentTerms) -> Option<((CurrencyCode, CurrencyCode), Rate)> {
    let conversion = terms.conversion?;
    let settlement = terms.uma.as_ref().and_then(|uma| uma.settlement);
    let (receiving, rate) = match settlement.and_then(|terms| Some((terms.asset, terms.rate_to_asset?))) {
        Some((asset, rate)) => (asset, Rate::try_new(rate).ok()?),
        None => (conversion.receiving, conversion.price.rate),
    };
    (conversion.sending != receiving).then_some(((conversion.sending, receiving), rate))
}

/// Asks the payout rail. Without one, only payees of the Lightning node were accepted, and a node tells only by
/// an attempt that it can pay.
async fn ask_payouts(world: &World, inquiry: &PayoutInquiry) -> Result<(), RailError> {
    match world.payouts.precheck(inquiry).await {
        Err(RailError::NotAvailable) if world.has_lightning_node() => Ok(()),
        answer => answer,
    }
}

/// The answer of the outside world about a payment that is about to start. It counts after everything else
/// that could be wrong with the payment (money 1.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PrecheckResult {
    Ready,
    /// The locked rate is no longer honoured.
    RateRefused,
    /// The named partner gave no answer.
    NoAnswer(&'static str),
}

impl Precheck {
    /// Builds the inquiries about a payment with a rate locked some time ago.
    pub(crate) fn of(platform: PlatformId, terms: &PaymentTerms) -> Self {
        Self { rate: locked_rate(terms), ..Self::of_new(platform, terms) }
    }

    /// Builds the inquiries about a payment with a fresh rate. Money that stays within the service needs
    /// none.
    pub(crate) fn of_new(platform: PlatformId, terms: &PaymentTerms) -> Self {
        let is_external = |account| matches!(account, Some(AccountRef::External(_)));
        let rail = terms.rail.map(|chosen| chosen.rail.as_str().to_owned());
        Self {
            platform,
            debit: terms.sent.filter(|_| is_external(terms.source.account())).map(|amount| DebitInquiry {
                platform,
                amount,
                account: None,
            }),
            payout: terms
                .received
                .filter(|_| is_external(terms.destination.account()))
                .map(|amount| PayoutInquiry { platform, amount, rail, account: None }),
            uma: uma_inquiry(platform, terms),
            rate: None,
        }
    }

    /// Asks rails and rate provider; the first refusal is returned.
    pub(crate) async fn ask(&self, world: &World) -> PrecheckResult {
        const NO_RAIL: PrecheckResult = PrecheckResult::NoAnswer("payment rail");
        if let Some(inquiry) = &self.debit
            && world.debits.precheck(inquiry).await.is_err()
        {
            return NO_RAIL;
        }
        if let Some(inquiry) = &self.payout
            && ask_payouts(world, inquiry).await.is_err()
        {
            return NO_RAIL;
        }
        if let Some(inquiry) = &self.uma {
            let Ok(layer) = world.layer(inquiry.layer) else { return NO_RAIL };
            if layer.precheck(inquiry).await.is_err() {
                return NO_RAIL;
            }
        }
        let Some(((sending, receiving), rate)) = self.rate else { return PrecheckResult::Ready };
        match world.rates.honours(self.platform, sending, receiving, rate).await {
            Ok(true) => PrecheckResult::Ready,
            Ok(false) => PrecheckResult::RateRefused,
            Err(_) => PrecheckResult::NoAnswer("rate provider"),
        }
    }
}
