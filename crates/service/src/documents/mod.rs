//! Documents that prove the identity of customers and their beneficial owners (customers 8).

mod errors;
mod fields;
mod holder;
mod render;

pub mod delete_document;
pub mod get_document;
pub mod list_documents;
pub mod replace_document;
pub mod upload_document;
