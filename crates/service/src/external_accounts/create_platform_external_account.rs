//! `POST /platform/external-accounts` (money 4.2): registers an account elsewhere for the platform itself.

use causeway_store::Tx;
use causeway_wire::external_accounts::PlatformExternalAccountCreateRequest;
use causeway_wire::table::CreatePlatformExternalAccount;

use super::register::{find_faults, register};
use crate::faults::Faults;
use crate::http::{Answer, Call, Context, PathValues};
use crate::refusal::Refusal;

/// Registers an account of the platform.
///
/// # Errors
/// As `POST /customers/external-accounts`, without `USER_NOT_FOUND`.
pub async fn handler(call: Call<CreatePlatformExternalAccount>) -> Result<Answer, Refusal> {
    register(&call, &call.body.clone().into()).await
}

/// What the shape does not say about the members of an account.
///
/// # Errors
/// None.
pub fn rules(
    _: &mut Tx<'_>,
    context: &Context,
    _: &PathValues,
    sent: &PlatformExternalAccountCreateRequest,
    faults: &mut Faults,
) -> Result<(), Refusal> {
    find_faults(context, &sent.clone().into(), faults);
    Ok(())
}
