//! Holders of documents (customers 8).

use causeway_domain::ids::{BeneficialOwnerId, DocumentHolder, PlatformId};
use causeway_store::customers::CustomerRecord;
use causeway_store::{Tx, beneficial_owners};

use crate::customers;
use crate::runtime::api_error::ApiError;

/// Locks the customer that holds the document, or whose beneficial owner holds it. Until the transaction ends
/// the customer is neither deleted nor submitted.
///
/// # Errors
/// `USER_NOT_FOUND` for a customer that is unknown or deleted; `REFERENCE_NOT_FOUND` for an unknown owner.
pub(super) fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    holder: DocumentHolder,
) -> Result<CustomerRecord, ApiError> {
    let customer = match holder {
        DocumentHolder::Customer(id) => id,
        DocumentHolder::BeneficialOwner(id) => {
            let owner = beneficial_owners::find(tx, platform, id)?;
            owner.ok_or_else(ApiError::not_found::<BeneficialOwnerId>)?.customer
        }
    };
    customers::lock_live(tx, platform, customer)
}
