//! Agents: programs that move a customer's money within hard limits (agents A).

mod codes;
mod conversion;
mod evaluation;
mod merge;
mod permissions;
mod policy;
pub mod state;
mod usage;

pub use causeway_vocabulary::agents::{
    AgentActionStatus, AgentActionType, AgentExecutionMode, AgentPermission,
};
pub use codes::{DeviceCodeState, created_code, generated_device_code, read_device_code};
pub use conversion::{Rounding, convert};
pub use evaluation::{Movement, PolicyRefused, Verdict, currencies, evaluate};
pub use merge::{ApprovalThresholdUpdate, PolicyUpdate, SpendingLimitsUpdate, merge_policy};
pub use permissions::AgentPermissions;
pub use policy::{AccountRestrictions, AccountRule, ApprovalThreshold, Policy, PolicyError, SpendingLimits};
pub use state::MAX_PENDING_ACTIONS;
pub use usage::Usage;
