//! Two macros for the enums of this crate: those with a written name, and the events of state machines.

/// An enum whose variants each have one written name, as rows and the interface spell it.
///
/// Gives the constant `EVERY`, `as_str`, `Display`, `FromStr` and the serde form as that text.
macro_rules! named {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[doc = $doc:literal])+ $variant:ident = $text:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $name {
            /// Every variant, in the order of the declaration.
            pub const EVERY: &'static [Self] = &[$(Self::$variant),+];

            /// The written name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::named::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::named::UnknownName),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::text::parsed(deserializer)
            }
        }
    };
}

/// The events of a state machine. The doc comment of an event is also its line in `docs/states.md`.
///
/// An event that carries data gives one sample of it, so that the constant `EVERY` can list the event.
macro_rules! events {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[doc = $doc:literal])+ $variant:ident $(($data:ty = $sample:expr))?,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $doc])+ $variant $(($data))?,)+
        }

        impl $name {
            /// Every event once, in the order of the declaration, with a sample of the data it carries.
            pub const EVERY: &'static [Self] = &[$(Self::$variant $(($sample))?),+];

            /// What happened, in words.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(events!(@pattern $variant $($data)?) => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
    (@pattern $variant:ident) => { Self::$variant };
    (@pattern $variant:ident $data:ty) => { Self::$variant(_) };
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

pub(crate) use events;
pub(crate) use named;
