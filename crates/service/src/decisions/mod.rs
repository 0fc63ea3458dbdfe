//! What the platform decides about a transaction: whether money from a UMA address is credited (conventions 12), and
//! whether an agent's payment is carried out (agents A5.2).

pub mod approve_pending_payment;
mod kind;
pub mod reject_pending_payment;
