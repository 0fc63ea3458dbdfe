//! Sets of an agent's permissions.

use causeway_vocabulary::agents::AgentPermission;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of permissions; it may be empty (agents A3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AgentPermissions(u8);

const fn bit(permission: AgentPermission) -> u8 {
    match permission {
        AgentPermission::ViewTransactions => 1,
        AgentPermission::CreateTransfers => 2,
        AgentPermission::CreateQuotes => 4,
        AgentPermission::ExecuteQuotes => 8,
        AgentPermission::ManageExternalAccounts => 16,
    }
}

impl AgentPermissions {
    #[must_use]
    pub const fn contains(self, permission: AgentPermission) -> bool {
        self.0 & bit(permission) != 0
    }

    /// Returns the permissions in the order of their declaration.
    pub fn iter(self) -> impl Iterator<Item = AgentPermission> {
        AgentPermission::ALL.iter().copied().filter(move |permission| self.contains(*permission))
    }
}

impl FromIterator<AgentPermission> for AgentPermissions {
    fn from_iter<I: IntoIterator<Item = AgentPermission>>(permissions: I) -> Self {
        Self(permissions.into_iter().fold(0, |bits, permission| bits | bit(permission)))
    }
}

impl Serialize for AgentPermissions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for AgentPermissions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<AgentPermission>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_each_of_its_permissions_once() {
        for one in AgentPermission::ALL {
            let set = AgentPermissions::from_iter([*one, *one]);
            let has: Vec<_> = set.iter().collect();
            assert_eq!(has, [*one]);
        }
        assert_eq!(AgentPermissions::default().iter().count(), 0);
        let all: AgentPermissions = AgentPermission::ALL.iter().copied().collect();
        assert_eq!(all.iter().count(), AgentPermission::ALL.len());
        assert_eq!(serde_json::from_value::<AgentPermissions>(serde_json::json!(all)).unwrap(), all);
    }
}
