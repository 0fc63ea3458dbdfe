//! The evaluation of an agent's policy: is a movement allowed, and does it need the platform's approval
//! (agents A4).

use std::collections::BTreeSet;

use causeway_vocabulary::agents::AgentExecutionMode;

use super::policy::Policy;
use super::usage::Usage;
use crate::ids::InternalAccountId;
use crate::money::{Amount, CurrencyCode};

/// A movement of money that an agent requests.
#[derive(Debug, Clone, Copy)]
pub struct Movement<'a> {
    /// Fees included.
    pub amount: Amount,
    /// The internal accounts that it touches, with their currencies. The rules of all of them apply; the
    /// stricter one wins.
    pub accounts: &'a [(InternalAccountId, CurrencyCode)],
}

/// The policy's decision about a movement that it allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub mode: AgentExecutionMode,
    /// The amount that counts towards the limits, in their currency.
    pub spent: i64,
}

/// The reason why the policy does not allow a movement (agents A4.1, checks 3 to 7, and A4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolicyRefused {
    /// The movement touches an account that the agent may not use.
    AccountNotAllowed,
    PerTransactionLimitExceeded,
    DailyTransactionLimitExceeded,
    DailyLimitExceeded,
    MonthlyLimitExceeded,
    /// No rate is known from the movement's currency to the currency of a limit.
    RateUnavailable,
}

/// Returns the currencies into which the movement's amount must be converted before the evaluation.
#[must_use]
pub fn currencies(policy: &Policy, movement: &Movement<'_>) -> BTreeSet<CurrencyCode> {
    let limits = [policy.spending_limits.currency].into_iter();
    let has_limit = |account| policy.rule(account).is_some_and(|rule| rule.per_transaction.is_some());
    let ruled = movement.accounts.iter().filter(|(account, _)| has_limit(*account));
    let threshold = policy.approval_threshold.amount.and(policy.approval_threshold.currency);
    limits.chain(ruled.map(|(_, currency)| *currency)).chain(threshold).collect()
}

/// Evaluates the policy. `amount_in` returns the movement's amount in a currency, rounded up, or `None` if
/// there is no rate. `usage` holds the current counters.
///
/// # Errors
/// The first check that fails.
pub fn evaluate(
    policy: &Policy,
    usage: &Usage,
    movement: &Movement<'_>,
    amount_in: impl Fn(CurrencyCode) -> Option<i64>,
) -> Result<Verdict, PolicyRefused> {
    let amount_in = |currency| amount_in(currency).ok_or(PolicyRefused::RateUnavailable);
    if !movement.accounts.iter().all(|(account, _)| policy.allows(*account)) {
        return Err(PolicyRefused::AccountNotAllowed);
    }
    let limits = &policy.spending_limits;
    let spent = amount_in(limits.currency)?;
    for (account, currency) in movement.accounts {
        let own = policy.rule(*account).and_then(|rule| rule.per_transaction);
        let (amount, most) = match own {
            Some(most) => (amount_in(*currency)?, most),
            None => (spent, limits.per_transaction),
        };
        if amount > most {
            return Err(PolicyRefused::PerTransactionLimitExceeded);
        }
    }
    if movement.accounts.is_empty() && spent > limits.per_transaction {
        return Err(PolicyRefused::PerTransactionLimitExceeded);
    }
    if limits.daily_transactions.is_some_and(|most| usage.count >= most) {
        return Err(PolicyRefused::DailyTransactionLimitExceeded);
    }
    // A sum that overflows exceeds every limit, also an absent one.
    let exceeds = |used: i64, most: Option<i64>| {
        used.checked_add(spent).is_none_or(|sum| most.is_some_and(|most| sum > most))
    };
    if exceeds(usage.daily, limits.daily) {
        return Err(PolicyRefused::DailyLimitExceeded);
    }
    if exceeds(usage.monthly, limits.monthly) {
        return Err(PolicyRefused::MonthlyLimitExceeded);
    }
    Ok(Verdict { mode: mode(policy, movement, amount_in)?, spent })
}

/// Returns the execution mode: automatic, or with the platform's approval (agents A4.2).
fn mode(
    policy: &Policy,
    movement: &Movement<'_>,
    amount_in: impl Fn(CurrencyCode) -> Result<i64, PolicyRefused>,
) -> Result<AgentExecutionMode, PolicyRefused> {
    let own = |account| policy.rule(account).and_then(|rule| rule.execution_mode);
    let default = policy.default_execution_mode;
    let needs_approval = |mode| mode == AgentExecutionMode::ApprovalRequired;
    let is_asked = if movement.accounts.is_empty() {
        needs_approval(default)
    } else {
        movement.accounts.iter().any(|(account, _)| needs_approval(own(*account).unwrap_or(default)))
    };
    let threshold = policy.approval_threshold;
    let is_above = match (threshold.amount, threshold.currency) {
        (Some(most), Some(currency)) => amount_in(currency)? > most,
        (Some(_) | None, Some(_) | None) => false,
    };
    Ok(if is_asked || is_above { AgentExecutionMode::ApprovalRequired } else { AgentExecutionMode::Auto })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::agents::{
        AccountRestrictions, AccountRule, AgentPermissions, ApprovalThreshold, SpendingLimits,
    };
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
                monthly: Some(200),
            },
            account_restrictions: AccountRestrictions::default(),
            approval_threshold: ApprovalThreshold::default(),
        }
    }

    fn used(count: i64, daily: i64, monthly: i64) -> Usage {
        Usage { count, daily, monthly, ..Usage::none(Time::from_millis(0)) }
    }

    /// Evaluates a movement of `minor` US cents from account 1. One USD cent is two smallest units of EUR.
    fn held(policy: &Policy, usage: Usage, minor: i64) -> Result<Verdict, PolicyRefused> {
        let accounts = [(account(1), USD)];
        let movement = Movement { amount: Amount::new(minor, USD), accounts: &accounts };
        evaluate(policy, &usage, &movement, |to| match to {
            USD => Some(minor),
            EUR => minor.checked_mul(2),
            _ => None,
        })
    }

    #[test]
    fn a_payment_may_reach_a_limit_but_not_exceed_it() {
        let policy = policy();
        assert_eq!(held(&policy, used(2, 50, 100), 100), Ok(Verdict { mode: Auto, spent: 100 }));
        assert_eq!(held(&policy, used(0, 0, 0), 101), Err(PolicyRefused::PerTransactionLimitExceeded));
        assert_eq!(held(&policy, used(3, 0, 0), 1), Err(PolicyRefused::DailyTransactionLimitExceeded));
        assert_eq!(held(&policy, used(2, 51, 100), 100), Err(PolicyRefused::DailyLimitExceeded));
        assert_eq!(held(&policy, used(2, 50, 101), 100), Err(PolicyRefused::MonthlyLimitExceeded));
    }

    #[test]
    fn the_first_failed_check_is_reported() {
        let mut policy = policy();
        policy.account_restrictions.allowed = Some(vec![account(2)]);
        assert_eq!(held(&policy, used(3, 999, 999), 999), Err(PolicyRefused::AccountNotAllowed));
        policy.account_restrictions.allowed = Some(vec![account(1)]);
        assert_eq!(held(&policy, used(3, 999, 999), 999), Err(PolicyRefused::PerTransactionLimitExceeded));
        assert_eq!(held(&policy, used(3, 999, 999), 9), Err(PolicyRefused::DailyTransactionLimitExceeded));
        assert_eq!(held(&policy, used(2, 999, 999), 9), Err(PolicyRefused::DailyLimitExceeded));
    }

    #[test]
    fn an_account_rule_overrides_the_policy() {
        let mut policy = policy();
        let rule = |mode, per_transaction| AccountRule {
            account: account(1),
            execution_mode: mode,
            per_transaction,
        };
        policy.account_restrictions.rules = vec![rule(Some(ApprovalRequired), Some(120))];
        assert_eq!(held(&policy, used(0, 0, 0), 120).map(|verdict| verdict.mode), Ok(ApprovalRequired));
        assert_eq!(held(&policy, used(0, 0, 0), 121), Err(PolicyRefused::PerTransactionLimitExceeded));
        policy.default_execution_mode = ApprovalRequired;
        policy.account_restrictions.rules = vec![rule(Some(Auto), None)];
        assert_eq!(held(&policy, used(0, 0, 0), 100).map(|verdict| verdict.mode), Ok(Auto));
        assert_eq!(held(&policy, used(0, 0, 0), 101), Err(PolicyRefused::PerTransactionLimitExceeded));
    }

    #[test]
    fn the_stricter_of_two_account_rules_applies() {
        let mut policy = policy();
        policy.account_restrictions.rules = vec![AccountRule {
            account: account(2),
            execution_mode: Some(ApprovalRequired),
            per_transaction: Some(60),
        }];
        let accounts = [(account(1), USD), (account(2), EUR)];
        let both = |minor: i64| {
            let movement = Movement { amount: Amount::new(minor, USD), accounts: &accounts };
            evaluate(&policy, &used(0, 0, 0), &movement, |to| Some(if to == EUR { minor * 2 } else { minor }))
        };
        assert_eq!(both(30).map(|verdict| verdict.mode), Ok(ApprovalRequired));
        assert_eq!(
            both(31),
            Err(PolicyRefused::PerTransactionLimitExceeded),
            "62 of the second account's currency"
        );
    }

    #[test]
    fn payments_above_the_threshold_need_approval() {
        let mut policy = policy();
        policy.approval_threshold = ApprovalThreshold { currency: Some(EUR), amount: Some(50) };
        let mode = |minor| held(&policy, used(0, 0, 0), minor).map(|verdict| verdict.mode);
        assert_eq!((mode(25), mode(26)), (Ok(Auto), Ok(ApprovalRequired)));
        let movement = Movement { amount: Amount::new(1, USD), accounts: &[(account(1), USD)] };
        assert_eq!(currencies(&policy, &movement), BTreeSet::from([EUR, USD]));
        policy.approval_threshold.currency = "BRL".parse().ok();
        assert_eq!(held(&policy, used(0, 0, 0), 1), Err(PolicyRefused::RateUnavailable));
    }

    proptest! {
        #[test]
        fn consecutively_allowed_payments_stay_within_every_limit(
            payments in prop::collection::vec(0_i64..120, 0..40),
            daily in prop::option::of(0_i64..400),
            monthly in prop::option::of(0_i64..400),
            most in prop::option::of(0_i64..10),
        ) {
            let mut policy = policy();
            let limits = &mut policy.spending_limits;
            limits.daily = daily;
            limits.monthly = monthly;
            limits.daily_transactions = most;
            let mut usage = used(0, 0, 0);
            let mut spent = 0;
            let mut count = 0;
            for minor in payments {
                if let Ok(verdict) = held(&policy, usage, minor) {
                    prop_assert!(minor <= 100);
                    usage = usage.with_payment(verdict.spent).unwrap();
                    spent += minor;
                    count += 1;
                }
            }
            prop_assert_eq!((usage.count, usage.daily, usage.monthly), (count, spent, spent));
            prop_assert!(daily.is_none_or(|most| spent <= most));
            prop_assert!(monthly.is_none_or(|most| spent <= most));
            prop_assert!(most.is_none_or(|most| count <= most));
        }
    }
}
