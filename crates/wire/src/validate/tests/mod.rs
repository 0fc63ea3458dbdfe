//! The validator as its callers see it.

mod bodies;
mod oracle;
mod queries;
mod samples;
