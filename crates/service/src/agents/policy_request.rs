//! Policies from requests (agents A3).

use std::collections::BTreeSet;

use causeway_domain::agents::{
    AccountRestrictions, AccountRule, ApprovalThreshold, ApprovalThresholdUpdate, Policy, PolicyUpdate,
    SpendingLimits, SpendingLimitsUpdate,
};
use causeway_domain::currency;
use causeway_domain::ids::CustomerId;
use causeway_domain::money::CurrencyCode;
use causeway_store::{Tx, internal_accounts};
use causeway_wire::agents::{
    AgentAccountRestrictionsUpdate, AgentAccountRule, AgentAccountRuleUpdate, AgentApprovalThresholds,
    AgentPolicy, AgentPolicyUpdateRequest, AllowedAccountIds,
};
use causeway_wire::{FieldError, MinorUnits, Patch};

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;

/// Builds the policy of a new agent.
pub(super) fn policy(requested: &AgentPolicy) -> Policy {
    let limits = &requested.spending_limits;
    let restrictions = requested.account_restrictions.as_ref();
    let rules = restrictions.and_then(|restrictions| restrictions.account_rules.as_deref());
    Policy {
        permissions: requested.permissions.iter().copied().collect(),
        default_execution_mode: requested.default_execution_mode,
        spending_limits: SpendingLimits {
            currency: limits.currency,
            per_transaction: limits.per_transaction_limit.0,
            daily: minor(limits.daily_limit),
            daily_transactions: minor(limits.daily_transaction_limit),
            monthly: minor(limits.monthly_limit),
        },
        account_restrictions: AccountRestrictions {
            allowed: restrictions.and_then(|restrictions| restrictions.allowed_account_ids.clone()),
            rules: rules.unwrap_or_default().iter().map(rule).collect(),
        },
        approval_threshold: requested.approval_thresholds.as_ref().map(threshold).unwrap_or_default(),
    }
}

fn rule(requested: &AgentAccountRule) -> AccountRule {
    AccountRule {
        account: requested.account_id,
        execution_mode: requested.execution_mode,
        per_transaction: minor(requested.per_transaction_limit),
    }
}

fn threshold(requested: &AgentApprovalThresholds) -> ApprovalThreshold {
    ApprovalThreshold { currency: requested.currency, amount: minor(requested.amount) }
}

/// Builds a policy update.
pub(super) fn update(request: &AgentPolicyUpdateRequest) -> PolicyUpdate {
    let restrictions = request.account_restrictions.as_ref();
    let rules = |restrictions: &AgentAccountRestrictionsUpdate| {
        restrictions.account_rules.as_ref().map(|rules| rules.iter().map(changed_rule).collect())
    };
    PolicyUpdate {
        permissions: request.permissions.as_ref().map(|permissions| permissions.iter().copied().collect()),
        default_execution_mode: request.default_execution_mode,
        spending_limits: request.spending_limits.as_ref().map_or_else(Default::default, |limits| {
            SpendingLimitsUpdate {
                currency: limits.currency,
                per_transaction: minor(limits.per_transaction_limit),
                daily: patched(&limits.daily_limit).map(minor),
                daily_transactions: minor(limits.daily_transaction_limit),
                monthly: patched(&limits.monthly_limit).map(minor),
            }
        }),
        allowed_accounts: restrictions
            .and_then(|restrictions| patched(&restrictions.allowed_account_ids))
            .map(|allowed| allowed.map(|AllowedAccountIds(allowed)| allowed)),
        account_rules: restrictions.and_then(rules),
        approval_threshold: request.approval_thresholds.as_ref().map_or_else(
            Default::default,
            |thresholds| ApprovalThresholdUpdate {
                currency: thresholds.currency,
                amount: patched(&thresholds.amount).map(minor),
            },
        ),
    }
}

fn changed_rule(requested: &AgentAccountRuleUpdate) -> AccountRule {
    AccountRule {
        account: requested.account_id,
        execution_mode: requested.execution_mode,
        per_transaction: patched(&requested.per_transaction_limit).and_then(minor),
    }
}

fn minor(amount: Option<MinorUnits>) -> Option<i64> {
    amount.map(|amount| amount.0)
}

/// Converts a patch: `None` if the field was not sent, `Some(None)` if it was sent as null.
fn patched<T: Clone>(patch: &Patch<T>) -> Option<Option<T>> {
    match patch {
        Patch::Keep => None,
        Patch::Clear => Some(None),
        Patch::Set(value) => Some(Some(value.clone())),
    }
}

/// Adds field errors for unknown currencies; `at` is the path of the policy's members.
pub(super) fn check_currencies(
    at: &str,
    limits: Option<CurrencyCode>,
    threshold: Option<CurrencyCode>,
    errors: &mut FieldErrors,
) {
    for (member, code) in [("spendingLimits", limits), ("approvalThresholds", threshold)] {
        if code.is_some_and(|code| currency::find(code).is_none()) {
            errors.push(&format!("{at}{member}.currency"), "must be a currency that the service knows");
        }
    }
}

/// Checks that the policy is sound and names only accounts of the customer.
pub(super) fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    policy: &Policy,
    at: &str,
) -> Result<(), ApiError> {
    policy.check().map_err(|error| ApiError::fields(vec![errors::unsound(error, at)]))?;
    let accounts: BTreeSet<_> = policy.accounts().collect();
    let restrictions = &policy.account_restrictions;
    let mut wrong: Vec<FieldError> = Vec::new();
    for id in accounts {
        let found = internal_accounts::find(tx, context.platform, id)?;
        if found.is_some_and(|account| account.account.customer == Some(customer)) {
            continue;
        }
        let is_allowed = restrictions.allowed.as_ref().is_some_and(|allowed| allowed.contains(&id));
        let member = if is_allowed { "allowedAccountIds" } else { "accountRules" };
        wrong.push(errors::foreign_account(&format!("{at}accountRestrictions.{member}")));
        wrong.dedup();
    }
    if wrong.is_empty() { Ok(()) } else { Err(ApiError::fields(wrong)) }
}
