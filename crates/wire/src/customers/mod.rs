//! Customers and the terms of service (customers 2).

mod business;
mod create;
mod customer;
mod due_diligence;
mod filter;
mod import;
mod terms;
mod update;

pub use business::*;
pub use create::*;
pub use customer::*;
pub use due_diligence::*;
pub use filter::CustomerFilter;
pub use import::*;
pub use terms::*;
pub use update::*;
