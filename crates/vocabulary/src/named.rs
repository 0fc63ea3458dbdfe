//! Closed lists: enums whose values each have one written name.

/// Declares enums whose variants each have one written name, as rows and the interface spell it.
///
/// Gives each the constant `EVERY`, `as_str`, `Display`, `FromStr`, the serde form as that text, and a schema
/// with the doc comment as its description. A plain derive would document each variant as a schema of its own;
/// this keeps one `enum` list per type, which is what a client generator and the request validator want.
#[macro_export]
macro_rules! named {
    ($(
        $(#[doc = $doc:literal])+
        $vis:vis enum $name:ident {
            $($(#[doc = $variant_doc:literal])* $variant:ident = $text:literal),+ $(,)?
        }
    )+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name {
            $($(#[doc = $variant_doc])* #[doc = ::std::concat!(" `", $text, "`")] $variant,)+
        }

        impl $name {
            /// Every variant, in the order of the declaration.
            $vis const EVERY: &'static [Self] = &[$(Self::$variant),+];

            /// The written name.
            #[must_use]
            $vis const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> ::std::result::Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::UnknownName),
                }
            }
        }

        impl $crate::forms::Serialize for $name {
            fn serialize<S: $crate::forms::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::forms::Deserialize<'de> for $name {
            fn deserialize<D: $crate::forms::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::text::parsed(deserializer)
            }
        }

        impl $crate::forms::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::stringify!($name).into()
            }
            fn json_schema(_: &mut $crate::forms::SchemaGenerator) -> $crate::forms::Schema {
                $crate::schema::one_of(&[$($doc),+], &[$($text),+])
            }
        }
    )+};
}

/// A text that names no variant of the wanted enum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownName;

impl std::fmt::Display for UnknownName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not one of the known names")
    }
}

impl std::error::Error for UnknownName {}

#[cfg(test)]
mod tests {
    use schemars::SchemaGenerator;
    use serde_json::json;

    use super::*;

    named! {
        /// Where a light
        /// stands.
        enum Light {
            /// Stop.
            Red = "RED",
            Green = "GREEN",
        }
    }

    #[test]
    fn a_name_is_read_written_and_described() {
        for light in Light::EVERY {
            assert_eq!(light.as_str().parse(), Ok(*light));
            assert_eq!(serde_json::from_value::<Light>(json!(light)).unwrap(), *light);
        }
        assert_eq!(json!(Light::Green), json!("GREEN"));
        assert_eq!("green".parse::<Light>(), Err(UnknownName));
        assert!(serde_json::from_value::<Light>(json!("BLUE")).is_err());
        assert_eq!(
            <Light as schemars::JsonSchema>::json_schema(&mut SchemaGenerator::default()).to_value(),
            json!({ "type": "string", "enum": ["RED", "GREEN"], "description": "Where a light\nstands." })
        );
    }
}
