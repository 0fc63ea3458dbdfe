//! Prechecks of payments to external accounts.

use std::sync::Arc;

use causeway_domain::CurrencyCode;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{AccountRef, Id, InternalAccountId};
use causeway_domain::payments::Direction;
use causeway_store::payments::{ChosenRail, PaymentTerms, Side};
use uuid::Uuid;

use super::scene::{InquiredRail, OffersOf, context, dollar_account, usd};
use crate::fixture::Fixture;
use crate::payments::checks::precheck::{ExternalSides, Precheck, PrecheckResult};
use crate::ports::{EveryOffer, Offers, PayoutInquiry, World};

/// Returns the terms of a payment of 10 dollars to the account by ACH.
fn terms() -> PaymentTerms {
    let currency = CurrencyCode::USD;
    let source = AccountRef::Internal(InternalAccountId::from_uuid(Uuid::from_u128(2)));
    let destination = AccountRef::External(dollar_account().id);
    PaymentTerms {
        sent: Some(usd(1_000)),
        received: Some(usd(1_000)),
        rail: Some(ChosenRail { rail: PaymentRail::Ach, is_manual: false }),
        ..PaymentTerms::between(
            Direction::Debit,
            Side::Account { account: source, currency },
            Side::Account { account: destination, currency },
        )
    }
}

/// Asks a rail that takes everything, and returns the result with the inquiries that it got.
async fn ask(offers: Arc<dyn Offers>) -> (PrecheckResult, Vec<PayoutInquiry>) {
    let fixture = Fixture::new().await;
    let context = context(&fixture, offers).await;
    let account = dollar_account();
    let sides = ExternalSides { source: None, destination: Some(&account) };
    let precheck = Precheck::of_new(&context, &terms(), sides);
    let rail = Arc::new(InquiredRail::default());
    let payouts = Arc::<InquiredRail>::clone(&rail);
    let world = World { payouts, ..fixture.app.ports.sandbox.clone() };
    (precheck.ask(&world).await, rail.inquiries())
}

fn ach(maximum: i64) -> Arc<dyn Offers> {
    Arc::new(OffersOf { rails: vec![PaymentRail::Ach], maximum })
}

/// Checks that a rail is asked about the account's bank, and not about its holder.
#[tokio::test]
async fn a_rail_is_asked_about_the_bank() {
    let (result, inquiries) = ask(ach(1_000)).await;
    assert_eq!((result, inquiries.len()), (PrecheckResult::Ready, 1));
    let account = inquiries[0].account.as_ref().unwrap();
    let bank = account.bank.as_ref().map(|bank| (bank.name, bank.value.as_str()));
    assert_eq!(bank, Some(("routingNumber", "021000021")));
    assert_eq!((account.account_type.as_str(), inquiries[0].rail), ("USD_ACCOUNT", Some(PaymentRail::Ach)));
    assert!(!format!("{inquiries:?}").contains("Ada"));
}

/// Checks that no rail is asked about a payment that none takes any more.
#[tokio::test]
async fn a_payment_without_an_offer_is_not_asked_about() {
    assert_eq!(ask(ach(999)).await, (PrecheckResult::NotOffered, Vec::new()));
}

/// Checks that the rails of the sandbox are asked as before, without the account.
#[tokio::test]
async fn rails_that_want_no_parties_are_asked_without_the_account() {
    let (result, inquiries) = ask(Arc::new(EveryOffer)).await;
    assert_eq!(result, PrecheckResult::Ready);
    assert_eq!(inquiries.iter().map(|inquiry| inquiry.account.clone()).collect::<Vec<_>>(), [None]);
}
