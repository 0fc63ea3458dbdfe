//! Updates of a policy (agents A2: `PATCH /agents/{agentId}/policy`).

use causeway_vocabulary::agents::AgentExecutionMode;

use super::conversion::{Rounding, convert};
use super::permissions::AgentPermissions;
use super::policy::{AccountRule, Policy, SpendingLimits};
use super::usage::Usage;
use crate::ids::InternalAccountId;
use crate::money::{Amount, CurrencyCode};
use crate::rates::Rate;

/// An update of a policy. Absent members stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyUpdate {
    /// Replaces the whole set.
    pub permissions: Option<AgentPermissions>,
    pub default_execution_mode: Option<AgentExecutionMode>,
    /// Updates each limit by itself.
    pub spending_limits: SpendingLimitsUpdate,
    /// Replaces the list; an inner `None` allows all accounts.
    pub allowed_accounts: Option<Option<Vec<InternalAccountId>>>,
    /// Replaces the list.
    pub account_rules: Option<Vec<AccountRule>>,
    pub approval_threshold: ApprovalThresholdUpdate,
}

/// An update of the spending limits. An inner `None` removes a limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpendingLimitsUpdate {
    /// Converts the limits that the update does not set.
    pub currency: Option<CurrencyCode>,
    pub per_transaction: Option<i64>,
    pub daily: Option<Option<i64>>,
    /// Number of payments in a day.
    pub daily_transactions: Option<i64>,
    pub monthly: Option<Option<i64>>,
}

/// An update of the approval threshold. An inner `None` removes the amount.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ApprovalThresholdUpdate {
    pub currency: Option<CurrencyCode>,
    pub amount: Option<Option<i64>>,
}

impl PolicyUpdate {
    /// Returns the currency into which the policy's limits are converted, or `None` if they keep theirs.
    #[must_use]
    pub fn new_currency(&self, policy: &Policy) -> Option<CurrencyCode> {
        self.spending_limits.currency.filter(|currency| *currency != policy.spending_limits.currency)
    }
}

/// Returns the policy and the counters after an update.
///
/// `rate` converts from the present currency of the limits to the requested one, if that differs. `None` if
/// the limits must be converted and there is no rate.
#[must_use]
pub fn merge_policy(
    policy: &Policy,
    usage: Usage,
    update: &PolicyUpdate,
    rate: Option<Rate>,
) -> Option<(Policy, Usage)> {
    let (spending_limits, usage) = match update.new_currency(policy) {
        None => (policy.spending_limits, usage),
        Some(to) => convert_limits(&policy.spending_limits, usage, to, rate?)?,
    };
    let limits = &update.spending_limits;
    let spending_limits = SpendingLimits {
        currency: spending_limits.currency,
        per_transaction: limits.per_transaction.unwrap_or(spending_limits.per_transaction),
        daily: limits.daily.unwrap_or(spending_limits.daily),
        daily_transactions: limits.daily_transactions.or(spending_limits.daily_transactions),
        monthly: limits.monthly.unwrap_or(spending_limits.monthly),
    };
    let mut merged = Policy {
        permissions: update.permissions.unwrap_or(policy.permissions),
        default_execution_mode: update.default_execution_mode.unwrap_or(policy.default_execution_mode),
        spending_limits,
        ..policy.clone()
    };
    let restrictions = &mut merged.account_restrictions;
    if let Some(allowed) = &update.allowed_accounts {
        restrictions.allowed.clone_from(allowed);
    }
    if let Some(rules) = &update.account_rules {
        restrictions.rules.clone_from(rules);
    }
    let threshold = &mut merged.approval_threshold;
    threshold.currency = update.approval_threshold.currency.or(threshold.currency);
    threshold.amount = update.approval_threshold.amount.unwrap_or(threshold.amount);
    Some((merged, usage))
}

/// Converts limits and counters into another currency.
fn convert_limits(
    limits: &SpendingLimits,
    usage: Usage,
    to: CurrencyCode,
    rate: Rate,
) -> Option<(SpendingLimits, Usage)> {
    let convert_minor = |minor| convert(Amount::new(minor, limits.currency), to, rate, Rounding::HalfUp);
    let convert_limit = |limit: Option<i64>| match limit {
        Some(minor) => convert_minor(minor).map(Some),
        None => Some(None),
    };
    let converted_limits = SpendingLimits {
        currency: to,
        per_transaction: convert_minor(limits.per_transaction)?,
        daily: convert_limit(limits.daily)?,
        daily_transactions: limits.daily_transactions,
        monthly: convert_limit(limits.monthly)?,
    };
    Some((
        converted_limits,
        Usage { daily: convert_minor(usage.daily)?, monthly: convert_minor(usage.monthly)?, ..usage },
    ))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::super::permissions::AgentPermissions;
    use super::super::policy::{AccountRestrictions, ApprovalThreshold};
    use super::*;
    use crate::ids::Id;
    use crate::time::Time;
    use AgentExecutionMode::{ApprovalRequired, Auto};

    const USD: CurrencyCode = CurrencyCode::USD;
    const EUR: CurrencyCode = CurrencyCode::EUR;

    fn account(number: u128) -> InternalAccountId {
        InternalAccountId::from_uuid(Uuid::from_u128(number))
    }

    fn policy() -> Policy {
        Policy {
            permissions: AgentPermissions::default(),
            default_execution_mode: Auto,
            spending_limits: SpendingLimits {
                currency: USD,
                per_transaction: 100,
                daily: Some(150),
                daily_transactions: Some(3),
                monthly: None,
            },
            account_restrictions: AccountRestrictions {
                allowed: Some(vec![account(1)]),
                rules: vec![AccountRule {
                    account: account(1),
                    execution_mode: None,
                    per_transaction: Some(7),
                }],
            },
            approval_threshold: ApprovalThreshold { currency: Some(USD), amount: Some(50) },
        }
    }

    fn usage() -> Usage {
        Usage { count: 2, daily: 11, monthly: 31, ..Usage::none(Time::from_millis(0)) }
    }

    fn changed(update: &PolicyUpdate, rate: Option<Rate>) -> Option<(Policy, Usage)> {
        merge_policy(&policy(), usage(), update, rate)
    }

    /// Returns a rate of 1.5.
    fn rate() -> Option<Rate> {
        Rate::try_new("1.5".parse().unwrap()).ok()
    }

    #[test]
    fn absent_fields_stay_unchanged() {
        assert_eq!(changed(&PolicyUpdate::default(), None), Some((policy(), usage())));
        let same = SpendingLimitsUpdate { currency: Some(USD), ..SpendingLimitsUpdate::default() };
        let update = PolicyUpdate { spending_limits: same, ..PolicyUpdate::default() };
        assert_eq!(
            changed(&update, None),
            Some((policy(), usage())),
            "no rate is needed for the same currency"
        );
    }

    #[test]
    fn each_member_is_changed_by_itself() {
        let limits = SpendingLimitsUpdate {
            currency: None,
            per_transaction: Some(1),
            daily: Some(None),
            daily_transactions: Some(9),
            monthly: Some(Some(500)),
        };
        let update = PolicyUpdate {
            permissions: None,
            default_execution_mode: Some(ApprovalRequired),
            spending_limits: limits,
            allowed_accounts: Some(None),
            account_rules: Some(Vec::new()),
            approval_threshold: ApprovalThresholdUpdate { currency: Some(EUR), amount: Some(None) },
        };
        let expected = Policy {
            permissions: AgentPermissions::default(),
            default_execution_mode: ApprovalRequired,
            spending_limits: SpendingLimits {
                currency: USD,
                per_transaction: 1,
                daily: None,
                daily_transactions: Some(9),
                monthly: Some(500),
            },
            account_restrictions: AccountRestrictions { allowed: None, rules: Vec::new() },
            approval_threshold: ApprovalThreshold { currency: Some(EUR), amount: None },
        };
        assert_eq!(changed(&update, None), Some((expected, usage())));
    }

    #[test]
    fn a_changed_currency_converts_limits_and_counters_that_are_not_sent() {
        let limits = SpendingLimitsUpdate {
            currency: Some(EUR),
            daily: Some(Some(40)),
            ..SpendingLimitsUpdate::default()
        };
        let update = PolicyUpdate { spending_limits: limits, ..PolicyUpdate::default() };
        assert_eq!(update.new_currency(&policy()), Some(EUR));
        assert_eq!(changed(&update, None), None, "there is no rate");
        let (after, used) = changed(&update, rate()).unwrap();
        let expected = SpendingLimits {
            currency: EUR,
            per_transaction: 150,
            daily: Some(40),
            daily_transactions: Some(3),
            monthly: None,
        };
        assert_eq!(after.spending_limits, expected);
        // Halves are rounded up: 16.5 to 17 and 46.5 to 47.
        assert_eq!((used.count, used.daily, used.monthly), (2, 17, 47));
        assert_eq!(
            after.account_restrictions,
            policy().account_restrictions,
            "rules are in their accounts' currencies"
        );
        assert_eq!(
            after.approval_threshold,
            policy().approval_threshold,
            "the approval threshold has its own currency"
        );
    }

    #[test]
    fn a_limit_that_overflows_is_converted_to_the_maximum() {
        let mut large = policy();
        large.spending_limits.per_transaction = i64::MAX;
        let limits = SpendingLimitsUpdate { currency: Some(EUR), ..SpendingLimitsUpdate::default() };
        let update = PolicyUpdate { spending_limits: limits, ..PolicyUpdate::default() };
        let (after, _) = merge_policy(&large, usage(), &update, rate()).unwrap();
        assert_eq!(after.spending_limits.per_transaction, i64::MAX);
    }
}
