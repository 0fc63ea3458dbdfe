//! End User Terms: consents, and new versions (customers 2.6).

use causeway_domain::customers::{ConsentFault, TermsVersion, check_consent};
use causeway_domain::ids::CustomerId;
use causeway_store::Tx;
use causeway_store::customers::Consent;
use causeway_store::customers::terms::{self as rows, Terms};
use causeway_wire::customers::EndUserTermsConsent;

use super::errors;
use super::fields::Faults;
use crate::http::Context;
use crate::refusal::Refusal;

/// What became of a consent that was sent.
pub(super) enum Sent {
    /// None was sent.
    Nothing,
    /// It can be recorded.
    Recordable(Consent),
    /// Its fields are fine or told already, but nobody has published this version.
    UnknownVersion(String),
}

impl Sent {
    /// The consent to record, if there is one.
    pub(super) fn into_consent(self) -> Result<Option<Consent>, Refusal> {
        match self {
            Self::Nothing => Ok(None),
            Self::Recordable(consent) => Ok(Some(consent)),
            Self::UnknownVersion(version) => Err(errors::unknown_terms_version(&version)),
        }
    }
}

/// Checks a consent against the published versions; what is wrong with its fields is added to `faults`.
pub(super) fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    sent: Option<&EndUserTermsConsent>,
    faults: &mut Faults,
) -> Result<Sent, Refusal> {
    let Some(sent) = sent else { return Ok(Sent::Nothing) };
    let Ok(accepted_at) = sent.accepted_at.as_str().parse() else {
        faults.push("endUserTermsConsent.acceptedAt", "must be an instant with an offset");
        return Ok(Sent::Nothing);
    };
    let current = rows::current(tx)?.version;
    let (address, version) = (sent.ip_address.as_str(), sent.terms_version.as_str());
    let wrong = match check_consent(accepted_at, address, version, current, context.now) {
        Ok(terms_version) => {
            return Ok(Sent::Recordable(Consent {
                accepted_at,
                ip_address: address.to_owned(),
                terms_version,
                acceptance_method: sent.acceptance_method.as_str().to_owned(),
            }));
        }
        Err(wrong) => wrong,
    };
    let mut outcome = Sent::Nothing;
    for fault in wrong {
        match fault {
            ConsentFault::AcceptedInFuture => {
                faults.push("endUserTermsConsent.acceptedAt", "must not be in the future");
            }
            ConsentFault::NotAnAddress => {
                faults.push("endUserTermsConsent.ipAddress", "must be an IPv4 or IPv6 address");
            }
            ConsentFault::UnknownVersion => outcome = Sent::UnknownVersion(version.to_owned()),
        }
    }
    Ok(outcome)
}

/// Keeps a consent for good, beside those before it.
pub(super) fn record(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    consent: &Consent,
) -> Result<(), Refusal> {
    let consent_id = context.ids().uuid(context.now);
    Ok(rows::record_consent(tx, context.platform, customer, consent_id, consent, context.now)?)
}

/// Publishes the next version of the terms (`terms publish`). Consents to earlier ones stay valid.
///
/// # Errors
/// Those of the database.
pub fn publish(tx: &mut Tx<'_>, url: &str) -> Result<TermsVersion, Refusal> {
    let version = rows::current(tx)?.version.following();
    let at = tx.wall();
    rows::publish(tx, &Terms { version, url: url.to_owned() }, at)?;
    Ok(version)
}
