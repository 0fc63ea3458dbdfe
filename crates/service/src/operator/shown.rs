//! What actions show: structs that serde writes as JSON, from which a terminal's table is made.

/// A struct whose members are columns: of a terminal's table, or of an export.
pub(super) trait Row: serde::Serialize {
    /// Their names in their order, as Rust writes them.
    const COLUMNS: &'static [&'static str];
}

/// Declares what is shown of records: each member of a struct with its type and where it comes from. A record is shown
/// with `from`.
macro_rules! shown {
    ($(
        $(#[$about:meta])*
        $visibility:vis struct $name:ident of $record:tt: $kind:ty {
            $($(#[$attribute:meta])* $member:ident: $type:ty = $value:expr,)+
        }
    )+) => {$(
        $(#[$about])*
        #[derive(serde::Serialize)]
        $visibility struct $name { $($(#[$attribute])* $member: $type,)+ }

        impl crate::operator::shown::Row for $name {
            const COLUMNS: &'static [&'static str] = &[$(stringify!($member),)+];
        }

        impl From<$kind> for $name {
            fn from($record: $kind) -> Self {
                Self { $($member: $value,)+ }
            }
        }
    )+};
}
pub(super) use shown;
