//! Tests of the rail by which money to an address goes on.

use std::sync::Arc;

use causeway_domain::external_accounts::{ExternalAccountStatus, PaymentRail};
use causeway_domain::ids::{ExternalAccountId, Id, PlatformId};
use causeway_domain::{Amount, CurrencyCode, Revision};
use causeway_store::external_accounts::{ExternalAccountDoc, ExternalAccountRecord};
use causeway_wire::Code;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::begin::choose_rail;
use crate::fixture::{Fixture, START};
use crate::ports::{Offer, OfferQuery, Offers};
use crate::runtime::context::Context;

/// A rail that needs the payee's date of birth.
#[derive(Debug)]
struct BirthDateRail;

impl Offers for BirthDateRail {
    fn payout(&self, _: &OfferQuery<'_>) -> Option<Offer> {
        Some(Offer { needs: vec!["beneficiary.birthDate".to_owned()], ..Offer::default() })
    }

    fn debit(&self, _: &OfferQuery<'_>) -> Option<Offer> {
        None
    }

    fn needs_of(&self, _: PlatformId, _: &str) -> Vec<String> {
        Vec::new()
    }
}

fn account(beneficiary: &Json) -> ExternalAccountRecord {
    let info = json!({ "accountType": "USD_ACCOUNT", "beneficiary": beneficiary });
    let doc = ExternalAccountDoc {
        v: 1,
        platform_account_id: None,
        ownership_type: None,
        account_info: info.as_object().cloned().unwrap(),
        rails: vec![PaymentRail::Ach],
        identifier: "123456789".to_owned(),
        beneficiary_verification: None,
        verified_name: None,
    };
    ExternalAccountRecord {
        id: ExternalAccountId::from_uuid(Uuid::from_u128(1)),
        customer: None,
        currency: CurrencyCode::USD,
        account_type: "USD_ACCOUNT".to_owned(),
        status: ExternalAccountStatus::Active,
        fingerprint: String::new(),
        is_deleted: false,
        is_default_deposit: true,
        doc,
        created_at: START,
        updated_at: Revision::created(START),
    }
}

/// Checks that an address is not paid whose account lacks data that the rail needs to send the money on.
#[tokio::test]
async fn an_account_without_the_data_of_its_rail_is_not_paid() {
    let fixture = Fixture::new().await;
    let app = Arc::clone(&fixture.app);
    let platform = fixture.platform;
    let read = fixture.write(move |tx| Ok(Context::read(tx, &app, platform)?)).await;
    let context = Context { offers: Arc::new(BirthDateRail), ..read };
    let choose = |beneficiary: &Json| {
        choose_rail(&context, &account(beneficiary), None, Amount::new(500, CurrencyCode::USD))
    };
    assert_eq!(choose(&json!({ "fullName": "Bob" })).unwrap_err().code, Code::InvalidInput);
    let chosen = choose(&json!({ "fullName": "Bob", "birthDate": "1980-01-01" })).unwrap();
    assert_eq!(chosen.map(|chosen| chosen.rail), Some(PaymentRail::Ach));
}
