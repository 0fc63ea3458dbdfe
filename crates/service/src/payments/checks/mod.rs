//! What is checked before a payment begins, goes to a rail or comes back: accounts, limits, prices, and the ledger's word.

pub(crate) mod accounts;
pub(in crate::payments) mod gate;
pub(crate) mod invoice;
pub(crate) mod limits;
pub(crate) mod ownership;
pub(crate) mod precheck;
pub(crate) mod price;
pub(crate) mod required_party_data;
pub(crate) mod volume;
