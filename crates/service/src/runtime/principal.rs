//! Who acts (conventions 3, 4).

use causeway_domain::ids::TokenId;
use causeway_domain::tokens::Permissions;

/// Who acts. Whether it may call an operation at all is decided before the operation runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Principal {
    /// A token of the platform.
    Token {
        /// The token.
        id: TokenId,
        /// What it may do.
        permissions: Permissions,
    },
    /// The service itself, in a job or for its operator.
    Service,
}

impl Principal {
    /// What it may do, and so may permit to others.
    #[must_use]
    pub const fn permissions(self) -> Permissions {
        match self {
            Self::Token { permissions, .. } => permissions,
            Self::Service => Permissions::ALL,
        }
    }
}
