//! `GET /platform/external-accounts/{externalAccountId}` (money 4.5).

use causeway_store::Tx;
use causeway_wire::Code;
use causeway_wire::external_accounts::ExternalAccount;
use causeway_wire::table::GetPlatformExternalAccountById;

use super::owner::Owner;
use crate::http::ReadCall;
use crate::refusal::Refusal;

/// Shows one live account of the platform.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn handler(
    tx: &mut Tx<'_>,
    call: &ReadCall<GetPlatformExternalAccountById>,
) -> Result<ExternalAccount, Refusal> {
    Owner::Platform.show(tx, call.platform(), call.path_id(Code::ReferenceNotFound)?)
}
