//! Agents: programs that act for a customer within a policy (agents A).

mod action;
mod agent;
mod filter;
mod installation;
mod policy;
mod update;

pub use action::{
    AgentAction, AgentActionRejectRequest, AgentActionStatus, AgentActionType, AgentTransferDetails,
};
pub use agent::{Agent, AgentCreateRequest, AgentCreateResponse, AgentUpdateRequest, AgentUsage};
pub use filter::{
    AgentActionFilter, AgentApprovalFilter, AgentExternalAccountFilter, AgentFilter,
    AgentInternalAccountFilter, AgentTransactionFilter,
};
pub use installation::{
    AgentAccessToken, AgentDeviceCode, AgentDeviceCodeRedeemResponse, AgentDeviceCodeStatusResponse,
    DeviceCode,
};
pub use policy::{
    AgentAccountRestrictions, AgentAccountRule, AgentApprovalThresholds, AgentExecutionMode, AgentPermission,
    AgentPolicy, AgentSpendingLimits,
};
pub use update::{
    AgentAccountRestrictionsUpdate, AgentAccountRuleUpdate, AgentApprovalThresholdsUpdate,
    AgentPolicyUpdateRequest, AgentSpendingLimitsUpdate, AllowedAccountIds,
};
