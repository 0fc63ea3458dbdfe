//! The caller of an action: a person or a program, its channel and its grant.

use std::fmt;

use causeway_domain::ids::{OperatorTokenId, PlatformId};
use uuid::Uuid;

use super::grant::Grant;
use super::permission::Permission;

/// The channel through which a caller calls an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A command that runs the action in its own process.
    Command,
    /// An operator socket.
    Socket,
    /// A network address, with an operator token.
    Network,
    /// The console in a browser, with a session.
    Console,
}

/// The name of a caller, as its channel knows it; never taken from the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// A login name, a user id, or the name of an operator token.
    pub name: String,
    /// The system user whose rights the person uses, if that is another one.
    pub as_user: Option<String>,
}

/// The caller of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub actor: Actor,
    pub channel: Channel,
    pub grant: Grant,
    /// `None` if the caller has no operator token, or the one that follows from the root key.
    pub(super) token: Option<OperatorTokenId>,
    /// `None` on other channels than the console.
    pub(super) session: Option<Uuid>,
    /// Set for the operator token that follows from the root key, which serves `/metrics` in any case.
    pub(super) may_scrape: bool,
}

impl Channel {
    /// Returns the name in the audit trail.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Socket => "socket",
            Self::Network => "network",
            Self::Console => "console",
        }
    }
}

impl Actor {
    /// Returns an actor with a name of its own, without control characters.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.chars().filter(|c| !c.is_control()).collect(), as_user: None }
    }

    /// Returns a person who uses the rights of a system user.
    #[must_use]
    pub fn acting_as(self, user: &str) -> Self {
        let as_user = Self::new(user).name;
        Self { as_user: Some(as_user).filter(|user| *user != self.name), ..self }
    }
}

impl Caller {
    #[must_use]
    pub const fn new(actor: Actor, channel: Channel, grant: Grant) -> Self {
        Self { actor, channel, grant, token: None, session: None, may_scrape: false }
    }

    /// Returns the id of the token or the session that the caller uses, for the audit trail.
    pub(super) fn credential(&self) -> Option<String> {
        let session = || self.session.map(|session| format!("ConsoleSession:{session}"));
        self.token.map(|token| token.to_string()).or_else(session)
    }

    /// Returns `true` if the caller has the permission for a platform; for the deployment if it is `None`.
    #[must_use]
    pub fn may(&self, permission: Permission, platform: Option<PlatformId>) -> bool {
        self.grant.may(permission, platform)
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.as_user {
            Some(user) => write!(f, "{} as {user}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.actor, self.channel.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_is_named_with_the_rights_it_uses_and_its_door() {
        let named = |actor| Caller::new(actor, Channel::Socket, Grant::default()).to_string();
        assert_eq!(named(Actor::new("alice").acting_as("causeway")), "alice as causeway (socket)");
        assert_eq!(named(Actor::new("alice").acting_as("alice")), "alice (socket)");
        assert_eq!(named(Actor::new("al\u{1b}ice")), "alice (socket)");
    }
}
