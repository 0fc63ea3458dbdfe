//! The OpenAPI 3.1 document, built from the table, the shapes and the recorded examples.

mod build;
mod description;
mod error;
mod errors;
mod events;
mod examples;
mod paths;
mod sections;
#[cfg(test)]
mod tests;
mod tidy;

pub use build::BASE_PATH;
pub(crate) use build::build;
pub(crate) use description::Description;
pub use error::DocumentError;
