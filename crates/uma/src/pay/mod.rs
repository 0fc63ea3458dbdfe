//! Pay request and pay response: the fixed price of a payment, and something to pay (uma 6).

mod amount;
mod compliance;
mod payee_data;
mod payer_data;
mod request;
mod response;

pub use amount::{PayAmount, PayAmountError};
pub use compliance::{PayeeCompliance, PayerCompliance};
pub use payee_data::PayeeData;
pub use payer_data::PayerData;
pub use request::{PayRequest, PayRequestError};
pub use response::{ConvertedAmount, PayResponse, PayResponseError};

#[cfg(test)]
mod tests;
