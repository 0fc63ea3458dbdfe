//! `GET /customers/external-accounts/{externalAccountId}` (money 4.5).

use causeway_store::Tx;
use causeway_wire::Code;
use causeway_wire::external_accounts::ExternalAccount;
use causeway_wire::table::GetCustomerExternalAccountById;

use super::owner::Owner;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::ReadCall;

/// Shows one live account of a customer.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn handler(
    tx: &mut Tx<'_>,
    call: &ReadCall<GetCustomerExternalAccountById>,
) -> Result<ExternalAccount, ApiError> {
    Owner::Customer.show(tx, call.platform(), call.path_id(Code::ReferenceNotFound)?)
}
