//! `POST /agents/me/quotes` (agents A6): priced like the platform's quotes. Limits apply at execution.

use causeway_domain::agents::PolicyRefused;
use causeway_domain::ids::{AccountRef, CustomerId, InternalAccountId};
use causeway_store::Tx;
use causeway_wire::quotes::{QuoteDestination, QuoteRequest, QuoteSource};
use causeway_wire::table::{AgentCreateQuote, AgentOperations};

use super::{errors, guard};
use crate::quotes::create_quote;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call, repeat_outdated};

/// Prices a transfer for the agent's customer.
///
/// # Errors
/// The same as the platform's operation; `INVALID_INPUT` for another customer and for an immediate execution;
/// `FORBIDDEN`.
pub async fn handler(call: Call<AgentCreateQuote>) -> Result<Answer, ApiError> {
    repeat_outdated(call, |call| Box::pin(attempt(call))).await
}

async fn attempt(call: &Call<AgentCreateQuote>) -> Result<Answer, ApiError> {
    let request = for_customer(&call.body, guard::caller(&call.context())?.customer)?;
    let touched = touched(&request);
    let (prefetch, new) = create_quote::ask(call, &request).await?;
    let create = move |tx: &mut Tx<'_>, context: &Context| {
        let agent = guard::lock(tx, context, AgentOperations::AgentCreateQuote)?;
        let quote = create_quote::create(tx, context, &new)?;
        if !touched.iter().all(|account| agent.policy.allows(*account)) {
            return Err(errors::not_allowed(PolicyRefused::AccountNotAllowed));
        }
        Ok(quote)
    };
    Ok(call.write(prefetch, create).await)
}

/// Returns the request with the agent's customer filled in; refuses any other customer and immediate
/// execution.
fn for_customer(sent: &QuoteRequest, customer: CustomerId) -> Result<QuoteRequest, ApiError> {
    let mut request = sent.clone();
    if request.immediately_execute {
        return Err(errors::executes_at_once());
    }
    let customer_id = match &mut request.source {
        QuoteSource::Account(source) => &mut source.customer_id,
        QuoteSource::RealtimeFunding(source) => &mut source.customer_id,
        // An address belongs to the agent's customer, or is unknown.
        QuoteSource::UmaAddress(_) => return Ok(request),
    };
    if *customer_id.get_or_insert(customer) != customer {
        return Err(errors::other_customer("source.customerId"));
    }
    Ok(request)
}

/// Returns the internal accounts that the request names.
fn touched(request: &QuoteRequest) -> Vec<InternalAccountId> {
    let source = match &request.source {
        QuoteSource::Account(source) => Some(source.account_id),
        QuoteSource::RealtimeFunding(_) | QuoteSource::UmaAddress(_) => None,
    };
    let destination = match &request.destination {
        QuoteDestination::Account(destination) => Some(destination.account_id),
        QuoteDestination::UmaAddress(_) => None,
    };
    let internal = |account| match account {
        AccountRef::Internal(id) => Some(id),
        AccountRef::External(_) => None,
    };
    [source, destination].into_iter().flatten().filter_map(internal).collect()
}
