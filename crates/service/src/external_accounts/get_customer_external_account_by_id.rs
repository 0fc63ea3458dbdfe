//! `GET /customers/external-accounts/{externalAccountId}` (money 4.5).

use causeway_domain::ids::ExternalAccountId;
use causeway_store::{Tx, external_accounts};
use causeway_wire::Code;
use causeway_wire::external_accounts::ExternalAccount;
use causeway_wire::table::GetCustomerExternalAccountById;

use super::{errors, render};
use crate::http::ReadCall;
use crate::refusal::Refusal;

/// Shows one live account of a customer; the platform's own accounts are not found here.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn handler(
    tx: &mut Tx<'_>,
    call: &ReadCall<GetCustomerExternalAccountById>,
) -> Result<ExternalAccount, Refusal> {
    let id: ExternalAccountId = call.path_id(Code::ReferenceNotFound)?;
    let found = external_accounts::find(tx, call.platform(), id)?;
    let record = found.filter(|record| record.customer.is_some() && !record.is_deleted);
    render::external_account(&record.ok_or_else(errors::not_found)?)
}
