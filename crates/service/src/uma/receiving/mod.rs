//! Incoming payments: the offer of a receiver, the facts about both parties, the limits, and the start of a payment.

mod begin;
mod limits;
mod offer;
mod parties;
mod settlement;

pub use begin::{PayOrigin, PayRequest, ReceivePreflight, begin, gather};
pub(in crate::uma) use begin::{ask, prepare};
pub(in crate::uma) use limits::is_within_limits;
pub(in crate::uma) use offer::{Receiver, draft, open_offer, priced, wire_offer};
pub(in crate::uma) use parties::{
    missing_facts, payee_facts, payee_fields, payer_data, payer_facts, wire_facts, wire_keys,
};
pub(in crate::uma) use settlement::{Settlement, SettlementError, wire_multiplier};

#[cfg(test)]
mod tests;
