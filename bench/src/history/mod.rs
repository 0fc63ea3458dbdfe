//! A history of many payments, written without a service: what some payments have added to a database, repeated
//! in another.

mod added;
mod past;

pub(crate) use past::Past;
