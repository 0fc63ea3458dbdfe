//! The end of an alert about a verification that waits.

use causeway_domain::ids::{PlatformId, VerificationId};
use causeway_domain::verifications::VerificationStatus;
use causeway_store::alerts::AlertRecord;
use causeway_store::{Error, Tx, verifications};

/// Returns `true` if the verification of an alert no longer waits for a decision.
pub(super) fn is_decided(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let Ok(verification) = alert.subject.parse::<VerificationId>() else { return Ok(false) };
    let found = verifications::find(tx, platform, verification)?;
    Ok(found.is_none_or(|found| match found.doc.state.status() {
        VerificationStatus::PendingManualReview | VerificationStatus::InProgress => false,
        VerificationStatus::ResolveErrors
        | VerificationStatus::Approved
        | VerificationStatus::Rejected
        | VerificationStatus::ReadyForVerification => true,
    }))
}
