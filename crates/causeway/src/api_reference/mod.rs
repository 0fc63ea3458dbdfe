//! The API reference: one HTML page generated from the OpenAPI document, with chapters whose tables are made
//! from the code; and the same in other forms. It needs no network and loads nothing from other hosts.

mod chapters;
mod contents;
mod index;
mod markdown;
mod markup;
mod operation;
mod page;
mod rules;
mod shape;
mod spec;
mod yaml;

pub(crate) use chapters::Chapter;
pub(crate) use index::index;
pub use page::page;
pub(crate) use page::{CONTENT_SECURITY_POLICY, SCRIPT, SCRIPT_PATH, STYLE, STYLE_PATH};
pub(crate) use yaml::yaml;

#[cfg(test)]
mod tests;
