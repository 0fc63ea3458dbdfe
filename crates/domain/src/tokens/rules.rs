//! Permissions of API tokens.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use causeway_vocabulary::tokens::TokenPermission;

/// A non-empty set of permissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permissions(u8);

/// The permission that an operation requires of the caller's token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RequiredPermission {
    /// Any permission suffices: reading.
    Any,
    Transact,
    Manage,
    ManageOrTransact,
}

const fn bit(permission: TokenPermission) -> u8 {
    match permission {
        TokenPermission::View => 1,
        TokenPermission::Transact => 2,
        TokenPermission::Manage => 4,
    }
}

impl Permissions {
    pub const ALL: Self = Self(7);

    /// Returns the set of these permissions, or `None` if there are none. Repetitions do not matter.
    #[must_use]
    pub fn try_new(permissions: impl IntoIterator<Item = TokenPermission>) -> Option<Self> {
        let bits = permissions.into_iter().fold(0, |bits, permission| bits | bit(permission));
        (bits != 0).then_some(Self(bits))
    }

    #[must_use]
    pub const fn contains(self, permission: TokenPermission) -> bool {
        self.0 & bit(permission) != 0
    }

    /// Returns the permissions, in the order `VIEW`, `TRANSACT`, `MANAGE`.
    pub fn iter(self) -> impl Iterator<Item = TokenPermission> {
        TokenPermission::ALL.iter().copied().filter(move |permission| self.contains(*permission))
    }

    /// Returns `true` if a token with this set may call an operation with this requirement (conventions 4).
    #[must_use]
    pub const fn allows(self, needed: RequiredPermission) -> bool {
        match needed {
            RequiredPermission::Any => true,
            RequiredPermission::Transact => self.contains(TokenPermission::Transact),
            RequiredPermission::Manage => self.contains(TokenPermission::Manage),
            RequiredPermission::ManageOrTransact => {
                self.contains(TokenPermission::Manage) || self.contains(TokenPermission::Transact)
            }
        }
    }
}

/// Returns `true` if a token with the permissions `own` may create one with `asked`. A token cannot grant a
/// permission that it lacks.
#[must_use]
pub const fn may_grant(own: Permissions, requested: Permissions) -> bool {
    requested.0 & !own.0 == 0
}

/// Returns `true` if a token with these permissions may be deleted. `live_managing_tokens` counts the
/// platform's live tokens with `MANAGE`, this one included: the last of them cannot be deleted (customers
/// 10).
#[must_use]
pub const fn check_deletable(permissions: Permissions, live_managing_tokens: u64) -> bool {
    !permissions.contains(TokenPermission::Manage) || live_managing_tokens > 1
}

impl Serialize for Permissions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Permissions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = Vec::<TokenPermission>::deserialize(deserializer)?;
        Self::try_new(listed).ok_or_else(|| D::Error::custom("a token has at least one permission"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenPermission::{Manage, Transact, View};

    fn set(permissions: &[TokenPermission]) -> Permissions {
        Permissions::try_new(permissions.iter().copied()).unwrap()
    }

    #[test]
    fn each_permission_allows_its_operations() {
        for (permissions, any, transact, manage, either) in [
            (set(&[View]), true, false, false, false),
            (set(&[Transact]), true, true, false, true),
            (set(&[Manage]), true, false, true, true),
            (Permissions::ALL, true, true, true, true),
        ] {
            assert_eq!(permissions.allows(RequiredPermission::Any), any);
            assert_eq!(permissions.allows(RequiredPermission::Transact), transact);
            assert_eq!(permissions.allows(RequiredPermission::Manage), manage);
            assert_eq!(permissions.allows(RequiredPermission::ManageOrTransact), either);
        }
    }

    #[test]
    fn only_held_permissions_can_be_granted() {
        assert!(!may_grant(set(&[Manage]), set(&[Transact])));
        assert!(!may_grant(set(&[Manage, View]), Permissions::ALL));
        assert!(may_grant(Permissions::ALL, set(&[Transact, View])));
        assert!(may_grant(set(&[Manage]), set(&[Manage])));
    }

    #[test]
    fn the_last_token_with_manage_cannot_be_deleted() {
        assert!(!check_deletable(Permissions::ALL, 1));
        assert!(check_deletable(Permissions::ALL, 2));
        assert!(check_deletable(set(&[View]), 1));
    }

    #[test]
    fn repetitions_are_dropped_and_the_order_is_fixed() {
        let read: Permissions = serde_json::from_str(r#"["MANAGE","VIEW","VIEW"]"#).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"["VIEW","MANAGE"]"#);
        assert!(serde_json::from_str::<Permissions>("[]").is_err());
    }
}
