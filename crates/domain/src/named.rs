//! Macros for the enums of this crate: enums with written names, and the events of state machines.

/// Declares the events of a state machine. The doc comment of an event is also its line in `docs/reference/states.md`.
///
/// An event that carries data names one sample of it, so that the constant `ALL` can list the event.
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
            pub const ALL: &'static [Self] = &[$(Self::$variant $(($sample))?),+];

            /// Returns the declared name of the event.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(events!(@pattern $variant $($data)?) => stringify!($variant),)+
                }
            }

            /// Returns the description of the event.
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

pub(crate) use causeway_vocabulary::named;
pub(crate) use events;
