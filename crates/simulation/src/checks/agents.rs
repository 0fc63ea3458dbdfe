//! Checks that agents' counters match the money that their actions moved (agents A4.4), and that every action
//! reaches a final state.

use causeway_domain::agents::{AgentActionStatus, Usage};
use causeway_domain::date::Date;
use causeway_store::agent_actions::{self, ActionWithPayment, AgentActionRecord, Filter};
use causeway_store::agents;
use causeway_store::listing::{Order, Page};

use crate::violation::{CheckResult, ensure};
use crate::world::{Agent, Tenant, World};

const AT_ONCE: &str = "an agent's action: executed at once";
const APPROVED: &str = "an agent's action: approved";
const REJECTED: &str = "an agent's action: rejected";
const FAILED: &str = "an agent's action: failed";
const EXPIRED: &str = "an agent's action: expired undecided";

/// The outcomes that must occur.
pub(super) const EVENTS: &[&str] = &[AT_ONCE, APPROVED, REJECTED, FAILED, EXPIRED];

/// Checks the counters of every agent of a platform.
pub(super) fn check(world: &World, tenant: &Tenant) -> CheckResult {
    if tenant.agents.is_empty() {
        return Ok(());
    }
    let all = actions(world, tenant)?;
    tenant.agents.iter().try_for_each(|agent| check_usage(world, tenant, agent, &all))
}

/// Checks at the end that no action awaits a decision, and counts the outcomes.
pub(super) fn check_settled(world: &World, tenant: &Tenant) -> CheckResult {
    for (action, payment) in actions(world, tenant)? {
        let is_open = action.status == AgentActionStatus::PendingApproval;
        ensure(!is_open && !payment.phase().awaits_approval(), || {
            format!("{} still awaits a decision", action.id)
        })?;
        world.host.counts.event(end_of(&action));
    }
    Ok(())
}

fn end_of(action: &AgentActionRecord) -> &'static str {
    let was_asked_for = action.expires_at > action.created_at;
    match action.status {
        AgentActionStatus::Rejected => REJECTED,
        AgentActionStatus::Approved | AgentActionStatus::PendingApproval if was_asked_for => APPROVED,
        AgentActionStatus::Failed if was_asked_for && action.updated_at.time() >= action.expires_at => {
            EXPIRED
        }
        AgentActionStatus::Failed if was_asked_for => FAILED,
        AgentActionStatus::Approved | AgentActionStatus::PendingApproval | AgentActionStatus::Failed => {
            AT_ONCE
        }
    }
}

fn actions(world: &World, tenant: &Tenant) -> CheckResult<Vec<ActionWithPayment>> {
    let platform = tenant.id;
    let now = world.now();
    let page = Page { after: None, limit: 5_000, order: Order::Ascending };
    Ok(world.read(move |tx| agent_actions::list(tx, platform, &Filter::default(), now, &page))?.0)
}

/// Checks that the counters of a live agent are the sums of the actions begun in the counters' day and month.
/// Amounts counted in another currency, or converted since, are left out of the sums; then the counters may
/// exceed them.
fn check_usage(world: &World, tenant: &Tenant, agent: &Agent, all: &[ActionWithPayment]) -> CheckResult {
    let platform = tenant.id;
    let id = agent.id;
    let Some(record) = world.read(move |tx| agents::find(tx, platform, id))? else { return Ok(()) };
    let currency = record.policy.spending_limits.currency;
    let mut sums = Usage { count: 0, daily: 0, monthly: 0, ..record.usage };
    let mut is_exact = !agent.may_be_converted;
    let counted = |action: &AgentActionRecord| {
        action.agent == id && action.has_begun && action.status == AgentActionStatus::Approved
    };
    for (action, payment) in all.iter().filter(|(action, _)| counted(action)) {
        let day = Date::of(action.updated_at.time());
        let amount = payment.terms.sent.or(payment.terms.received);
        let minor = amount.filter(|amount| amount.currency == currency).map(|amount| amount.minor);
        if day.is_in_month_of(record.usage.day) {
            is_exact &= minor.is_some();
            sums.monthly += minor.unwrap_or_default();
        }
        if day == record.usage.day {
            sums.count += 1;
            sums.daily += minor.unwrap_or_default();
        }
    }
    let is_enough = sums.daily <= record.usage.daily && sums.monthly <= record.usage.monthly;
    let fits = match (is_exact, agent.may_be_converted) {
        (true, _) => sums == record.usage,
        (false, false) => sums.count == record.usage.count && is_enough,
        (false, true) => sums.count == record.usage.count,
    };
    ensure(fits, || format!("{id} has spent {sums:?}, but its counters are {:?}", record.usage))
}
