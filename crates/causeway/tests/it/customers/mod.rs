//! Customers over HTTP (customers 2), and the rules of every operation, checked on customers (conventions 5
//! to 9).

mod contact;
mod conventions;
mod creation;
mod currencies;
mod deletion;
mod documents;
mod field_errors;
mod import_kills;
mod imports;
mod invitations;
mod letters;
mod lists;
mod places;
mod races;
mod terms;
mod updates;
pub(crate) mod walks;
