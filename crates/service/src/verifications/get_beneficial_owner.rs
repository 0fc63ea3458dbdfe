//! `GET /beneficial-owners/{beneficialOwnerId}` (customers 7).

use causeway_domain::ids::BeneficialOwnerId;
use causeway_store::{Tx, beneficial_owners};
use causeway_wire::verifications::BeneficialOwner;

use super::errors;
use crate::customers::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one beneficial owner of a business customer.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: BeneficialOwnerId) -> Result<BeneficialOwner, ApiError> {
    let found = beneficial_owners::find(tx, context.platform, id)?.ok_or_else(errors::no_such_owner)?;
    Ok(render::owner(&found))
}
