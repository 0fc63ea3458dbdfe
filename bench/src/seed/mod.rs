//! A store with many customers and payments, filled by the store's own insert functions: to try searches and
//! lists on, and to measure them.

mod options;
mod rows;
mod run;

pub(crate) use run::run;
