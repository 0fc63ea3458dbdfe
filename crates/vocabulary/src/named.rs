//! Closed lists: enums with one written name per variant.

/// Declares closed lists: enums with one written name per variant, spelled as in database rows and in the
/// interface.
///
/// Each enum gets the constant `ALL`, `as_str`, `Display`, `FromStr`, the serde form as that text, and a
/// schema with the doc comment as its description. A plain derive would document each variant as a schema of
/// its own; this macro keeps one `enum` list per type, as client generators and the request validator need.
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
            /// Every variant, in declaration order.
            $vis const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the written name.
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
                $crate::text::one_of(deserializer, &[$($text),+])
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

/// The error for a text that names no variant of the enum.
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
        /// The colour of
        /// a light.
        enum TrafficLight {
            /// Stop.
            Red = "RED",
            Green = "GREEN",
        }
    }

    #[test]
    fn a_name_is_read_written_and_described() {
        for light in TrafficLight::ALL {
            assert_eq!(light.as_str().parse(), Ok(*light));
            assert_eq!(serde_json::from_value::<TrafficLight>(json!(light)).unwrap(), *light);
        }
        assert_eq!(json!(TrafficLight::Green), json!("GREEN"));
        assert_eq!("green".parse::<TrafficLight>(), Err(UnknownName));
        let error = serde_json::from_value::<TrafficLight>(json!("BLUE")).unwrap_err();
        assert_eq!(error.to_string(), "not one of RED, GREEN");
        assert_eq!(
            <TrafficLight as schemars::JsonSchema>::json_schema(&mut SchemaGenerator::default()).to_value(),
            json!({ "type": "string", "enum": ["RED", "GREEN"], "description": "The colour of\na light." })
        );
    }
}
