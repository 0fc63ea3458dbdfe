//! The API reference: one HTML page generated from the OpenAPI document. It needs no network and loads
//! nothing from other hosts.

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
