//! Permissions and roles of operators (conventions 2.1).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The permission that an action requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// States, amounts and ids.
    Look,
    /// Names, contacts and account numbers.
    Person,
    /// Replays, retries and the sandbox.
    Support,
    /// Payments, suspense, accounts, cards, rates and exports.
    Money,
    /// Decisions about customers, external accounts and deposits; documents.
    Comply,
    /// Platforms, tokens, settings, keys, terms and users.
    Administer,
}

/// The effect of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Changes nothing, apart from the audit trail.
    Read,
    /// Can be undone, or repeated without harm.
    Change,
    /// Cannot be undone.
    Irreversible,
}

/// A role of operators: a set of permissions. Roles add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Viewer,
    Support,
    Operator,
    Compliance,
    Admin,
}

/// A set of permissions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PermissionSet(u8);

/// The error for a text that is not the name of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownRole;

impl Permission {
    /// All permissions, in the order of the documents.
    pub const ALL: [Self; 6] =
        [Self::Look, Self::Person, Self::Support, Self::Money, Self::Comply, Self::Administer];

    /// Returns the name, as `GET /operator` shows it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Person => "person",
            Self::Support => "support",
            Self::Money => "money",
            Self::Comply => "comply",
            Self::Administer => "administer",
        }
    }

    /// Returns the names of the roles that have it, in the order of the documents.
    #[must_use]
    pub fn roles(self) -> Vec<&'static str> {
        let roles = Role::ALL.into_iter().filter(|role| role.permissions().contains(self));
        roles.map(Role::as_str).collect()
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Look => 1,
            Self::Person => 2,
            Self::Support => 4,
            Self::Money => 8,
            Self::Comply => 16,
            Self::Administer => 32,
        }
    }
}

impl Role {
    /// All roles, in the order of the documents.
    pub const ALL: [Self; 5] = [Self::Viewer, Self::Support, Self::Operator, Self::Compliance, Self::Admin];

    /// Returns the name on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Support => "support",
            Self::Operator => "operator",
            Self::Compliance => "compliance",
            Self::Admin => "admin",
        }
    }

    /// Returns the permissions of the role.
    #[must_use]
    pub fn permissions(self) -> PermissionSet {
        use Permission::{Administer, Comply, Look, Money, Person, Support};
        let permissions: &[Permission] = match self {
            Self::Viewer => &[Look],
            Self::Support => &[Look, Person, Support],
            Self::Operator => &[Look, Person, Support, Money],
            Self::Compliance => &[Look, Person, Comply],
            Self::Admin => &[Look, Administer],
        };
        permissions.iter().copied().collect()
    }
}

impl PermissionSet {
    #[must_use]
    pub const fn contains(self, permission: Permission) -> bool {
        self.0 & permission.bit() != 0
    }

    /// Returns the permissions of either set.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Permission> for PermissionSet {
    fn from_iter<I: IntoIterator<Item = Permission>>(permissions: I) -> Self {
        Self(permissions.into_iter().fold(0, |bits, permission| bits | permission.bit()))
    }
}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        Self::ALL.into_iter().find(|role| role.as_str() == text).ok_or(UnknownRole)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Returns the names of roles, each once and in order, separated by commas.
pub(super) fn names(roles: &[Role]) -> String {
    let names: Vec<&str> =
        Role::ALL.into_iter().filter(|role| roles.contains(role)).map(Role::as_str).collect();
    names.join(",")
}

/// Parses names of roles separated by commas.
///
/// # Errors
/// If one of them is not the name of a role.
pub(super) fn parse(names: &str) -> Result<Vec<Role>, UnknownRole> {
    names.split(',').map(str::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_have_the_permissions_of_the_documents() {
        let table = [
            (Role::Viewer, "x....."),
            (Role::Support, "xxx..."),
            (Role::Operator, "xxxx.."),
            (Role::Compliance, "xx..x."),
            (Role::Admin, "x....x"),
        ];
        for (role, line) in table {
            let held = Permission::ALL.map(|permission| role.permissions().contains(permission));
            let expected: Vec<bool> = line.chars().map(|mark| mark == 'x').collect();
            assert_eq!(held.to_vec(), expected, "{role}");
        }
    }

    #[test]
    fn roles_are_named_once_and_in_order() {
        let text = names(&[Role::Admin, Role::Viewer, Role::Admin]);
        assert_eq!(text, "viewer,admin");
        assert_eq!(parse(&text), Ok(vec![Role::Viewer, Role::Admin]));
        assert_eq!(parse("viewer,root"), Err(UnknownRole));
        assert_eq!(parse(""), Err(UnknownRole));
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
        }
    }
}
