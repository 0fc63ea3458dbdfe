//! `GET /platform/external-accounts/{externalAccountId}` (money 4.5).

use causeway_store::Tx;
use causeway_wire::Code;
use causeway_wire::external_accounts::ExternalAccount;
use causeway_wire::table::GetPlatformExternalAccountById;

use super::owner::Owner;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::ReadCall;

/// Shows one live account of the platform.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn handler(
    tx: &mut Tx<'_>,
    call: &ReadCall<GetPlatformExternalAccountById>,
) -> Result<ExternalAccount, ApiError> {
    Owner::Platform.show(tx, call.platform(), call.path_id(Code::ReferenceNotFound)?)
}
