//! Installed agents: one that executes at once, and one that needs the platform's approval.

use causeway_domain::ids::CustomerId;
use causeway_wire::table::{AgentManagement, Operation};
use serde_json::json;

use super::act::{call, perform};
use crate::violation::CheckResult;
use crate::world::World;

const MODES: &[&str] = &["APPROVAL_REQUIRED", "AUTO"];

/// Installs two agents of a customer.
pub(super) fn install(world: &mut World, tenant: usize, customer: CustomerId) -> CheckResult {
    for mode in MODES {
        let policy = json!({
            "permissions": ["VIEW_TRANSACTIONS", "CREATE_TRANSFERS", "CREATE_QUOTES", "EXECUTE_QUOTES",
                "MANAGE_EXTERNAL_ACCOUNTS"],
            "defaultExecutionMode": mode,
            "spendingLimits": { "currency": "USD", "perTransactionLimit": 200_000_000, "dailyLimit": 1_000_000_000 },
        });
        let body = json!({ "name": "an agent", "customerId": customer, "policy": policy });
        let create = Operation::AgentManagement(AgentManagement::CreateAgent);
        let request = call(world, tenant, create).json(body);
        let response = perform(world, &request)?;
        let code = response["deviceCode"]["code"].as_str().unwrap_or_default();
        let redeem = Operation::AgentManagement(AgentManagement::RedeemAgentDeviceCode);
        let request = call(world, tenant, redeem).of(code);
        perform(world, &request)?;
    }
    Ok(())
}
