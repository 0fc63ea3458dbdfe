//! Tables of magic values: each one selects an outcome, and is also what the reference shows.

/// The values of one kind, with their outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MagicTable {
    /// Place of the values in requests, in words.
    pub selector: &'static str,
    /// In the order in which the reference shows them.
    pub rows: &'static [MagicRow],
}

/// Values with the same outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MagicRow {
    /// Empty for all values that no other row has.
    pub values: &'static [&'static str],
    /// For readers of the reference, in Markdown.
    pub outcome: &'static str,
}

/// The tables of one area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MagicArea {
    /// Heading in the reference.
    pub name: &'static str,
    /// In the order in which the reference shows them.
    pub tables: &'static [MagicTable],
}

/// Declares a function from values to scenarios together with its table, so that no value is in one of them
/// alone. `by` names the function that returns the part of the argument that counts.
macro_rules! magic_table {
    (
        $(#[doc = $doc:literal])+
        $name:ident($argument:ident by $part:ident) -> $scenario:ty;
        $table:ident: $selector:literal;
        $($($value:literal)|+ => $chosen:expr, $outcome:literal;)+
        other => $otherwise:expr, $other_outcome:literal;
    ) => {
        $(#[doc = $doc])+
        #[must_use]
        pub fn $name($argument: &str) -> $scenario {
            match $part($argument) {
                $($($value)|+ => $chosen,)+
                _ => $otherwise,
            }
        }

        #[doc = concat!("Magic values: ", $selector, ".")]
        pub(super) const $table: MagicTable = MagicTable {
            selector: $selector,
            rows: &[
                $(MagicRow { values: &[$($value),+], outcome: $outcome },)+
                MagicRow { values: &[], outcome: $other_outcome },
            ],
        };
    };
}
pub(super) use magic_table;

/// Returns the last three characters of a text; all of it if it is shorter.
pub(super) fn last_three(text: &str) -> &str {
    let start = text.char_indices().rev().nth(2).map_or(0, |(at, _)| at);
    &text[start..]
}

/// Returns the whole text, for tables of whole values.
pub(super) const fn itself(text: &str) -> &str {
    text
}
