//! Agents: programs that act for a customer within a policy (agents A). The platform creates them, limits
//! them and decides about their pending actions. Their own calls are the platform's operations, guarded by
//! the policy.

mod accounts;
mod actions;
mod codes;
pub mod decide;
mod errors;
mod evaluate;
pub mod expire;
mod guard;
mod policy_request;
mod render;
mod submit;

pub mod agent_create_external_account;
pub mod agent_create_quote;
pub mod agent_create_transfer_in;
pub mod agent_create_transfer_out;
pub mod agent_delete_external_account;
pub mod agent_execute_quote;
pub mod agent_get_action;
pub mod agent_get_external_account;
pub mod agent_get_quote;
pub mod agent_get_transaction;
pub mod agent_list_actions;
pub mod agent_list_external_accounts;
pub mod agent_list_internal_accounts;
pub mod agent_list_transactions;
pub mod approve_agent_action;
pub mod create_agent;
pub mod delete_agent;
pub mod get_agent_by_id;
pub mod get_agent_device_code_status;
pub mod get_agent_me;
pub mod list_agent_approvals;
pub mod list_agents;
pub mod redeem_agent_device_code;
pub mod regenerate_agent_device_code;
pub mod reject_agent_action;
pub mod update_agent;
pub mod update_agent_policy;
