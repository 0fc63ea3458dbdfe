//! Text types. The rule is on the type, and every field of that type has it.

/// Declares the common parts of a text type; the calling macro adds `Debug`.
macro_rules! text_type {
    ($(#[doc = $doc:literal])+ $name:ident { $($key:literal : $value:expr),* $(,)? }) => {
        $(#[doc = $doc])+
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Returns the text as it is serialized.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::scalar::schema::with_description(
                    &[$($doc),+],
                    serde_json::json!({ "type": "string", $($key: $value),* }),
                )
            }
        }
    };
}
pub(crate) use text_type;

/// Declares text types. The constructors check nothing: a request is checked against the schema before it is
/// read as its type, and a response contains values that were checked before.
macro_rules! texts {
    ($($(#[doc = $doc:literal])+ $name:ident $rules:tt)+) => {$(
        $crate::scalar::text::text_type! { $(#[doc = $doc])+ $name $rules }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(&self.0, f)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}
pub(crate) use texts;

/// Declares text types that must not reach a log: they have no `Display`, and `Debug` hides the text.
macro_rules! secret_texts {
    ($($(#[doc = $doc:literal])+ $name:ident $rules:tt)+) => {$(
        $crate::scalar::text::text_type! { $(#[doc = $doc])+ $name $rules }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    )+};
}
pub(crate) use secret_texts;

texts! {
    /// Free text of 1 to 1024 characters, the default for texts (conventions 5.4).
    Text { "minLength": 1, "maxLength": 1024 }

    /// A name, or the platform's own identifier, of 1 to 255 characters (conventions 5.4).
    Name { "minLength": 1, "maxLength": 255 }

    /// A filter by the platform's own identifier, by an account or by a reference, 1 to 255 characters. An
    /// empty value is refused (conventions 8).
    IdentifierFilter { "minLength": 1, "maxLength": 255, "x-identifies": true }

    /// A filter by UMA address, in any form. An empty value is refused (conventions 8).
    AddressFilter { "minLength": 1, "maxLength": 1024, "x-identifies": true }

    /// A postal code in the format of its country; empty if the country has none.
    PostalCode { "maxLength": 255 }

    /// A person's name of 1 to 255 characters: single spaces only, none of `< > { } [ ] | \ ^ ~ ;` (customers
    /// 2.2).
    FullName {
        "minLength": 1,
        "maxLength": 255,
        "pattern": r"^[^<>{}\[\]|\\^~; ]+( [^<>{}\[\]|\\^~; ]+)*$",
        "x-error-message": r"must be words with one space between them, and none of < > { } [ ] | \ ^ ~ ;",
    }

    /// An e-mail address. Compared case-insensitively, stored as sent (conventions 5.4).
    Email { "format": "email", "maxLength": 255 }

    /// A telephone number in E.164 format: `+`, country code, number (conventions 5.4).
    Phone { "format": "e.164", "pattern": r"^\+[1-9]\d{1,14}$" }

    /// An absolute `http` or `https` URL.
    Url { "format": "uri", "maxLength": 2048 }

    /// An IPv4 or IPv6 address in its usual text form.
    IpAddress { "format": "ip", "maxLength": 45, "pattern": ip_pattern() }

    /// A calendar date without a time zone, `YYYY-MM-DD`.
    Date { "format": "date" }

    /// A calendar month, `YYYY-MM`.
    Month { "pattern": r"^\d{4}-\d{2}$" }

    /// A point in time in RFC 3339 with an offset. Responses use UTC with milliseconds (conventions 5.2).
    DateTime { "format": "date-time" }

    /// A UMA address: `$`, local part, `@`, domain, and a port if the domain is local. It is case-insensitive
    /// (customers 2.4, uma 1).
    UmaAddress {
        "pattern": r"^\$[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?$",
        "x-error-code": "INVALID_UMA_ADDRESS",
        "x-identifies": true,
        "x-error-message": "must be a UMA address, such as $jane@example.com",
    }

    /// Position of the next page in a list. Opaque: pass it back unchanged (conventions 8).
    Cursor {
        "minLength": 1,
        "maxLength": 2048,
        "pattern": "^[A-Za-z0-9_-]+$",
        "x-error-message": "is not a cursor of this list with these filters and this order",
    }
}

/// Returns the pattern of an IPv4 address, an IPv6 address, or an IPv6 address with an IPv4 ending.
fn ip_pattern() -> String {
    const BYTE: &str = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    const GROUP: &str = "[0-9A-Fa-f]{1,4}";
    let v4 = format!("({BYTE}\\.){{3}}{BYTE}");
    let mut forms = vec![v4.clone(), format!("({GROUP}:){{7}}{GROUP}"), format!("({GROUP}:){{1,7}}:")];
    forms.extend((1..7).map(|after| format!("({GROUP}:){{1,{}}}(:{GROUP}){{1,{after}}}", 7 - after)));
    forms.push(format!(":((:{GROUP}){{1,7}}|:)"));
    forms.push(format!("(({GROUP}:){{6}}|(({GROUP}:){{1,5}}|:):({GROUP}:){{0,5}}){v4}"));
    format!("^({})$", forms.join("|"))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use regex_lite::Regex;

    use super::*;

    #[test]
    fn the_pattern_of_an_address_is_that_of_the_service() {
        let pattern = Regex::new(&ip_pattern()).unwrap();
        for text in [
            "203.0.113.7",
            "0.0.0.0",
            "255.255.255.255",
            "256.1.1.1",
            "1.2.3",
            "01.2.3.4",
            "1.2.3.4.5",
            "::",
            "::1",
            "1::",
            "1::2",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7::",
            "::2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7",
            "1:::2",
            "1::2::3",
            "1:2:3:4:5:6:7:8:9",
            "2001:db8::ABCD",
            "12345::",
            "g::",
            "::ffff:1.2.3.4",
            "64:ff9b::1.2.3.4",
            "1:2:3:4:5:6:1.2.3.4",
            "::1.2.3.256",
            "1.2.3.4::",
            ":",
            "",
            "fe80::1%1",
            "1:2:3:4:5:6:7:1.2.3.4",
        ] {
            assert_eq!(pattern.is_match(text), text.parse::<IpAddr>().is_ok(), "{text}");
        }
    }
}
