//! Agents and their actions as API objects.

use causeway_domain::Time;
use causeway_domain::agents::{AgentActionStatus, AgentActionType, ApprovalThreshold, Policy};
use causeway_store::Error;
use causeway_store::agent_actions::AgentActionRecord;
use causeway_store::agents::AgentRecord;
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::QuoteRecord;
use causeway_wire::agents::{
    Agent, AgentAccountRestrictions, AgentAccountRule, AgentAction, AgentApprovalThresholds, AgentPolicy,
    AgentSpendingLimits, AgentTransferDetails, AgentUsage,
};

use crate::quotes;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::instant;
use crate::transactions;

/// Renders an agent, with its usage counters at this instant.
pub(super) fn agent(record: &AgentRecord, now: Time) -> Agent {
    let usage = record.usage.at(now);
    Agent {
        id: record.id,
        name: record.name.as_str().into(),
        customer_id: record.customer,
        is_paused: record.is_paused,
        is_connected: record.token_hash.is_some(),
        policy: policy(&record.policy),
        usage: AgentUsage {
            daily_transaction_count: usage.count.into(),
            daily_spend: usage.daily.into(),
            daily_reset_date: usage.day.next_day().to_string().into(),
            monthly_spend: usage.monthly.into(),
            monthly_reset_month: usage.day.next_month().into(),
        },
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
    }
}

pub(super) fn policy(policy: &Policy) -> AgentPolicy {
    let limits = &policy.spending_limits;
    let restrictions = &policy.account_restrictions;
    let rules = restrictions.rules.iter().map(|rule| AgentAccountRule {
        account_id: rule.account,
        execution_mode: rule.execution_mode,
        per_transaction_limit: rule.per_transaction.map(Into::into),
    });
    let ApprovalThreshold { currency, amount } = policy.approval_threshold;
    AgentPolicy {
        permissions: policy.permissions.iter().collect(),
        default_execution_mode: policy.default_execution_mode,
        spending_limits: AgentSpendingLimits {
            currency: limits.currency,
            per_transaction_limit: limits.per_transaction.into(),
            daily_limit: limits.daily.map(Into::into),
            daily_transaction_limit: limits.daily_transactions.map(Into::into),
            monthly_limit: limits.monthly.map(Into::into),
        },
        account_restrictions: Some(AgentAccountRestrictions {
            allowed_account_ids: restrictions.allowed.clone(),
            account_rules: Some(rules.collect()),
        }),
        approval_thresholds: Some(AgentApprovalThresholds { currency, amount: amount.map(Into::into) }),
    }
}

/// Renders an action in its state at this instant, with its payment and the quote that it executes.
///
/// # Errors
/// `INTERNAL_ERROR` for an action that cannot be rendered, which would be a defect of the service.
pub(super) fn action(
    context: &Context,
    record: &AgentActionRecord,
    payment: &PaymentRecord,
    quote: Option<&QuoteRecord>,
) -> Result<AgentAction, ApiError> {
    let status = record.status_at(payment, context.now);
    let is_shown = match status {
        AgentActionStatus::PendingApproval | AgentActionStatus::Rejected => false,
        AgentActionStatus::Approved | AgentActionStatus::Failed => record.has_begun,
    };
    // A final status that only the payment shows is later than every update of the action itself.
    let updated_at = if status == record.status {
        record.updated_at
    } else {
        record.updated_at.after(payment.updated_at.time())
    };
    Ok(AgentAction {
        id: record.id,
        agent_id: record.agent,
        customer_id: record.customer,
        platform_customer_id: payment.platform_customer_id.as_str().into(),
        status,
        kind: record.kind,
        quote: quote
            .map(|quote| quotes::render::quote(quote, payment, context.now).map(Box::new))
            .transpose()?,
        transfer_details: transfer(record, payment)?,
        transaction: is_shown
            .then(|| transactions::render::transaction(context.platform, payment))
            .transpose()?,
        rejection_reason: record.rejection_reason.clone(),
        created_at: instant(record.created_at),
        updated_at: instant(updated_at),
    })
}

/// Returns the details of a transfer; `None` if the action executes a quote.
fn transfer(
    record: &AgentActionRecord,
    payment: &PaymentRecord,
) -> Result<Option<AgentTransferDetails>, ApiError> {
    let terms = &payment.terms;
    let transferred = match record.kind {
        AgentActionType::ExecuteQuote => return Ok(None),
        AgentActionType::TransferOut => terms.sent,
        AgentActionType::TransferIn => terms.received,
    };
    let accounts = (transferred, terms.source.account(), terms.destination.account());
    let (Some(amount), Some(source_account_id), Some(destination_account_id)) = accounts else {
        return Err(ApiError::internal(Error::Data(format!("{} is not a transfer", record.id))));
    };
    Ok(Some(AgentTransferDetails {
        amount: amount.minor.into(),
        currency: amount.currency,
        source_account_id,
        destination_account_id,
    }))
}
