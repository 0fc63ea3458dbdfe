//! Messages to other providers about payments to their customers (uma 5, 6).

mod answers;
pub(crate) mod discovery;
mod invoice_check;
mod offer;
pub(crate) mod pay_request;
mod payer_data;
mod price_check;
mod refusals;
mod travel_rule;
mod version;

pub(crate) use discovery::Discovery;
pub(crate) use offer::{known_fields, receivable};
pub(crate) use pay_request::{PayAnswer, PayOrder};
pub(crate) use payer_data::kyc_status;
pub(crate) use price_check::check_price;
