//! Data and changes of the pages that people open without credentials: the page that completes a verification
//! (customers 6), and the page of an invitation (customers 9). Their markup is elsewhere.

mod changes;
mod invitation;
mod verification;

pub use crate::verifications::link::PATH as VERIFICATION_PATH;
pub use changes::{
    add_document, add_owner, change_details, change_owner, customer_of, finish, remove_document,
    remove_owner, replace_document,
};
pub use invitation::{InvitationPage, invitation};
pub use verification::{PageDocument, PageError, PagePerson, VerificationPage, verification};
