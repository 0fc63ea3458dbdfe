//! The severity of an alert.

use crate::named::named;

named! {
    /// The severity of an alert, the least first.
    pub enum Severity {
        /// Information.
        Note = "note",
        /// Work for the day.
        Day = "day",
        /// Work for now, at any hour.
        Page = "page",
    }
}
