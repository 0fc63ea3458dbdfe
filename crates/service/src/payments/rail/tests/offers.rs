//! The choice of a rail among the offers.

use std::sync::Arc;

use causeway_domain::external_accounts::PaymentRail;

use super::scene::{OffersOf, context, dollar_account, lightning_address, usd};
use crate::fixture::Fixture;
use crate::payments::rail::offers;
use crate::ports::{EveryOffer, Offers};

/// Returns the rail that is chosen for a dollar account, and `true` if there is an offer for it.
async fn choice(
    offers: Arc<dyn Offers>,
    requested: Option<PaymentRail>,
    minor: i64,
) -> Option<(PaymentRail, bool)> {
    let fixture = Fixture::new().await;
    let context = context(&fixture, offers).await;
    let account = dollar_account();
    let chosen = offers::choose_rail(&context, &account, requested, usd(minor)).ok()??;
    let offer = offers::payout(&context, &account, Some(chosen.rail), usd(minor));
    assert_eq!(chosen.is_manual, requested.is_some());
    Some((chosen.rail, offer.is_some()))
}

fn only(rails: &[PaymentRail]) -> Arc<dyn Offers> {
    Arc::new(OffersOf { rails: rails.to_vec(), maximum: 1_000 })
}

/// Checks that the first rail with an offer is chosen, and not the account's first one.
#[tokio::test]
async fn the_first_offered_rail_is_chosen() {
    let ach_and_wire = || only(&[PaymentRail::Wire, PaymentRail::Ach]);
    assert_eq!(choice(ach_and_wire(), None, 1_000).await, Some((PaymentRail::Ach, true)));
    assert_eq!(choice(ach_and_wire(), Some(PaymentRail::Wire), 1_000).await, Some((PaymentRail::Wire, true)));
    assert_eq!(choice(Arc::new(EveryOffer), None, 1_000).await, Some((PaymentRail::Rtp, true)));
}

/// Checks that a payment without an offer has a rail like any other, so that only the missing offer refuses it.
#[tokio::test]
async fn without_an_offer_a_rail_is_chosen_that_has_none() {
    let ach = || only(&[PaymentRail::Ach]);
    assert_eq!(choice(only(&[]), None, 1_000).await, Some((PaymentRail::Rtp, false)));
    assert_eq!(choice(ach(), Some(PaymentRail::Rtp), 1_000).await, Some((PaymentRail::Rtp, false)));
    assert_eq!(choice(ach(), None, 1_001).await, Some((PaymentRail::Rtp, false)), "the amount is too large");
}

/// Checks that a rail which does not reach the account is refused for itself.
#[tokio::test]
async fn a_rail_of_other_accounts_is_not_supported() {
    for offers in [only(&[PaymentRail::Ach]), only(&[]), Arc::new(EveryOffer)] {
        assert_eq!(choice(offers, Some(PaymentRail::Sepa), 1_000).await, None);
    }
}

/// Checks that no rail gets the payment to a Lightning address without a node, unless it pays invoices itself.
#[tokio::test]
async fn a_lightning_address_is_for_a_node() {
    let fixture = Fixture::new().await;
    let account = lightning_address();
    let some = context(&fixture, only(&[PaymentRail::Ach])).await;
    assert_eq!(offers::payout(&some, &account, None, usd(1)), None);
    let every = context(&fixture, Arc::new(EveryOffer)).await;
    assert!(offers::payout(&every, &account, None, usd(1)).is_some());
}
