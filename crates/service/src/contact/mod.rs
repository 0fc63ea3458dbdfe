//! Verification that a customer can be reached at its e-mail address and telephone number (customers 4).

mod channel;
mod code;
mod confirm;
mod errors;
mod send;

pub mod confirm_customer_email_verification;
pub mod confirm_customer_phone_verification;
pub mod send_customer_email_verification;
pub mod send_customer_phone_verification;
