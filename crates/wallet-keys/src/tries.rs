//! Wrong codes, as far as this process has seen them.

use causeway_domain::Time;

/// How often a code was wrong.
pub(crate) struct Tries {
    pub(crate) wrong: u32,
    /// Until when anybody can try it.
    pub(crate) expires_at: Time,
}
