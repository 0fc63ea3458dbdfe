//! The verification of a customer: submission, missing data, and decisions (customers 5).

mod change;
mod corrections;
mod facts;
mod operate;
mod reasons;
mod refresh;
mod submit;
mod submitted;

pub(super) use change::decide_open;
pub use change::under_way;
pub use operate::{Ruling, conclude, return_for_corrections, review};
pub(super) use operate::{approve_owners, rejection};
pub use refresh::{document_replaced, refresh};
pub use submit::{check_contact_for_page, missing, submit, submit_from_page};
pub use submitted::{remove_replaced_file, submission_of};
