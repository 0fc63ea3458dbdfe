//! Verification over HTTP (customers 5 to 7).

mod compliance_day;
mod hosted;
mod hosted_changes;
mod hosted_forms;
mod owners;
pub(crate) mod page;
pub(crate) mod people;
mod queue;
mod replaced_documents;
mod returns;
mod submitted_documents;
pub(crate) mod verification;
mod waiting;
