//! Contact verification: the codes by which an end user confirms an e-mail address or a phone number
//! (customers 4).

mod rules;

pub use causeway_vocabulary::customers::ContactChannel;
pub use rules::{
    CODE_LIFETIME, CodeError, MAX_WRONG_ATTEMPTS, OutstandingCode, check_code, code_text, plan_sending,
};
