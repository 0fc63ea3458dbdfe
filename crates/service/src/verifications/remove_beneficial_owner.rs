//! Removal of a beneficial owner on the hosted page (customers 6). The interface has no operation for it.

use causeway_domain::ids::{BeneficialOwnerId, DocumentHolder};
use causeway_domain::verifications::OwnerStatus;
use causeway_store::customers::CustomerRecord;
use causeway_store::{Tx, beneficial_owners, documents, uploads};

use super::errors;
use crate::customers::{touch_company, verification};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Deletes a beneficial owner of a company permanently, together with the person's documents. The caller must
/// hold the customer's row lock.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` with `BENEFICIAL_OWNER_SUBMITTED` after a submission.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &mut CustomerRecord,
    id: BeneficialOwnerId,
) -> Result<(), ApiError> {
    let platform = context.platform;
    let found = beneficial_owners::lock(tx, platform, id)?;
    let owner = found.filter(|owner| owner.customer == customer.id).ok_or_else(errors::no_such_owner)?;
    if owner.status != OwnerStatus::Unverified {
        return Err(errors::owner_submitted());
    }
    for document in documents::of_holders(tx, platform, &[DocumentHolder::BeneficialOwner(id)])? {
        documents::remove(tx, platform, document.id)?;
        uploads::remove(tx, platform, document.upload)?;
    }
    beneficial_owners::remove(tx, platform, id)?;
    touch_company(tx, context, customer)?;
    verification::refresh(tx, context, customer)
}
