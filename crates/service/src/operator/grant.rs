//! The grant of a caller: permissions for all platforms, or for some.

use std::collections::BTreeMap;

use causeway_domain::ids::PlatformId;

use super::permission::{Permission, PermissionSet, Role};

/// The permissions of a caller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grant {
    /// For the deployment and all platforms.
    everywhere: PermissionSet,
    /// For single platforms, in addition.
    on_platforms: BTreeMap<PlatformId, PermissionSet>,
}

/// The platforms for which a caller has a permission.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Reach {
    /// The deployment and all platforms.
    #[default]
    All,
    /// Some platforms, and not the deployment.
    Platforms(Vec<PlatformId>),
    /// No platform.
    Empty,
}

impl Grant {
    /// Returns the grant of all permissions.
    #[must_use]
    pub fn all() -> Self {
        Self { everywhere: Permission::ALL.into_iter().collect(), on_platforms: BTreeMap::new() }
    }

    /// Returns the grant of these roles, for one platform or for everything.
    #[must_use]
    pub fn of(roles: &[Role], platform: Option<PlatformId>) -> Self {
        let mut grant = Self::default();
        grant.add(roles, platform);
        grant
    }

    /// Adds roles, for one platform or for everything.
    pub fn add(&mut self, roles: &[Role], platform: Option<PlatformId>) {
        let held = match platform {
            None => &mut self.everywhere,
            Some(platform) => self.on_platforms.entry(platform).or_default(),
        };
        *held = roles.iter().fold(*held, |held, role| held.with(role.permissions()));
    }

    /// Returns `true` if the caller has the permission for a platform; for the deployment if it is `None`.
    #[must_use]
    pub fn may(&self, permission: Permission, platform: Option<PlatformId>) -> bool {
        let on_platform = platform.and_then(|platform| self.on_platforms.get(&platform));
        self.everywhere.contains(permission) || on_platform.is_some_and(|held| held.contains(permission))
    }

    /// Returns the platforms for which the caller has the permission.
    #[must_use]
    pub fn reach(&self, permission: Permission) -> Reach {
        if self.everywhere.contains(permission) {
            return Reach::All;
        }
        let held = self.on_platforms.iter().filter(|(_, held)| held.contains(permission));
        let platforms: Vec<PlatformId> = held.map(|(platform, _)| *platform).collect();
        if platforms.is_empty() { Reach::Empty } else { Reach::Platforms(platforms) }
    }
}

impl Reach {
    /// Returns `true` if the platform is one of them.
    #[must_use]
    pub fn includes(&self, platform: PlatformId) -> bool {
        match self {
            Self::All => true,
            Self::Platforms(platforms) => platforms.contains(&platform),
            Self::Empty => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn roles_add_up_and_stay_with_their_platform() {
        let [one, other] = [1, 2].map(|number| PlatformId::from_uuid(Uuid::from_u128(number)));
        let mut grant = Grant::of(&[Role::Viewer], None);
        grant.add(&[Role::Support], Some(one));
        grant.add(&[Role::Compliance], Some(one));
        assert_eq!(grant.reach(Permission::Look), Reach::All);
        assert_eq!(grant.reach(Permission::Comply), Reach::Platforms(vec![one]));
        assert_eq!(grant.reach(Permission::Money), Reach::Empty);
        assert!(grant.may(Permission::Support, Some(one)) && grant.may(Permission::Comply, Some(one)));
        assert!(!grant.may(Permission::Person, Some(other)) && !grant.may(Permission::Person, None));
        assert!(Permission::ALL.iter().all(|permission| Grant::all().may(*permission, None)));
        assert!(Permission::ALL.iter().all(|permission| !Grant::default().may(*permission, Some(one))));
    }
}
