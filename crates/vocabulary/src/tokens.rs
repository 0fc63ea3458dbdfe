//! Permissions of API tokens.

use crate::named;

named! {
    /// A permission of an API token (conventions 4). No permission implies another, except that every token
    /// may read.
    pub enum TokenPermission {
        /// Read everything.
        View = "VIEW",
        /// Move money.
        Transact = "TRANSACT",
        /// Change the configuration, customers and tokens.
        Manage = "MANAGE",
    }
}
