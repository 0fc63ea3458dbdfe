//! Imports of customers from files: a file is uploaded, and a job creates customers from its rows, one after
//! the other (customers 3).

mod finish;
mod inspection;
mod render;
mod row;
mod row_body;
mod window;

pub mod get_bulk_customer_import_job;
pub mod process;
pub mod upload_customers_csv;
