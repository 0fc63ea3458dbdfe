//! `GET /platform/external-accounts/{externalAccountId}` (money 4.5).

use causeway_domain::ids::ExternalAccountId;
use causeway_store::Tx;
use causeway_wire::external_accounts::ExternalAccount;

use super::owner::Owner;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one live account of the platform.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: ExternalAccountId) -> Result<ExternalAccount, ApiError> {
    Owner::Platform.show(tx, context, id)
}
