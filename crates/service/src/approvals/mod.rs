//! Approvals by the platform: of incoming UMA payments to be credited (conventions 12), and of agents'
//! payments to be executed (agents A5.2).

pub mod approve_pending_payment;
mod kind;
pub mod reject_pending_payment;
