//! `POST /invitations` (customers 9).

use causeway_domain::invitations::{created, generated_code};
use causeway_domain::{Amount, Revision};
use causeway_store::customers::CustomerRecord;
use causeway_store::invitations::{self, InvitationDoc, InvitationRecord, PromisedAmount};
use causeway_store::{Tx, platforms};
use causeway_wire::invitations::{UmaInvitation, UmaInvitationCreateRequest};

use super::{errors, find, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::money::sent_instant;
use crate::runtime::settings::{INVITATIONS, INVITE_BASE_URL, Settings};

impl FieldChecks for UmaInvitationCreateRequest {
    fn check(&self, context: &Context, errors: &mut FieldErrors) {
        let expiry = sent_instant(self.expires_at.as_ref()).ok().flatten();
        if errors.has_no_error("expiresAt") && expiry.is_some_and(|expiry| expiry <= context.now) {
            errors.push("expiresAt", "must be in the future");
        }
    }
}

/// Creates an invitation on behalf of a customer.
///
/// # Errors
/// `INVALID_INPUT`, `INVITATIONS_NOT_CONFIGURED`, `INVALID_UMA_ADDRESS`, `INVALID_AMOUNT`,
/// `AMOUNT_OUT_OF_RANGE`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    body: &UmaInvitationCreateRequest,
    errors: &mut FieldErrors,
) -> Result<UmaInvitation, ApiError> {
    errors.refuse()?;
    let base_url = base_url(tx, context)?;
    let (inviter, inviter_uma) = find::customer(tx, context, "inviterUma", body.inviter_uma.as_str())?;
    let amount =
        body.amount_to_send.map(|sent| check_promised_amount(tx, context, &inviter, sent.0)).transpose()?;
    let code = generated_code(context.ids().bytes());
    let record = InvitationRecord {
        platform: context.platform,
        environment: context.environment,
        inviter: inviter.id,
        status: created(),
        expires_at: sent_instant(body.expires_at.as_ref())?,
        doc: InvitationDoc {
            v: 1,
            url: format!("{}/i/{code}", base_url.trim_end_matches('/')),
            inviter_uma,
            invitee_uma: None,
            first_name: body.first_name.clone().map(Into::into),
            amount: amount.flatten(),
            claimed_at: None,
        },
        code,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    invitations::insert(tx, &record)?;
    render::invitation(&record, record.status)
}

/// Returns the base URL of invitations, if the platform may invite at all.
fn base_url(tx: &mut Tx<'_>, context: &Context) -> Result<String, ApiError> {
    let settings = Settings::of(tx, context)?;
    let invitations = settings.get(&INVITATIONS)?;
    let base_url = settings.get(&INVITE_BASE_URL)?;
    invitations.and(base_url).ok_or_else(errors::not_configured)
}

/// Returns the amount in the inviting customer's first currency.
fn check_promised_amount(
    tx: &mut Tx<'_>,
    context: &Context,
    inviter: &CustomerRecord,
    minor: i64,
) -> Result<Option<PromisedAmount>, ApiError> {
    let Some(currency) = inviter.currencies.first().copied() else { return Ok(None) };
    let supported = platforms::get(tx, context.platform)?.doc.currencies;
    if let Some(limits) = supported.iter().find(|entry| entry.currency == currency) {
        let min = limits.min_amount;
        let max = limits.max_amount;
        if !(min..=max).contains(&minor) {
            return Err(errors::amount_out_of_range(Amount { minor, currency }, min, max));
        }
    }
    Ok(Some(PromisedAmount { minor, currency }))
}
