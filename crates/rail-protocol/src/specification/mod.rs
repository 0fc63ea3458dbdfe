//! The OpenAPI document of the protocol, made from the types (rails 4).

mod build;
mod operations;

pub use build::specification;
