//! Views: the results of actions, structs that serde writes as JSON, which a terminal's table is made of.

/// A struct with members that are columns of a terminal's table, or of an export.
pub(super) trait Row: serde::Serialize {
    /// The names of the columns in order, as Rust spells them.
    const COLUMNS: &'static [&'static str];
}

/// Declares a view of records: each member of a struct with its type and the expression for its value. `From`
/// converts a record.
macro_rules! view {
    ($(
        $(#[$about:meta])*
        $visibility:vis struct $name:ident of $record:tt: $kind:ty {
            $($(#[$attribute:meta])* $member:ident: $type:ty = $value:expr,)+
        }
    )+) => {$(
        $(#[$about])*
        #[derive(serde::Serialize)]
        $visibility struct $name { $($(#[$attribute])* $member: $type,)+ }

        impl crate::operator::view::Row for $name {
            const COLUMNS: &'static [&'static str] = &[$(stringify!($member),)+];
        }

        impl From<$kind> for $name {
            fn from($record: $kind) -> Self {
                Self { $($member: $value,)+ }
            }
        }
    )+};
}
pub(super) use view;
