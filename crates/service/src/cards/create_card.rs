//! `POST /cards` (cards 2): issues a card.

use causeway_domain::Revision;
use causeway_domain::cards::{card_created, card_currency};
use causeway_domain::customers::check_ready;
use causeway_domain::ids::{CardFundingSourceId, CardId};
use causeway_store::cards::{self as rows, CardRecord, CardSource};
use causeway_store::{Error, Tx, customers};
use causeway_wire::cards::{Card, CardCreateRequest};

use super::{eligibility, errors, render};
use crate::internal_accounts::readiness_input;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::jobs::{self, Work};
use crate::runtime::settings::Settings;

impl FieldChecks for CardCreateRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        // None of the card programs supported uses one.
        if self.three_d_secure_password.is_some() && errors.has_no_error("threeDSecurePassword") {
            errors.push("threeDSecurePassword", "is not part of this card program");
        }
    }
}

/// Issues a card to an approved customer. It is `PROCESSING` until the issuer has answered.
///
/// # Errors
/// `INVALID_INPUT`, also for an unknown cardholder; `END_USER_TERMS_NOT_ACCEPTED`;
/// `CARDHOLDER_KYC_NOT_APPROVED`; `FUNDING_SOURCE_INELIGIBLE`; `CONFLICT` for a `platformCardId` that was
/// used before.
pub fn apply(tx: &mut Tx<'_>, context: &Context, request: &CardCreateRequest) -> Result<Card, ApiError> {
    let platform = context.platform;
    let holder = customers::hold(tx, platform, request.cardholder_id)?;
    let holder = holder.filter(|holder| !holder.is_deleted).ok_or_else(errors::unknown_cardholder)?;
    let settings = Settings::of(tx, context)?;
    check_ready(&readiness_input(&settings, &holder)?).map_err(errors::not_ready)?;
    eligibility::check_distinct(&request.funding_sources)?;
    let funding = eligibility::check(tx, context, holder.id, &request.funding_sources, None)?;
    let funding_currency = funding.ok_or(Error::Missing)?;
    let currency = card_currency(funding_currency).ok_or(Error::Missing)?;
    let own_id = request.platform_card_id.as_ref().map(|id| id.as_str().to_owned());
    if let Some(own_id) = &own_id
        && rows::find_by_own_id(tx, platform, own_id)?.is_some()
    {
        return Err(errors::own_id_taken());
    }
    let bound = |account: &_| CardSource { binding: context.id::<CardFundingSourceId>(), account: *account };
    let record = CardRecord {
        id: context.id::<CardId>(),
        customer: holder.id,
        is_named_by_platform: own_id.is_some(),
        platform_card_id: own_id.unwrap_or_else(|| context.ids().uuid(context.now).to_string()),
        phase: card_created(),
        currency,
        funding_currency,
        max_spend: request.max_spend_per_transaction.map(Into::into),
        sources: request.funding_sources.iter().map(bound).collect(),
        issued: None,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    rows::insert(tx, platform, &record)?;
    jobs::schedule(tx, context, &Work::ProvisionCard { card: record.id }, &record.id, context.now)?;
    Ok(render::card(&record))
}
