//! The style sheet, the script and the icon, embedded as written.

mod files;

pub(crate) use files::{icon, router, script, style};
