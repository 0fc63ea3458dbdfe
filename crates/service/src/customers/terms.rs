//! End User Terms: consents, and new versions (customers 2.6).

use causeway_domain::customers::{ConsentFault, TermsVersion, check_consent};
use causeway_domain::ids::CustomerId;
use causeway_store::Tx;
use causeway_store::customers::Consent;
use causeway_store::customers::terms::{self as rows, Terms};
use causeway_wire::customers::EndUserTermsConsent;
use causeway_wire::{Code, FieldError};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;

/// Returns the consent to record, if one was sent. Its errors are added to `faults`.
pub(super) fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    sent: Option<&EndUserTermsConsent>,
    errors: &mut FieldErrors,
) -> Result<Option<Consent>, ApiError> {
    let Some(sent) = sent else { return Ok(None) };
    let Ok(accepted_at) = sent.accepted_at.as_str().parse() else {
        errors.push("endUserTermsConsent.acceptedAt", "must be an instant with an offset");
        return Ok(None);
    };
    let current = rows::current(tx)?.version;
    let address = sent.ip_address.as_str();
    let version = sent.terms_version.as_str();
    match check_consent(accepted_at, address, version, current, context.now) {
        Ok(terms_version) => Ok(Some(Consent {
            accepted_at,
            ip_address: address.to_owned(),
            terms_version,
            acceptance_method: sent.acceptance_method,
        })),
        Err(wrong) => {
            wrong.into_iter().for_each(|error| errors.add(field(error, version)));
            Ok(None)
        }
    }
}

fn field(fault: ConsentFault, version: &str) -> FieldError {
    match fault {
        ConsentFault::AcceptedInFuture => {
            FieldError::new("endUserTermsConsent.acceptedAt", "must not be in the future")
        }
        ConsentFault::NotAnAddress => {
            FieldError::new("endUserTermsConsent.ipAddress", "must be an IPv4 or IPv6 address")
        }
        ConsentFault::UnknownVersion => FieldError {
            code: Code::EndUserTermsVersionNotFound,
            value: Some(version.into()),
            ..FieldError::new("endUserTermsConsent.termsVersion", "is not a version of the End User Terms")
        },
    }
}

/// Stores a consent permanently, in addition to the earlier ones.
pub(super) fn record(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    consent: &Consent,
) -> Result<(), ApiError> {
    let consent_id = context.ids().uuid(context.now);
    Ok(rows::record_consent(tx, context.platform, customer, consent_id, consent, context.now)?)
}

/// Publishes the next version of the terms of service (`terms publish`). Consents to earlier ones stay valid.
pub fn publish(tx: &mut Tx<'_>, url: &str) -> Result<TermsVersion, ApiError> {
    let version = rows::current(tx)?.version.following();
    let at = tx.wall();
    rows::publish(tx, &Terms { version, url: url.to_owned() }, at)?;
    Ok(version)
}
