//! Agents at work: created, installed, paying, and awaiting decisions.

use causeway_wire::table::{
    AgentManagement, AgentOperations, Customers, ExternalAccounts, Operation, Sandbox, Transactions,
};

use crate::areas::{customers_with_means, valid_request};
use crate::checks::submit;
use crate::rng::Rng;
use crate::violation::CheckResult;
use crate::world::{Tenant, World};

/// Takes the next step for a platform's agents: gives a customer money and a payee, creates an agent,
/// installs it; then lets agents pay and the platform decide.
pub(super) fn work(world: &mut World, tenant: usize) -> CheckResult {
    let rng = world.rng();
    let operation = next(&world.tenants[tenant], &rng);
    let request = valid_request(world, tenant, operation);
    submit(world, &Vec::from_iter(request))
}

fn next(tenant: &Tenant, rng: &Rng) -> Operation {
    use AgentManagement as M;
    use AgentOperations as O;
    let able = customers_with_means(tenant);
    if able.is_empty() {
        return prepare(tenant, rng);
    }
    let mut own = tenant.agents.iter().filter(|agent| able.contains(&agent.customer)).peekable();
    if own.peek().is_none() {
        return Operation::AgentManagement(M::CreateAgent);
    }
    if own.all(|agent| agent.token.is_none()) {
        return Operation::AgentManagement(M::RedeemAgentDeviceCode);
    }
    let pays = (30, Operation::AgentOperations(O::AgentCreateTransferOut));
    let others = [
        (8, Operation::AgentOperations(O::AgentCreateTransferIn)),
        (14, Operation::AgentOperations(O::AgentCreateQuote)),
        (14, Operation::AgentOperations(O::AgentExecuteQuote)),
        (12, Operation::AgentManagement(M::ApproveAgentAction)),
        (8, Operation::AgentManagement(M::RejectAgentAction)),
        (8, Operation::Transactions(Transactions::ApprovePendingPayment)),
        (4, Operation::Transactions(Transactions::RejectPendingPayment)),
        (6, Operation::AgentManagement(M::UpdateAgentPolicy)),
        (1, Operation::AgentManagement(M::UpdateAgent)),
        (2, Operation::AgentOperations(O::AgentGetAction)),
        (1, Operation::AgentOperations(O::AgentListActions)),
        (1, Operation::AgentManagement(M::ListAgentApprovals)),
        (1, Operation::AgentManagement(M::CreateAgent)),
        (1, Operation::AgentManagement(M::RedeemAgentDeviceCode)),
    ];
    rng.weighted(pays.0, pays.1, &others)
}

/// Returns an operation that gives a customer the means for an agent.
fn prepare(tenant: &Tenant, rng: &Rng) -> Operation {
    if tenant.customers.iter().all(|customer| customer.is_deleted) {
        return Operation::Customers(Customers::CreateCustomer);
    }
    let funds = (40, Operation::Sandbox(Sandbox::SandboxFundInternalAccount));
    let others = [
        (50, Operation::ExternalAccounts(ExternalAccounts::CreateCustomerExternalAccount)),
        (10, Operation::Customers(Customers::CreateCustomer)),
    ];
    rng.weighted(funds.0, funds.1, &others)
}
