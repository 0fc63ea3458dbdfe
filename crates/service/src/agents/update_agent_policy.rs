//! `PATCH /agents/{agentId}/policy` (agents A2).

use causeway_domain::agents::{PolicyUpdate, merge_policy};
use causeway_domain::ids::AgentId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_store::{Tx, agents};
use causeway_wire::agents::{Agent, AgentPolicyUpdateRequest};
use causeway_wire::table::UpdateAgentPolicy;

use super::{errors, policy_request, render};
use crate::payments::no_answer;
use crate::ports::RateError;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::{Answer, Call, repeat_outdated};

/// Changes an agent's policy, at once and also for actions that are pending approval.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for a policy that would not be sound.
pub async fn handler(call: Call<UpdateAgentPolicy>) -> Result<Answer, ApiError> {
    repeat_outdated(call, |call| Box::pin(attempt(call))).await
}

async fn attempt(call: &Call<UpdateAgentPolicy>) -> Result<Answer, ApiError> {
    let id: AgentId = call.id()?;
    let update = policy_request::update(&call.body);
    let recast = gather(&call.context(), id, &update).await?;
    Ok(call.write(&[], move |tx, context| change(tx, context, id, &update, recast)).await)
}

/// The conversion of the limits to another currency: the currency they are in, and the rate.
type LimitConversion = Option<(CurrencyCode, Rate)>;

async fn gather(context: &Context, id: AgentId, update: &PolicyUpdate) -> Result<LimitConversion, ApiError> {
    let platform = context.platform;
    let found = context.app.store.find(move |tx| agents::find(tx, platform, id)).await?;
    let agent = found.ok_or_else(ApiError::not_found::<AgentId>)?;
    let Some(to) = update.new_currency(&agent.policy) else { return Ok(None) };
    let from = agent.policy.spending_limits.currency;
    let world = context.app.ports.of(context.environment);
    match world.rates.rate(from, to).await {
        Ok(rate) => Ok(Some((from, rate))),
        Err(RateError::Unavailable) => Err(no_answer("rate provider")),
        Err(RateError::NoRate) => {
            let message = format!("has no exchange rate from {from}, so that the limits cannot be converted");
            Err(ApiError::field("spendingLimits.currency", message))
        }
    }
}

fn change(
    tx: &mut Tx<'_>,
    context: &Context,
    id: AgentId,
    update: &PolicyUpdate,
    recast: LimitConversion,
) -> Result<Agent, ApiError> {
    let mut record = agents::lock(tx, context.platform, id)?.ok_or_else(ApiError::not_found::<AgentId>)?;
    let from = record.policy.spending_limits.currency;
    let rate = recast.filter(|(rate_currency, _)| *rate_currency == from).map(|(_, rate)| rate);
    let merged = merge_policy(&record.policy, record.usage.at(context.now), update, rate);
    let (policy, usage) = merged.ok_or_else(errors::has_changed)?;
    policy_request::check(tx, context, record.customer, &policy, "")?;
    if policy != record.policy {
        (record.policy, record.usage) = (policy, usage);
        record.updated_at.advance(context.now);
        agents::update(tx, context.platform, &record)?;
    }
    Ok(render::agent(&record, context.now))
}

impl FieldChecks for AgentPolicyUpdateRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        let limits = self.spending_limits.as_ref().and_then(|limits| limits.currency);
        let threshold = self.approval_thresholds.as_ref().and_then(|threshold| threshold.currency);
        policy_request::check_currencies("", limits, threshold, errors);
    }
}
