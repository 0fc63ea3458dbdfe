//! A store with many customers and payments (`causeway_testing::seed`): to try searches and lists on, and to
//! measure them.

mod options;
mod run;
mod times;

pub(crate) use run::run;
pub(crate) use times::measure;
