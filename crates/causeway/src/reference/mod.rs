//! The reference: one HTML page made of the OpenAPI document. It needs no network and calls no other host.

mod example;
mod markup;
mod operation;
mod page;
mod sample;
mod shape;
mod spec;

pub(crate) use page::source_hash;
pub use page::{Page, page};

#[cfg(test)]
mod tests;
