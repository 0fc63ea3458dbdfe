//! Checks before a payment begins, goes to a rail or is refunded: accounts, limits, prices, and the ledger.

pub(crate) mod accounts;
pub(crate) mod invoice;
pub(crate) mod limits;
pub(crate) mod needs;
pub(crate) mod ownership;
pub(in crate::payments) mod pre_submission;
pub(crate) mod precheck;
pub(crate) mod price;
pub(crate) mod remittance;
pub(crate) mod required_party_data;
pub(crate) mod volume;
