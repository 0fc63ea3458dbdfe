//! Storage and checking of verification codes (customers 4).

use causeway_domain::contact::{
    CODE_LIFETIME, CodeError, ContactChannel, MAX_WRONG_ATTEMPTS, OutstandingCode, check_code, plan_sending,
};
use causeway_domain::ids::{CustomerId, Id};
use causeway_store::Tx;
use causeway_store::contact_codes::{self, ContactCodeDoc, ContactCodeRecord};
use subtle::ConstantTimeEq;

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::keys::Purpose;

/// The target of a code: it confirms this contact of this customer, and no other.
pub(super) struct Target<'a> {
    pub(super) customer: CustomerId,
    pub(super) channel: ContactChannel,
    pub(super) contact: &'a str,
}

impl Target<'_> {
    fn hashed<T>(&self, context: &Context, code: &str, hash: impl FnOnce(&[&[u8]]) -> T) -> T {
        hash(&[
            context.platform.uuid().as_bytes(),
            self.customer.uuid().as_bytes(),
            self.channel.as_str().as_bytes(),
            self.contact.as_bytes(),
            code.as_bytes(),
        ])
    }
}

/// Stores a code that is about to be sent, replacing the previous one.
///
/// # Errors
/// `RATE_LIMITED` with `Retry-After` if codes are sent too often.
pub(super) fn keep(
    tx: &mut Tx<'_>,
    context: &Context,
    target: &Target<'_>,
    code: &str,
) -> Result<(), ApiError> {
    let before = contact_codes::find(tx, context.platform, target.customer, target.channel)?;
    let sent_at = before.map(|record| record.doc.sent_at).unwrap_or_default();
    let sent_at = plan_sending(&sent_at, context.now).map_err(errors::too_many)?;
    let keys = context.app.keys();
    let code_hash = target.hashed(context, code, |parts| keys.keyed_hash(Purpose::ContactCodes, parts));
    let record = ContactCodeRecord {
        code_hash: Some(code_hash),
        wrong_attempts: 0,
        expires_at: context.now.plus(CODE_LIFETIME),
        doc: ContactCodeDoc { v: ContactCodeDoc::VERSION, sent_at },
    };
    Ok(contact_codes::put(tx, context.platform, target.customer, target.channel, &record)?)
}

/// Voids a code that was not sent. If it certainly was not sent, it does not count against the rate limit.
pub(super) fn discard(
    tx: &mut Tx<'_>,
    context: &Context,
    target: &Target<'_>,
    code: &str,
    was_surely_not_sent: bool,
) -> Result<(), ApiError> {
    let platform = context.platform;
    let found = contact_codes::find(tx, platform, target.customer, target.channel)?;
    let keys = context.app.keys();
    let is_it = |record: &ContactCodeRecord| {
        let stored_hash = record.code_hash.as_deref();
        target.hashed(context, code, |parts| keys.keyed_hash_fits(Purpose::ContactCodes, parts, stored_hash))
    };
    let Some(mut record) = found.filter(is_it) else { return Ok(()) };
    record.code_hash = None;
    if was_surely_not_sent {
        record.doc.sent_at.pop();
    }
    Ok(contact_codes::put(tx, platform, target.customer, target.channel, &record)?)
}

/// Checks a code against the one that was sent. A correct code is used up; a wrong attempt is counted.
pub(super) fn try_code(
    tx: &mut Tx<'_>,
    context: &Context,
    target: &Target<'_>,
    code: &str,
) -> Result<Result<(), CodeError>, ApiError> {
    if let Some(fixed) = context.app.ports.of(context.environment).messages.fixed_code() {
        let is_same: bool = code.as_bytes().ct_eq(fixed.as_bytes()).into();
        return Ok(if is_same { Ok(()) } else { Err(CodeError::Invalid) });
    }
    let platform = context.platform;
    let found = contact_codes::find(tx, platform, target.customer, target.channel)?;
    let stored_hash = found.as_ref().and_then(|record| record.code_hash.as_deref());
    let keys = context.app.keys();
    let is_same =
        target.hashed(context, code, |parts| keys.keyed_hash_fits(Purpose::ContactCodes, parts, stored_hash));
    let outstanding = found.as_ref().filter(|record| record.code_hash.is_some()).map(|record| {
        OutstandingCode { expires_at: record.expires_at, wrong_attempts: record.wrong_attempts }
    });
    let outcome = check_code(outstanding, is_same, context.now);
    if let (Some(mut record), Some(_)) = (found, outstanding) {
        match outcome {
            Ok(()) => record.code_hash = None,
            Err(CodeError::Expired) => return Ok(outcome),
            Err(CodeError::Invalid) => {
                record.wrong_attempts += 1;
                if record.wrong_attempts >= MAX_WRONG_ATTEMPTS {
                    record.code_hash = None;
                }
            }
        }
        contact_codes::put(tx, platform, target.customer, target.channel, &record)?;
    }
    Ok(outcome)
}
