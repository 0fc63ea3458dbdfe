//! Payouts to Lightning payees in an environment without a node.

use std::sync::Arc;

use causeway_domain::ids::{Id, TransactionId};
use causeway_domain::{Amount, CurrencyCode};
use uuid::Uuid;

use super::scene::{OffersOf, context, lightning_address};
use crate::fixture::{Fixture, START};
use crate::payments::rail::lightning::{self, LightningOrder};
use crate::payments::rail::orders;
use crate::ports::{EveryOffer, Offers, PayoutOrder, RailError};

/// Builds the order to the node for a payout of a satoshi to a Lightning address.
async fn order(fixture: &Fixture, offers: Arc<dyn Offers>) -> Option<LightningOrder> {
    let context = context(fixture, offers).await;
    let payout = PayoutOrder {
        platform: fixture.platform,
        transaction: TransactionId::from_uuid(Uuid::from_u128(1)),
        quote: None,
        amount: Amount::new(1, CurrencyCode::BTC),
        rail: None,
        destination: orders::destination(lightning_address(), None),
        originator: None,
        remittance_information: None,
        purpose_of_payment: None,
        ordered_at: START,
        now: START,
    };
    fixture.write(move |tx| lightning::order(tx, &context, &payout)).await
}

/// Checks that a payout whose node was removed is neither submitted nor released: the node may have paid it.
#[tokio::test]
async fn a_payout_whose_node_is_gone_stays_with_it() {
    let fixture = Fixture::new().await;
    let rails = OffersOf { rails: Vec::new(), maximum: i64::MAX };
    let order = order(&fixture, Arc::new(rails)).await.unwrap();
    let world = &fixture.app.ports.sandbox;
    assert_eq!(order.address(), None, "no invoice is asked for");
    assert_eq!(order.submit(world).await, Err(RailError::NotAvailable));
    assert_eq!(order.status(world).await, Err(RailError::NotAvailable));
    assert_eq!(order.recall(world).await, Err(RailError::NotAvailable));
}

/// Checks that a payout rail which pays invoices has the payout.
#[tokio::test]
async fn a_rail_that_pays_invoices_has_the_payout() {
    let fixture = Fixture::new().await;
    assert!(order(&fixture, Arc::new(EveryOffer)).await.is_none());
}
