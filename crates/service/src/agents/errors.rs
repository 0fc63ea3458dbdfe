//! Errors of agents (agents A7).

use causeway_domain::agents::{MAX_PENDING_ACTIONS, PolicyError, PolicyRefused};
use causeway_wire::{Code, FieldError};

use crate::runtime::api_error::ApiError;

/// Refuses a device code that does not exist, or belongs to a deleted agent.
pub(super) fn no_such_code() -> ApiError {
    ApiError::new(Code::ReferenceNotFound, "There is no such device code.")
}

/// Refuses a device code that was redeemed, replaced or has expired.
pub(super) fn code_is_used_up(state: &str) -> ApiError {
    let message = format!("The device code is {state}; ask the platform for another one.");
    ApiError::new(Code::InvalidInput, message).reason("DEVICE_CODE_NOT_OPEN").with("status", state)
}

pub(super) fn is_connected() -> ApiError {
    let message = "The agent is installed; to install it anew, delete it and make another one.";
    ApiError::new(Code::Conflict, message).reason("AGENT_CONNECTED")
}

pub(super) fn unknown_customer() -> FieldError {
    FieldError::new("customerId", "must be a customer of this platform that is not deleted")
}

pub(super) fn foreign_account(field: &str) -> FieldError {
    FieldError::new(field, "must name internal accounts of the agent's customer")
}

/// Returns the field error for an unsound policy; `at` is the path of the policy's members.
pub(super) fn unsound(error: PolicyError, at: &str) -> FieldError {
    match error {
        PolicyError::ThresholdWithoutCurrency => FieldError::new(
            format!("{at}approvalThresholds.currency"),
            "is required where there is an amount",
        ),
        PolicyError::RuleRepeated(account) => FieldError::new(
            format!("{at}accountRestrictions.accountRules"),
            format!("must name each account once, and names {account} twice"),
        ),
    }
}

/// Refuses a movement that the agent's policy does not allow.
pub(super) fn not_allowed(refusal: PolicyRefused) -> ApiError {
    let (message, reason) = match refusal {
        PolicyRefused::AccountNotAllowed => {
            ("The policy keeps this agent from one of the accounts.", "ACCOUNT_NOT_ALLOWED")
        }
        PolicyRefused::PerTransactionLimitExceeded => {
            ("The amount exceeds what the agent may move at once.", "PER_TRANSACTION_LIMIT_EXCEEDED")
        }
        PolicyRefused::DailyTransactionLimitExceeded => {
            ("The agent has made as many payments today as it may.", "DAILY_TRANSACTION_LIMIT_EXCEEDED")
        }
        PolicyRefused::DailyLimitExceeded => {
            ("The amount exceeds what the agent may still move today.", "DAILY_LIMIT_EXCEEDED")
        }
        PolicyRefused::MonthlyLimitExceeded => {
            ("The amount exceeds what the agent may still move this month.", "MONTHLY_LIMIT_EXCEEDED")
        }
        PolicyRefused::RateUnavailable => {
            ("There is no exchange rate for the currency of a limit.", "RATE_UNAVAILABLE")
        }
    };
    ApiError::new(Code::Forbidden, message).reason(reason)
}

/// Refuses another action while the maximum number of actions is pending.
pub(super) fn too_many_pending() -> ApiError {
    let message =
        format!("{MAX_PENDING_ACTIONS} actions of this agent wait for an approval; more are not taken.");
    ApiError::new(Code::Forbidden, message).reason("PENDING_ACTIONS_LIMIT_EXCEEDED")
}

/// Refuses a write if the agent or its policy has changed since the partners were asked.
pub(super) fn has_changed() -> ApiError {
    let message = "The policy of the agent has just changed; repeat the request.";
    ApiError::outdated(message)
}

/// Refuses an immediate execution: an agent executes its quote in a separate call.
pub(super) fn executes_at_once() -> ApiError {
    ApiError::field("immediatelyExecute", "must be false for agents; execute the quote instead")
}

pub(super) fn other_customer(field: &str) -> ApiError {
    ApiError::field(field, "must be the customer that the agent acts for, or absent")
}
