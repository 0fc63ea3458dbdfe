//! The validator through its public functions.

mod bodies;
mod ignored;
mod oracle;
mod parts;
mod queries;
mod samples;
