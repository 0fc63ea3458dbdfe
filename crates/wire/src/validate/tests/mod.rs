//! The validator as its callers see it.

mod bodies;
mod oracle;
mod parts;
mod queries;
mod samples;
