//! The published terms of service and the consents of end users (customers 2.6).

use causeway_domain::Time;
use causeway_domain::customers::TermsVersion;
use causeway_domain::ids::{CustomerId, PlatformId};
use uuid::Uuid;

use super::record::Consent;
use crate::{Error, Tx, Value, params};

/// A published version of the terms of service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    pub version: TermsVersion,
    /// Public address of the text.
    pub url: String,
}

/// Returns the newest version.
///
/// # Errors
/// [`Error::Missing`] cannot happen, because the schema contains the first version.
pub fn current(tx: &mut Tx<'_>) -> Result<Terms, Error> {
    let sql = "SELECT version, url FROM end_user_terms ORDER BY version DESC LIMIT 1";
    tx.query_one(sql, &[], |row| {
        let version = TermsVersion::of_number(row.get("version")?);
        let version =
            version.ok_or_else(|| Error::Data("column version: not a version of the terms".to_owned()))?;
        Ok(Terms { version, url: row.get("url")? })
    })
}

/// Publishes a version with the given wall time. If a concurrent transaction published it first, this
/// transaction fails as a lost race.
pub fn publish(tx: &mut Tx<'_>, terms: &Terms, at: Time) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO end_user_terms (version, url, published_at) VALUES ($1, $2, $3)",
        params![terms.version.number(), &terms.url, at],
    )
}

/// Records a consent permanently; a later one does not replace it.
pub fn record_consent(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    consent_id: Uuid,
    consent: &Consent,
    at: Time,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO terms_consent (platform_id, customer_id, consent_id, doc, recorded_at) \
         VALUES ($1, $2, $3, $4, $5)",
        params![platform, customer, consent_id, Value::doc(consent)?, at],
    )
}
