//! Traits and types that the macro [`named!`](crate::named!) uses, re-exported so that its users need not
//! depend on these crates.

pub use schemars::{JsonSchema, Schema, SchemaGenerator};
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
