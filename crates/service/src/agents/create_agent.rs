//! `POST /agents` (agents A2).

use causeway_domain::Revision;
use causeway_domain::agents::Usage;
use causeway_domain::ids::AgentId;
use causeway_store::agents::{self, AgentRecord};
use causeway_store::{Tx, customers};
use causeway_wire::agents::{AgentCreateRequest, AgentCreateResponse};

use super::{codes, errors, policy_request, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

/// Creates an agent for a customer, and the device code that installs it.
///
/// # Errors
/// `INVALID_INPUT`, also for an unknown customer.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &AgentCreateRequest,
) -> Result<AgentCreateResponse, ApiError> {
    let customer = customers::hold(tx, context.platform, request.customer_id)?;
    let customer = customer.filter(|customer| !customer.is_deleted);
    let customer = customer.ok_or_else(|| ApiError::fields(vec![errors::unknown_customer()]))?;
    let policy = policy_request::policy(&request.policy);
    policy_request::check(tx, context, customer.id, &policy, "policy.")?;
    let record = AgentRecord {
        id: context.id::<AgentId>(),
        customer: customer.id,
        name: request.name.as_str().trim().to_owned(),
        is_paused: false,
        token_hash: None,
        policy,
        usage: Usage::none(context.now),
        deleted_at: None,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    agents::insert(tx, context.platform, &record)?;
    let device_code = codes::issue(tx, context, record.id)?;
    Ok(AgentCreateResponse { agent: render::agent(&record, context.now), device_code })
}

impl FieldChecks for AgentCreateRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        check_name(self.name.as_str(), errors);
        let threshold = self.policy.approval_thresholds.as_ref().and_then(|threshold| threshold.currency);
        policy_request::check_currencies(
            "policy.",
            Some(self.policy.spending_limits.currency),
            threshold,
            errors,
        );
    }
}

/// Checks that a name does not consist of whitespace alone.
pub(super) fn check_name(name: &str, errors: &mut FieldErrors) {
    if name.trim().is_empty() {
        errors.push("name", "must not be blank");
    }
}
