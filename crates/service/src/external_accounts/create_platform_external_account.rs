//! `POST /platform/external-accounts` (money 4.2): registers an account elsewhere for the platform itself.

use causeway_wire::table::CreatePlatformExternalAccount;

use super::register::register;
use crate::http::{Answer, Call};
use crate::refusal::Refusal;

/// Registers an account of the platform.
///
/// # Errors
/// As `POST /customers/external-accounts`, without `USER_NOT_FOUND`.
pub async fn handler(call: Call<CreatePlatformExternalAccount>) -> Result<Answer, Refusal> {
    register(&call, &call.body.clone().into()).await
}
