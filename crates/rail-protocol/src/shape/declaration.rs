//! The macros that declare message types.

/// Declares objects: each is a struct with its reader, its writer and its schema.
///
/// A member is declared as `field: Type = "name"`. `checks rule` names a function that checks the members
/// against each other; its error has the member's name and the rule.
macro_rules! messages {
    ($(
        $(#[doc = $doc:literal])+
        pub struct $name:ident $(checks $check:path)? {
            $($(#[doc = $field_doc:literal])* $field:ident: $type:ty = $member:literal,)+
        }
    )+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name {
            $(
                $(#[doc = $field_doc])*
                #[doc = ::std::concat!(" Member `", $member, "`.")]
                pub $field: $type,
            )+
        }

        impl $crate::shape::Shape for $name {
            fn read(
                value: &::serde_json::Value,
                at: &$crate::shape::Location<'_>,
            ) -> ::std::result::Result<Self, $crate::shape::MessageError> {
                let object = at.object(value)?;
                let message = Self {
                    $($field: $crate::shape::member(object, $member, at)?,)+
                };
                $($check(&message, at)?;)?
                Ok(message)
            }

            fn write(&self) -> ::serde_json::Value {
                let mut object = ::serde_json::Map::new();
                $(object.insert($member.to_owned(), $crate::shape::Shape::write(&self.$field));)+
                ::serde_json::Value::Object(object)
            }

            fn schema(definitions: &mut $crate::shape::Definitions) -> ::serde_json::Value {
                definitions.define(::std::stringify!($name), |definitions| {
                    let members = ::std::vec![$($crate::shape::PropertySchema {
                        name: $member,
                        schema: <$type as $crate::shape::Shape>::schema(definitions),
                        doc: &[$($field_doc),*],
                        is_optional: <$type as $crate::shape::Shape>::IS_OPTIONAL,
                    },)+];
                    $crate::shape::PropertySchema::object(&[$($doc),+], members)
                })
            }
        }
    )+};
}
pub(crate) use messages;

/// Declares types as bodies of requests or answers, each with its maximum length.
macro_rules! top_level {
    ($($name:ty: $limit:expr;)+) => {$(
        impl $crate::shape::Message for $name {
            const LIMIT: usize = $limit;

            fn parse(body: &[u8]) -> ::std::result::Result<Self, $crate::shape::MessageError> {
                $crate::shape::read_body(body, Self::LIMIT)
            }

            fn to_json(&self) -> ::std::string::String {
                $crate::shape::write_body(self)
            }
        }
    )+};
}
pub(crate) use top_level;
