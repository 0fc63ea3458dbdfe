//! A service whose offers are scripted by the test.

use std::sync::{Arc, Mutex, PoisonError};

use causeway_domain::external_accounts::{ExternalAccountStatus, PaymentRail};
use causeway_domain::ids::{ExternalAccountId, Id, PlatformId};
use causeway_domain::{Amount, CurrencyCode, Revision};
use causeway_store::external_accounts::{ExternalAccountDoc, ExternalAccountRecord};
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::fixture::{Fixture, START};
use crate::ports::{
    Offer, OfferQuery, Offers, PayoutDestination, PayoutFailure, PayoutInquiry, PayoutOrder, PayoutRail,
    PayoutStatus, RailError, RecallReason, RecallResponse, SubmitResponse,
};
use crate::runtime::context::Context;

/// The offers of these rails up to a maximum, for every account type.
#[derive(Debug)]
pub(super) struct OffersOf {
    pub(super) rails: Vec<PaymentRail>,
    /// In smallest units.
    pub(super) maximum: i64,
}

impl Offers for OffersOf {
    fn payout(&self, query: &OfferQuery<'_>) -> Option<Offer> {
        let is_carried = query.amount.is_none_or(|amount| amount.minor <= self.maximum);
        let has_rail = query.rail.is_none_or(|rail| self.rails.contains(&rail));
        (is_carried && has_rail && !self.rails.is_empty()).then(Offer::default)
    }

    fn debit(&self, _: &OfferQuery<'_>) -> Option<Offer> {
        None
    }

    fn needs_of(&self, _: PlatformId, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn wants_parties(&self) -> bool {
        true
    }
}

/// A payout rail that takes every payout, and remembers the inquiries.
#[derive(Debug, Default)]
pub(super) struct InquiredRail(Mutex<Vec<PayoutInquiry>>);

impl InquiredRail {
    pub(super) fn inquiries(&self) -> Vec<PayoutInquiry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl PayoutRail for InquiredRail {
    fn precheck<'a>(&'a self, inquiry: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(inquiry.clone());
        Box::pin(ready(Ok(())))
    }

    fn check_destination<'a>(
        &'a self,
        _: &'a PayoutInquiry,
        _: &'a PayoutDestination,
    ) -> BoxFuture<'a, Result<Option<PayoutFailure>, RailError>> {
        Box::pin(ready(Ok(None)))
    }

    fn submit<'a>(&'a self, _: &'a PayoutOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>> {
        Box::pin(ready(Err(RailError::Unclear)))
    }

    fn status<'a>(&'a self, _: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(ready(Err(RailError::Unclear)))
    }

    fn can_cancel<'a>(&'a self, _: &'a PayoutOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(ready(Ok(false)))
    }

    fn recall<'a>(
        &'a self,
        _: &'a PayoutOrder,
        _: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(ready(Err(RailError::Unclear)))
    }
}

/// Returns a context of the fixture's platform with these offers.
pub(super) async fn context(fixture: &Fixture, offers: Arc<dyn Offers>) -> Context {
    let app = Arc::clone(&fixture.app);
    let platform = fixture.platform;
    let read = fixture.write(move |tx| Ok(Context::read(tx, &app, platform)?)).await;
    Context { offers, ..read }
}

pub(super) fn usd(minor: i64) -> Amount {
    Amount::new(minor, CurrencyCode::USD)
}

/// Returns a dollar account at a bank.
pub(super) fn dollar_account() -> ExternalAccountRecord {
    let info = json!({
        "accountType": "USD_ACCOUNT",
        "accountNumber": "123456789",
        "routingNumber": "021000021",
        "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Ada Byron" },
    });
    let rails = vec![PaymentRail::Rtp, PaymentRail::Fednow, PaymentRail::Ach, PaymentRail::Wire];
    account("USD_ACCOUNT", CurrencyCode::USD, &info, rails)
}

/// Returns an account that is a Lightning address.
pub(super) fn lightning_address() -> ExternalAccountRecord {
    let info = json!({ "accountType": "LIGHTNING", "lightningAddress": "ada@pay.example" });
    account("LIGHTNING", CurrencyCode::BTC, &info, Vec::new())
}

fn account(
    account_type: &str,
    currency: CurrencyCode,
    info: &Json,
    rails: Vec<PaymentRail>,
) -> ExternalAccountRecord {
    let doc = ExternalAccountDoc {
        v: 1,
        platform_account_id: None,
        ownership_type: None,
        account_info: info.as_object().cloned().unwrap_or_default(),
        rails,
        identifier: "123456789".to_owned(),
        beneficiary_verification: None,
        verified_name: None,
    };
    ExternalAccountRecord {
        id: ExternalAccountId::from_uuid(Uuid::from_u128(1)),
        customer: None,
        currency,
        account_type: account_type.to_owned(),
        status: ExternalAccountStatus::Active,
        fingerprint: String::new(),
        is_deleted: false,
        is_default_deposit: false,
        doc,
        created_at: START,
        updated_at: Revision::created(START),
    }
}
