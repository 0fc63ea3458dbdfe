//! What agents have spent is what their actions have moved (agents A4.4), and every action comes to its end.

use causeway_domain::agents::{AgentActionStatus, Usage};
use causeway_domain::date::Date;
use causeway_store::agent_actions::{self, AgentActionRecord, Filter, WithPayment};
use causeway_store::agents;
use causeway_store::listing::{Order, Page};

use crate::violation::{Checked, ensure};
use crate::world::{Agent, Tenant, World};

const AT_ONCE: &str = "an agent's action: carried out at once";
const APPROVED: &str = "an agent's action: approved";
const REJECTED: &str = "an agent's action: rejected";
const FAILED: &str = "an agent's action: not approved after all";
const EXPIRED: &str = "an agent's action: never decided about";

/// The ends that actions must have come to.
pub(super) const EVENTS: &[&str] = &[AT_ONCE, APPROVED, REJECTED, FAILED, EXPIRED];

/// Checks the counters of every agent of a platform.
pub(super) fn check(world: &World, tenant: &Tenant) -> Checked {
    if tenant.agents.is_empty() {
        return Ok(());
    }
    let all = actions(world, tenant)?;
    tenant.agents.iter().try_for_each(|agent| check_usage(world, tenant, agent, &all))
}

/// At the end: nobody waits for a decision any more. Counts how the actions have ended.
pub(super) fn check_settled(world: &World, tenant: &Tenant) -> Checked {
    for (action, payment) in actions(world, tenant)? {
        let is_open = action.status == AgentActionStatus::PendingApproval;
        ensure(!is_open && !payment.phase().awaits_approval(), || {
            format!("{} is still to be decided about", action.id)
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

fn actions(world: &World, tenant: &Tenant) -> Checked<Vec<WithPayment>> {
    let (platform, now) = (tenant.id, world.now());
    let page = Page { after: None, limit: 5_000, order: Order::Ascending };
    Ok(world.read(move |tx| agent_actions::list(tx, platform, &Filter::default(), now, &page))?.0)
}

/// The counters of an agent that is there are the sums of what was begun in their day and month. What was counted in
/// another currency, or is converted since, is not added up here: then the sums cannot be less than the rest.
fn check_usage(world: &World, tenant: &Tenant, agent: &Agent, all: &[WithPayment]) -> Checked {
    let (platform, id) = (tenant.id, agent.id);
    let Some(record) = world.read(move |tx| agents::find(tx, platform, id))? else { return Ok(()) };
    let currency = record.policy.spending_limits.currency;
    let mut sums = Usage { count: 0, daily: 0, monthly: 0, ..record.usage };
    let mut is_exact = !agent.is_recast;
    let counted = |action: &AgentActionRecord| {
        action.agent == id && action.has_begun && action.status == AgentActionStatus::Approved
    };
    for (action, payment) in all.iter().filter(|(action, _)| counted(action)) {
        let day = Date::of(action.updated_at.time());
        let moved = payment.terms.sent.or(payment.terms.received);
        let minor = moved.filter(|moved| moved.currency == currency).map(|moved| moved.minor);
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
    let fits = match (is_exact, agent.is_recast) {
        (true, _) => sums == record.usage,
        (false, false) => sums.count == record.usage.count && is_enough,
        (false, true) => sums.count == record.usage.count,
    };
    ensure(fits, || format!("{id} has spent {sums:?}, and counted are {:?}", record.usage))
}
