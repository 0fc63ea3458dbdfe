//! What an agent may do, and how much of it (agents A3).

use causeway_vocabulary::agents::AgentExecutionMode;
use serde::{Deserialize, Serialize};

use super::permissions::AgentPermissions;
use crate::ids::InternalAccountId;
use crate::money::CurrencyCode;

/// The policy of an agent. Limits are in the smallest unit of their currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// What it may do at all.
    pub permissions: AgentPermissions,
    /// Whether the platform is asked, where no rule of an account says otherwise.
    pub default_execution_mode: AgentExecutionMode,
    /// How much it may move.
    pub spending_limits: SpendingLimits,
    /// Which accounts it may touch.
    pub account_restrictions: AccountRestrictions,
    /// From which amount on the platform is asked in any case.
    pub approval_threshold: ApprovalThreshold,
}

/// How much an agent may move. Each limit may be reached and not exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpendingLimits {
    /// What the limits, and what is counted towards them, are in.
    pub currency: CurrencyCode,
    /// With one payment.
    pub per_transaction: i64,
    /// In a day; none: as much as it likes.
    pub daily: Option<i64>,
    /// How many payments in a day; none: as many as it likes.
    pub daily_transactions: Option<i64>,
    /// In a month; none: as much as it likes.
    pub monthly: Option<i64>,
}

/// Which internal accounts of its customer an agent may touch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountRestrictions {
    /// These; none: all, also future ones.
    pub allowed: Option<Vec<InternalAccountId>>,
    /// What is otherwise about one of them; each is named once.
    pub rules: Vec<AccountRule>,
}

/// What is otherwise about one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountRule {
    /// Which one.
    pub account: InternalAccountId,
    /// In place of the default.
    pub execution_mode: Option<AgentExecutionMode>,
    /// In place of the policy's limit, in the account's currency.
    pub per_transaction: Option<i64>,
}

/// From which amount on the platform is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalThreshold {
    /// The currency of the amount.
    pub currency: Option<CurrencyCode>,
    /// What needs no approval yet; none: no amount does.
    pub amount: Option<i64>,
}

/// What makes a policy unsound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolicyFault {
    /// A threshold without a currency.
    ThresholdWithoutCurrency,
    /// Two rules about this account.
    RuleRepeated(InternalAccountId),
}

impl Policy {
    /// Whether the policy makes sense in itself.
    ///
    /// # Errors
    /// What does not.
    pub fn check(&self) -> Result<(), PolicyFault> {
        let ApprovalThreshold { currency, amount } = self.approval_threshold;
        if amount.is_some() && currency.is_none() {
            return Err(PolicyFault::ThresholdWithoutCurrency);
        }
        let rules = &self.account_restrictions.rules;
        let repeated = rules
            .iter()
            .enumerate()
            .find(|(at, rule)| rules.iter().take(*at).any(|earlier| earlier.account == rule.account));
        repeated.map_or(Ok(()), |(_, rule)| Err(PolicyFault::RuleRepeated(rule.account)))
    }

    /// Every account that the policy names.
    pub fn accounts(&self) -> impl Iterator<Item = InternalAccountId> {
        let allowed = self.account_restrictions.allowed.iter().flatten().copied();
        allowed.chain(self.account_restrictions.rules.iter().map(|rule| rule.account))
    }

    /// Whether the agent may touch the account.
    #[must_use]
    pub fn allows(&self, account: InternalAccountId) -> bool {
        self.account_restrictions.allowed.as_ref().is_none_or(|allowed| allowed.contains(&account))
    }

    /// What is otherwise about this account.
    pub(super) fn rule(&self, account: InternalAccountId) -> Option<&AccountRule> {
        self.account_restrictions.rules.iter().find(|rule| rule.account == account)
    }
}
