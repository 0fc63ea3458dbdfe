//! Evaluation of an agent's policy against a movement of money (agents A4).

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::Amount;
use causeway_domain::agents::{Movement, Rounding, Verdict, convert, currencies, evaluate};
use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_store::agents::AgentRecord;
use causeway_store::payments::{PaymentTerms, Side};

use super::errors;
use crate::ports::{RateError, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The amount moved, and the internal accounts that it touches.
#[derive(Debug, Clone)]
pub(super) struct AgentMovement {
    amount: Amount,
    accounts: Vec<(InternalAccountId, CurrencyCode)>,
}

impl AgentMovement {
    pub(super) const fn new(amount: Amount, accounts: Vec<(InternalAccountId, CurrencyCode)>) -> Self {
        Self { amount, accounts }
    }

    /// Returns the movement of a payment; for outgoing payments the amount includes all fees. `None` if the
    /// terms name no amount.
    pub(super) fn of(terms: &PaymentTerms) -> Option<Self> {
        let internal = |side: &Side| match side {
            Side::Account { account: AccountRef::Internal(account), currency } => Some((*account, *currency)),
            Side::Account { .. } | Side::Funding { .. } | Side::Uma { .. } => None,
        };
        let accounts = [&terms.source, &terms.destination].into_iter().filter_map(internal).collect();
        Some(Self { amount: terms.sent.or(terms.received)?, accounts })
    }

    fn movement(&self) -> Movement<'_> {
        Movement { amount: self.amount, accounts: &self.accounts }
    }

    /// Returns the currencies other than its own into which the policy needs the amount converted.
    fn needed_currencies(&self, agent: &AgentRecord) -> BTreeSet<CurrencyCode> {
        let mut currencies = currencies(&agent.policy, &self.movement());
        currencies.remove(&self.amount.currency);
        currencies
    }
}

/// The rate provider's answers for the amount of a movement. The policy may have changed by the time they are
/// used.
#[derive(Debug, Clone, Default)]
pub(super) struct PolicyRates(BTreeMap<CurrencyCode, Result<Rate, RateError>>);

impl PolicyRates {
    /// Asks for the rates that the policy needs now.
    pub(super) async fn ask(world: &World, agent: &AgentRecord, movement: &AgentMovement) -> Self {
        let pairs: Vec<_> =
            movement.needed_currencies(agent).into_iter().map(|to| (movement.amount.currency, to)).collect();
        if pairs.is_empty() {
            return Self::default();
        }
        let rates = world.rates.rates(&pairs).await;
        Self(pairs.into_iter().zip(rates).map(|((_, to), rate)| (to, rate.map(|one| one.rate))).collect())
    }

    /// Returns `true` if the provider could not be reached.
    pub(super) fn are_unavailable(&self) -> bool {
        self.0.values().any(|rate| *rate == Err(RateError::Unavailable))
    }
}

/// Checks a movement against the policy of an agent (checks 3 to 7, and A4.2). The caller must hold the
/// agent's row lock.
///
/// # Errors
/// `FORBIDDEN` with the check that fails; `SERVICE_UNAVAILABLE` if the policy has changed since the rates
/// were asked.
pub(super) fn check(
    context: &Context,
    agent: &AgentRecord,
    agent_movement: &AgentMovement,
    rates: &PolicyRates,
) -> Result<Verdict, ApiError> {
    if !agent_movement.needed_currencies(agent).iter().all(|currency| rates.0.contains_key(currency)) {
        return Err(errors::has_changed());
    }
    let amount_in = |to: CurrencyCode| {
        if to == agent_movement.amount.currency {
            return Some(agent_movement.amount.minor);
        }
        let rate = rates.0.get(&to)?.ok()?;
        convert(agent_movement.amount, to, rate, Rounding::Up)
    };
    let usage = agent.usage.at(context.now);
    evaluate(&agent.policy, &usage, &agent_movement.movement(), amount_in).map_err(errors::not_allowed)
}

/// Counts a payment that has started (agents A4.4). The caller stores the agent.
///
/// # Errors
/// `FORBIDDEN` if the sum overflows, which the check has already refused.
pub(super) fn count(context: &Context, agent: &mut AgentRecord, verdict: Verdict) -> Result<(), ApiError> {
    let usage = agent.usage.at(context.now).with_payment(verdict.spent);
    let overflow = || errors::not_allowed(causeway_domain::agents::PolicyRefused::DailyLimitExceeded);
    agent.usage = usage.ok_or_else(overflow)?;
    agent.updated_at.advance(context.now);
    Ok(())
}
