//! The movements of cash that postings leave by rail account.

use std::sync::Arc;

use causeway_domain::ids::{Id, InternalAccountId, PlatformId, RailId, TransactionId};
use causeway_domain::postings::{self, Posting, TransferOut};
use causeway_domain::{Amount, CurrencyCode};
use causeway_rail_protocol::values::OrderKind;
use causeway_store::rails::{PinnedRail, RailOrderRecord, StoredState, cash, orders};
use uuid::Uuid;

use crate::fixture::{Fixture, START};
use crate::internal_accounts::ledger::{Reason, book_all};
use crate::ports::{NoOffers, Offer, OfferQuery, Offers};
use crate::runtime::context::Context;

/// The offers of a deployment with rails.
#[derive(Debug)]
struct RailOffers;

impl Offers for RailOffers {
    fn payout(&self, _: &OfferQuery<'_>) -> Option<Offer> {
        None
    }

    fn debit(&self, _: &OfferQuery<'_>) -> Option<Offer> {
        None
    }

    fn needs_of(&self, _: PlatformId, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn has_rail_accounts(&self) -> bool {
        true
    }
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn usd(minor: i64) -> Amount {
    Amount::new(minor, CurrencyCode::USD)
}

fn transaction(number: u128) -> TransactionId {
    TransactionId::from_uuid(id(number))
}

/// Returns a transfer of which 45 were lost in its return.
fn returned_short() -> Vec<Posting> {
    let source = InternalAccountId::from_uuid(id(1));
    let transfer = TransferOut { source, payout: usd(995), network_fee: usd(5) };
    let booked = [
        postings::transfer_out_delivered(&transfer),
        postings::transfer_out_returned(&transfer),
        postings::return_short(usd(45)),
    ];
    booked.into_iter().map(Result::unwrap).collect()
}

/// Returns an order of a payment with the rail account 7.
fn order(number: u128, kind: OrderKind) -> RailOrderRecord {
    let pinned = PinnedRail {
        rail: RailId::from_uuid(id(3)),
        account: id(7),
        corridor: "usd".to_owned(),
        body: b"{}".to_vec(),
        digest: [0; 32],
        short: format!("{number}"),
        memory: id(5),
    };
    RailOrderRecord {
        id: id(number),
        transaction: transaction(number),
        kind,
        pinned: Some(pinned),
        amount: usd(995),
        state: StoredState::Stored,
        revision: None,
        record: None,
        held_at: None,
        released_at: None,
        created_at: START,
        changed_at: START,
    }
}

/// Books postings of a payment, and returns its movements as account and amount, sorted.
async fn moved(
    orders: Vec<RailOrderRecord>,
    offers: Arc<dyn Offers>,
    number: u128,
    postings: Vec<Posting>,
) -> Vec<(Option<Uuid>, i64)> {
    let fixture = Fixture::new().await;
    let app = Arc::clone(&fixture.app);
    let platform = fixture.platform;
    let movements = fixture
        .write(move |tx| {
            for order in &orders {
                orders::insert(tx, platform, order)?;
            }
            let context = Context { offers: Arc::clone(&offers), ..Context::read(tx, &app, platform)? };
            let reason = Reason { transaction: transaction(number), quote: None };
            let postings = postings.iter().cloned().map(Ok);
            book_all(tx, &context, postings, reason, &mut [])?;
            Ok(cash::of_payment(tx, platform, transaction(number))?)
        })
        .await;
    let mut moved: Vec<_> =
        movements.iter().map(|movement| (movement.account, movement.amount.minor)).collect();
    moved.sort_unstable();
    moved
}

/// Checks that the amounts of an order are those of its rail account, without the network's fee, which is booked in
/// the same line.
#[tokio::test]
async fn the_order_is_of_its_rail_account_and_the_fee_is_not() {
    let orders = vec![order(20, OrderKind::Payout)];
    let movements = moved(orders, Arc::new(RailOffers), 20, returned_short()).await;
    let account = Some(id(7));
    assert_eq!(movements, [(None, 5), (account, -995), (account, 45), (account, 995)]);
}

/// Checks that a payment that no rail carries has whole lines without an account.
#[tokio::test]
async fn cash_of_no_order_has_no_rail_account() {
    // The order of the other kind is not that of the payout.
    let orders = vec![order(21, OrderKind::Collection)];
    let movements = moved(orders, Arc::new(RailOffers), 21, returned_short()).await;
    assert_eq!(movements, [(None, -995), (None, 45), (None, 1_000)]);
    let suspended = vec![postings::deposit_suspended(usd(10)).unwrap()];
    assert_eq!(moved(Vec::new(), Arc::new(RailOffers), 22, suspended).await, [(None, -10)]);
}

/// Checks that a debit and its return are of the rail account of the collection.
#[tokio::test]
async fn a_debit_is_of_the_account_of_its_collection() {
    let orders = vec![order(23, OrderKind::Collection)];
    let settled = vec![postings::debit_settled(usd(995)).unwrap()];
    assert_eq!(moved(orders, Arc::new(RailOffers), 23, settled).await, [(Some(id(7)), -995)]);
}

/// Checks that a deployment without rails records nothing.
#[tokio::test]
async fn without_rails_nothing_is_recorded() {
    let orders = vec![order(24, OrderKind::Payout)];
    assert!(moved(orders, Arc::new(NoOffers), 24, returned_short()).await.is_empty());
}
