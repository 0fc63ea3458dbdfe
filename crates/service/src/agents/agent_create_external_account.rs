//! `POST /agents/me/external-accounts` (agents A6).

use causeway_store::Tx;
use causeway_wire::table::{AgentCreateExternalAccount, AgentOperations};

use super::{errors, guard};
use crate::external_accounts::register;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// Registers an external account of the agent's customer.
///
/// # Errors
/// The same as the platform's operation; `INVALID_INPUT` for another customer; `FORBIDDEN`.
pub async fn handler(call: Call<AgentCreateExternalAccount>) -> Result<Answer, ApiError> {
    let context = call.context();
    let customer = guard::caller(&context)?.customer;
    let mut request = call.body.clone();
    if *request.customer_id.get_or_insert(customer) != customer {
        return Err(errors::other_customer("customerId"));
    }
    let new = register::gather(&context, &request).await?;
    let create = move |tx: &mut Tx<'_>, context: &Context| {
        guard::lock(tx, context, AgentOperations::AgentCreateExternalAccount)?;
        register::apply(tx, context, &new)
    };
    Ok(call.write(&[], create).await)
}
