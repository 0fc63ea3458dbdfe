//! The file parts of multipart forms (conventions 6).

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, IgnoredAny};
use serde_json::json;

use crate::scalar::schema::with_description;

/// The name of the form part that contains the file.
pub const FILE: &str = "file";

/// Declares file parts of forms. A value shows only that the part was sent; its bytes are read elsewhere.
macro_rules! file_parts {
    ($($(#[doc = $doc:literal])+ $name:ident { $($key:literal : $value:expr),* $(,)? })+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct $name;

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                IgnoredAny::deserialize(deserializer).map(|_| Self)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                with_description(&[$($doc),+], json!({ "type": "string", "format": "binary", $($key: $value),* }))
            }
        }
    )+};
}

file_parts! {
    /// A PDF, JPEG or PNG of at most 10 MiB.
    DocumentFile {}

    /// A CSV file of at most 100 MB.
    CsvFile { "x-error-code": "INVALID_REQUEST_FORMAT" }
}
