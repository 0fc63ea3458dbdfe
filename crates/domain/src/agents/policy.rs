//! An agent's policy: permissions, limits and approval rules (agents A3).

use causeway_vocabulary::agents::AgentExecutionMode;
use serde::{Deserialize, Serialize};

use super::permissions::AgentPermissions;
use crate::ids::InternalAccountId;
use crate::money::CurrencyCode;

/// The policy of an agent. Limits are in the smallest unit of their currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    pub permissions: AgentPermissions,
    /// Applies to accounts without a rule of their own.
    pub default_execution_mode: AgentExecutionMode,
    pub spending_limits: SpendingLimits,
    pub account_restrictions: AccountRestrictions,
    /// Larger amounts always need the platform's approval.
    pub approval_threshold: ApprovalThreshold,
}

/// The spending limits of an agent. Each may be reached, but not exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpendingLimits {
    /// The currency of the limits and of the usage counters.
    pub currency: CurrencyCode,
    pub per_transaction: i64,
    /// `None` means no limit.
    pub daily: Option<i64>,
    /// Number of payments in a day; `None` means no limit.
    pub daily_transactions: Option<i64>,
    /// `None` means no limit.
    pub monthly: Option<i64>,
}

/// The internal accounts of its customer that an agent may use, and rules for single ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountRestrictions {
    /// `None` allows all accounts, future ones included.
    pub allowed: Option<Vec<InternalAccountId>>,
    /// At most one rule per account.
    pub rules: Vec<AccountRule>,
}

/// A rule for one account that overrides the policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountRule {
    pub account: InternalAccountId,
    /// Overrides the policy's default.
    pub execution_mode: Option<AgentExecutionMode>,
    /// Overrides the policy's limit, in the account's currency.
    pub per_transaction: Option<i64>,
}

/// The amount above which the platform's approval is required.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalThreshold {
    /// Required if there is an amount.
    pub currency: Option<CurrencyCode>,
    /// The largest amount that needs no approval; `None` means no threshold.
    pub amount: Option<i64>,
}

/// The reason why a policy is inconsistent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolicyError {
    /// The approval threshold has an amount and no currency.
    ThresholdWithoutCurrency,
    /// There are two rules for this account.
    RuleRepeated(InternalAccountId),
}

impl Policy {
    /// Checks that the policy is consistent in itself.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn check(&self) -> Result<(), PolicyError> {
        let ApprovalThreshold { currency, amount } = self.approval_threshold;
        if amount.is_some() && currency.is_none() {
            return Err(PolicyError::ThresholdWithoutCurrency);
        }
        let rules = &self.account_restrictions.rules;
        let repeated = rules
            .iter()
            .enumerate()
            .find(|(at, rule)| rules.iter().take(*at).any(|earlier| earlier.account == rule.account));
        repeated.map_or(Ok(()), |(_, rule)| Err(PolicyError::RuleRepeated(rule.account)))
    }

    /// Returns every account that the policy names; an account may occur twice.
    pub fn accounts(&self) -> impl Iterator<Item = InternalAccountId> {
        let allowed = self.account_restrictions.allowed.iter().flatten().copied();
        allowed.chain(self.account_restrictions.rules.iter().map(|rule| rule.account))
    }

    #[must_use]
    pub fn allows(&self, account: InternalAccountId) -> bool {
        self.account_restrictions.allowed.as_ref().is_none_or(|allowed| allowed.contains(&account))
    }

    pub(super) fn rule(&self, account: InternalAccountId) -> Option<&AccountRule> {
        self.account_restrictions.rules.iter().find(|rule| rule.account == account)
    }
}
