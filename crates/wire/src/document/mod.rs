//! The OpenAPI 3.1 document, made of the table and the shapes.

mod build;
mod description;
mod errors;
mod events;
mod paths;
mod sections;
#[cfg(test)]
mod tests;
mod tidy;

pub(crate) use build::build;
pub use build::{BASE_PATH, DocumentError};
pub(crate) use description::Description;
