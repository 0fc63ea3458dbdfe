//! The principal that acts (conventions 3, 4).

use causeway_domain::agents::AgentPermissions;
use causeway_domain::ids::{AgentId, CustomerId, TokenId};
use causeway_domain::tokens::Permissions;
use causeway_store::agents::AgentRecord;
use causeway_wire::Code;
use causeway_wire::table::{AgentOperations, Method};

use crate::runtime::api_error::ApiError;

/// The acting principal. Its permission to call an operation is checked before the operation runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Principal {
    Token {
        id: TokenId,
        permissions: Permissions,
    },
    Agent(AgentPrincipal),
    /// The service itself, in a job or for its operator.
    Service,
}

/// An agent, as it was when it was authenticated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentPrincipal {
    pub id: AgentId,
    /// The only customer that the agent acts for and can see.
    pub customer: CustomerId,
    pub permissions: AgentPermissions,
    /// A paused agent may only read.
    pub is_paused: bool,
}

impl Principal {
    /// Returns the token permissions of this principal, which are also the most it may grant to others.
    /// `None` if the principal is an agent.
    #[must_use]
    pub const fn permissions(self) -> Option<Permissions> {
        match self {
            Self::Token { permissions, .. } => Some(permissions),
            Self::Agent(_) => None,
            Self::Service => Some(Permissions::ALL),
        }
    }

    #[must_use]
    pub const fn agent(self) -> Option<AgentPrincipal> {
        match self {
            Self::Agent(agent) => Some(agent),
            Self::Token { .. } | Self::Service => None,
        }
    }

    /// Returns `true` if the principal can see a resource made by this agent, or by the platform if `None`.
    /// An agent sees only the resources that it made itself.
    #[must_use]
    pub fn sees(self, made_by: Option<AgentId>) -> bool {
        self.agent().is_none_or(|agent| made_by == Some(agent.id))
    }

    /// Returns `true` if the principal can see the resources of this customer, or the platform's own if
    /// `None`. An agent sees only its customer's.
    #[must_use]
    pub fn knows(self, owner: Option<CustomerId>) -> bool {
        self.agent().is_none_or(|agent| owner == Some(agent.customer))
    }
}

impl AgentPrincipal {
    /// Returns the principal of an agent as stored now.
    #[must_use]
    pub const fn of(record: &AgentRecord) -> Self {
        let AgentRecord { id, customer, is_paused, .. } = record;
        let permissions = record.policy.permissions;
        Self { id: *id, customer: *customer, permissions, is_paused: *is_paused }
    }

    /// Returns the error for credentials that are not, or no longer, those of an agent.
    #[must_use]
    pub fn unauthorized() -> ApiError {
        ApiError::unauthorized(r#"Bearer realm="svc""#, "Bearer <accessToken of an agent>")
    }

    /// Checks that the agent may call this operation (agents A4.1, checks 1 and 2).
    ///
    /// # Errors
    /// `FORBIDDEN` with `AGENT_PAUSED` or `PERMISSION_DENIED`.
    pub fn check(self, operation: AgentOperations) -> Result<(), ApiError> {
        if self.is_paused && operation.row().method != Method::Get {
            return Err(ApiError::new(Code::Forbidden, "This agent is paused.").reason("AGENT_PAUSED"));
        }
        match operation.permission() {
            Some(needed) if !self.permissions.contains(needed) => {
                let message = format!("The policy of this agent lacks the permission {needed}.");
                let refusal = ApiError::new(Code::Forbidden, message).reason("PERMISSION_DENIED");
                Err(refusal.with("requiredPermission", needed.as_str()))
            }
            Some(_) | None => Ok(()),
        }
    }
}
