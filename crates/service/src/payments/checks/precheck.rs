//! Inquiries to the outside world before a payment starts: do the rails take it, and is the locked rate still
//! honoured. Nothing moves.

use causeway_domain::ids::{AccountRef, ExternalAccountId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::payments::{PaymentTerms, Side};
use causeway_store::{Error, Tx};

use crate::payments::rail::{inquiry, lightning, offers};
use crate::ports::{DebitInquiry, PayoutInquiry, RailError, UmaInquiry, World};
use crate::runtime::context::Context;

/// The result without an answer of a rail.
const NO_ANSWER: PrecheckResult = PrecheckResult::NoAnswer("payment rail");

/// The inquiries about one payment.
pub(crate) struct Precheck {
    platform: PlatformId,
    /// `false` if no rail takes the payment any more.
    is_offered: bool,
    debit: Option<DebitInquiry>,
    payout: Option<PayoutInquiry>,
    uma: Option<UmaInquiry>,
    rate: Option<((CurrencyCode, CurrencyCode), Rate)>,
}

/// The external accounts of a payment; `None` for an account of the service or a payer that pays in.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ExternalSides<'a> {
    pub(crate) source: Option<&'a ExternalAccountRecord>,
    pub(crate) destination: Option<&'a ExternalAccountRecord>,
}

/// Returns the external account of a side.
const fn external(account: Option<AccountRef>) -> Option<ExternalAccountId> {
    match account {
        Some(AccountRef::External(account)) => Some(account),
        Some(AccountRef::Internal(_)) | None => None,
    }
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

/// Returns the result for an error of a rail.
const fn refusal(error: RailError) -> PrecheckResult {
    match error {
        RailError::NotAvailable => PrecheckResult::NotOffered,
        RailError::Unclear => NO_ANSWER,
    }
}

/// The answer of the outside world about a payment that is about to start. It counts after everything else
/// that could be wrong with the payment (money 1.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PrecheckResult {
    Ready,
    /// The locked rate is no longer honoured.
    RateRefused,
    /// This deployment has no rail for the payment any more.
    NotOffered,
    /// The named partner gave no answer.
    NoAnswer(&'static str),
}

impl Precheck {
    /// Builds the inquiries about a payment with a rate locked some time ago. Reads its external accounts, if
    /// rails ask about them.
    pub(crate) fn read(tx: &mut Tx<'_>, context: &Context, terms: &PaymentTerms) -> Result<Self, Error> {
        let source = external(terms.source.account());
        let destination = external(terms.destination.account());
        let ids: Vec<_> = source.into_iter().chain(destination).collect();
        let found = if context.offers.wants_parties() {
            external_accounts::among(tx, context.platform, &ids)?
        } else {
            Vec::new()
        };
        let record = |id: Option<ExternalAccountId>| found.iter().find(|account| Some(account.id) == id);
        let sides = ExternalSides { source: record(source), destination: record(destination) };
        Ok(Self { rate: locked_rate(terms), ..Self::of_new(context, terms, sides) })
    }

    /// Builds the inquiries about a payment with a fresh rate. Money that stays within the service needs
    /// none. A Lightning node tells only by an attempt that it can pay.
    pub(crate) fn of_new(context: &Context, terms: &PaymentTerms, sides: ExternalSides<'_>) -> Self {
        let platform = context.platform;
        let wants_parties = context.offers.wants_parties();
        let ExternalSides { source, destination } =
            if wants_parties { sides } else { ExternalSides::default() };
        let chosen = terms.rail.map(|chosen| chosen.rail);
        let debited = terms.sent.filter(|_| external(terms.source.account()).is_some());
        let is_of_node = destination.is_some_and(|account| lightning::goes_over_node(context, account));
        let paid = terms.received.filter(|_| external(terms.destination.account()).is_some() && !is_of_node);
        let is_debited =
            |amount| source.is_none_or(|account| offers::debit(context, account, amount).is_some());
        let is_paid = |amount| {
            destination.is_none_or(|account| offers::payout(context, account, chosen, amount).is_some())
        };
        Self {
            platform,
            is_offered: debited.is_none_or(is_debited) && paid.is_none_or(is_paid),
            debit: debited.map(|amount| DebitInquiry {
                platform,
                amount,
                account: source.map(inquiry::account),
            }),
            payout: paid.map(|amount| PayoutInquiry {
                platform,
                amount,
                rail: chosen,
                account: destination.map(inquiry::account),
            }),
            uma: uma_inquiry(platform, terms),
            rate: None,
        }
    }

    /// Asks rails and rate provider; the first refusal is returned.
    pub(crate) async fn ask(&self, world: &World) -> PrecheckResult {
        if !self.is_offered {
            return PrecheckResult::NotOffered;
        }
        if let Some(inquiry) = &self.debit
            && let Err(error) = world.debits.precheck(inquiry).await
        {
            return refusal(error);
        }
        if let Some(inquiry) = &self.payout
            && let Err(error) = ask_payouts(world, inquiry).await
        {
            return refusal(error);
        }
        if let Some(inquiry) = &self.uma {
            let Ok(layer) = world.layer(inquiry.layer) else { return NO_ANSWER };
            if layer.precheck(inquiry).await.is_err() {
                return NO_ANSWER;
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
