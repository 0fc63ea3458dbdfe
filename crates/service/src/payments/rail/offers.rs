//! The offers for a payment to or from an external account (money 1.5, 10.1): by the environment's Lightning
//! node, or by a rail.

use causeway_domain::Amount;
use causeway_domain::external_accounts::PaymentRail;
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::payments::ChosenRail;

use super::{lightning, rails};
use crate::ports::{Offer, OfferQuery};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns the offer to pay `arriving` out to the account, or `None` if this deployment cannot. `rail` is
/// `None` if the account has no rails.
pub(crate) fn payout(
    context: &Context,
    account: &ExternalAccountRecord,
    rail: Option<PaymentRail>,
    arriving: Amount,
) -> Option<Offer> {
    if lightning::goes_over_node(context, account) {
        return Some(Offer::default());
    }
    if lightning::lacks_node(context, account) {
        return None;
    }
    context.offers.payout(&query(context, account, rail, arriving))
}

/// Returns the offer to debit the account, or `None` if this deployment cannot.
pub(crate) fn debit(context: &Context, account: &ExternalAccountRecord, amount: Amount) -> Option<Offer> {
    context.offers.debit(&query(context, account, None, amount))
}

/// Chooses the rail that takes `arriving` to the account: the one in the request, or else the first one with
/// an offer. If there is no offer, any rail is chosen as if there were one: the caller refuses the payment
/// after its other checks, because [`payout`] then returns `None`.
///
/// # Errors
/// `INVALID_INPUT` with `RAIL_NOT_SUPPORTED`.
pub(crate) fn choose_rail(
    context: &Context,
    account: &ExternalAccountRecord,
    requested: Option<PaymentRail>,
    arriving: Amount,
) -> Result<Option<ChosenRail>, ApiError> {
    let all = &account.doc.rails;
    let mut offered = all.clone();
    offered.retain(|rail| payout(context, account, Some(*rail), arriving).is_some());
    if offered.is_empty() {
        return rails::choose(all, requested, arriving);
    }
    rails::choose(&offered, requested, arriving).or_else(|_| rails::choose(all, requested, arriving))
}

fn query<'a>(
    context: &Context,
    account: &'a ExternalAccountRecord,
    rail: Option<PaymentRail>,
    amount: Amount,
) -> OfferQuery<'a> {
    OfferQuery {
        platform: context.platform,
        account_type: &account.account_type,
        currency: account.currency,
        rail,
        amount: Some(amount),
    }
}
