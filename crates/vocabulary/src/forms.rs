//! What the macro [`named!`](crate::named!) writes implementations of, so that its users need not name these crates.

pub use schemars::{JsonSchema, Schema, SchemaGenerator};
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
