//! Who acts (conventions 3, 4).

use causeway_domain::agents::AgentPermissions;
use causeway_domain::ids::{AgentId, CustomerId, TokenId};
use causeway_domain::tokens::Permissions;
use causeway_store::agents::AgentRecord;
use causeway_wire::Code;
use causeway_wire::table::{AgentOperations, Method};

use crate::runtime::api_error::ApiError;

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
    /// An agent.
    Agent(AgentPrincipal),
    /// The service itself, in a job or for its operator.
    Service,
}

/// An agent, as it was when it was authenticated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentPrincipal {
    /// The agent.
    pub id: AgentId,
    /// For whom it acts; it knows of nobody else.
    pub customer: CustomerId,
    /// What it may do.
    pub permissions: AgentPermissions,
    /// Whether it may change nothing.
    pub is_paused: bool,
}

impl Principal {
    /// What it may do with tokens, and so may permit to others.
    #[must_use]
    pub const fn permissions(self) -> Option<Permissions> {
        match self {
            Self::Token { permissions, .. } => Some(permissions),
            Self::Agent(_) => None,
            Self::Service => Some(Permissions::ALL),
        }
    }

    /// The agent, where one acts.
    #[must_use]
    pub const fn agent(self) -> Option<AgentPrincipal> {
        match self {
            Self::Agent(agent) => Some(agent),
            Self::Token { .. } | Self::Service => None,
        }
    }

    /// Whether what this agent has made exists for it, or the platform: an agent sees what it has made itself.
    #[must_use]
    pub fn sees(self, made_by: Option<AgentId>) -> bool {
        self.agent().is_none_or(|agent| made_by == Some(agent.id))
    }

    /// Whether what belongs to this customer exists for it; none: what is the platform's own.
    #[must_use]
    pub fn knows(self, owner: Option<CustomerId>) -> bool {
        self.agent().is_none_or(|agent| owner == Some(agent.customer))
    }
}

impl AgentPrincipal {
    /// The agent as it is stored now.
    #[must_use]
    pub const fn of(record: &AgentRecord) -> Self {
        let AgentRecord { id, customer, is_paused, .. } = record;
        let permissions = record.policy.permissions;
        Self { id: *id, customer: *customer, permissions, is_paused: *is_paused }
    }

    /// The refusal of whoever is no agent, or not any more.
    #[must_use]
    pub fn unauthorized() -> ApiError {
        ApiError::unauthorized(r#"Bearer realm="svc""#, "Bearer <accessToken of an agent>")
    }

    /// Whether the agent may call this operation (agents A4.1, checks 1 and 2).
    ///
    /// # Errors
    /// `FORBIDDEN` with `AGENT_PAUSED` or `PERMISSION_DENIED`.
    pub fn check(self, operation: AgentOperations) -> Result<(), ApiError> {
        if self.is_paused && operation.meta().method != Method::Get {
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
