//! Post-transaction hooks (uma 8): the callbacks that both sides of a payment give each other, and the report to the
//! peer after the payment.

mod callback;
pub(crate) mod send;

pub(crate) use callback::{AgreedHooks, OwnCallback};
