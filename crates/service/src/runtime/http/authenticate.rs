//! Authentication of the caller, and its permission for the operation (conventions 3, 4).

use axum::http::HeaderMap;
use causeway_domain::ids::Id;
use causeway_domain::tokens::{Permissions, RequiredPermission};
use causeway_store::platforms::Environment;
use causeway_store::tokens::{self, Credential};
use causeway_store::{Tx, agents};
use causeway_wire::Code;
use causeway_wire::table::{Auth, Operation, OperationRow, Permission};
use tracing::Span;
use tracing::field::display;

use super::Credentials;
use super::credentials::bearer;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Caller;
use crate::runtime::keys::TokenTerms;
use crate::runtime::principal::{AgentPrincipal, Principal};

/// The authentication scheme of an operation, from the operation table. Schemes are not interchangeable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    /// A platform token with `Basic`.
    Token,
    /// An agent's access token with `Bearer`.
    Agent,
}

/// The credentials that a caller presents.
#[derive(Debug, Clone)]
pub(super) enum PresentedCredentials {
    Token(Credentials),
    /// The hash of an access token.
    Agent([u8; 32]),
}

impl Scheme {
    /// Returns the scheme of an operation; evaluated at compile time.
    #[expect(clippy::panic, reason = "it fails the build and nothing else")]
    pub(super) const fn of(auth: Auth) -> Self {
        match auth {
            Auth::Platform => Self::Token,
            Auth::Agent => Self::Agent,
            Auth::None => {
                panic!("an operation that asks nobody has no principal: its route is an open one")
            }
        }
    }

    /// Reads the caller's credentials from the headers.
    pub(super) fn read(self, headers: &HeaderMap) -> Option<PresentedCredentials> {
        match self {
            Self::Token => Credentials::basic(headers).map(PresentedCredentials::Token),
            Self::Agent => bearer(headers).map(PresentedCredentials::Agent),
        }
    }

    /// Authenticates the caller. Every failure gives the same answer and costs the same work, so that a
    /// caller cannot probe for existing tokens.
    ///
    /// # Errors
    /// `UNAUTHORIZED` for missing, malformed, unknown or wrong credentials, and for those of a deleted token
    /// or a disabled platform.
    pub(super) fn authenticate(
        self,
        tx: &mut Tx<'_>,
        app: &App,
        presented: Option<&PresentedCredentials>,
    ) -> Result<Caller, ApiError> {
        let found = match presented {
            Some(PresentedCredentials::Token(sent)) => find_token_caller(tx, app, sent)?,
            Some(PresentedCredentials::Agent(token_hash)) => find_agent_caller(tx, app, token_hash)?,
            None => None,
        };
        found.ok_or_else(|| self.unauthorized())
    }

    fn unauthorized(self) -> ApiError {
        match self {
            Self::Token => {
                ApiError::unauthorized(r#"Basic realm="svc""#, "Basic base64(<clientId>:<clientSecret>)")
            }
            Self::Agent => AgentPrincipal::unauthorized(),
        }
    }
}

fn find_token_caller(tx: &mut Tx<'_>, app: &App, sent: &Credentials) -> Result<Option<Caller>, ApiError> {
    let found = tokens::find_for_authentication(tx, &sent.client_id)?;
    let client_id = &sent.client_id;
    let terms = found.as_ref().map(|&Credential { platform, environment, id, permissions, .. }| TokenTerms {
        platform,
        environment,
        id,
        client_id,
        permissions,
    });
    let stored_hash = terms.as_ref().zip(found.as_ref().map(|token| token.secret_hash.as_slice()));
    let fits = app.keys().token_secret_fits(&sent.secret, stored_hash);
    Ok(found.filter(|token| fits && !token.disabled).map(|token| Caller {
        principal: Principal::Token { id: token.id, permissions: token.permissions },
        platform: token.platform,
        environment: token.environment,
        clock: token.clock,
        has_endpoint: token.has_endpoint,
        version: token.version,
        offers: app.ports.of(token.environment).offers.current(),
    }))
}

fn find_agent_caller(tx: &mut Tx<'_>, app: &App, token_hash: &[u8; 32]) -> Result<Option<Caller>, ApiError> {
    let found = agents::find_for_authentication(tx, token_hash)?;
    Ok(found.filter(|found| !found.disabled).map(|found| Caller {
        principal: Principal::Agent(AgentPrincipal::of(&found.agent)),
        platform: found.platform,
        environment: found.environment,
        clock: found.clock,
        has_endpoint: found.has_endpoint,
        version: found.version,
        offers: app.ports.of(found.environment).offers.current(),
    }))
}

/// Checks everything that depends only on the caller and the operation: rate, permission, environment
/// (conventions 3.3).
///
/// # Errors
/// `RATE_LIMITED`; `FORBIDDEN` with `details.requiredPermission`; `FORBIDDEN` for a sandbox operation with
/// the token of a production platform; `FORBIDDEN` with `AGENT_PAUSED` or `PERMISSION_DENIED` for agents;
/// `NOT_IMPLEMENTED` for cards if there is no issuer.
pub(super) fn admit(app: &App, caller: &Caller, operation: Operation) -> Result<(), ApiError> {
    Span::current().record("platform", display(caller.platform));
    match caller.principal {
        Principal::Token { id, permissions } => {
            app.rate_limit.check(id.uuid())?;
            check_permission(permissions, operation.row())?;
        }
        Principal::Agent(agent) => {
            app.rate_limit.check(agent.id.uuid())?;
            if let Operation::AgentOperations(operation) = operation {
                agent.check(operation)?;
            }
        }
        Principal::Service => {}
    }
    if operation.row().sandbox_only && caller.environment == Environment::Production {
        return Err(ApiError::new(Code::Forbidden, "This operation exists for sandbox platforms only."));
    }
    let has_cards = || app.ports.of(caller.environment).cards.has_program();
    if matches!(operation, Operation::Cards(_)) && !has_cards() {
        return Err(ApiError::new(Code::NotImplemented, "This platform has no card program."));
    }
    Ok(())
}

fn check_permission(permissions: Permissions, operation: &OperationRow) -> Result<(), ApiError> {
    let needed = needed(operation.permission);
    if !permissions.allows(needed) {
        let names = names(needed);
        let message = format!("This token lacks the permission {}.", names.join(" or "));
        return Err(ApiError::new(Code::Forbidden, message).with("requiredPermission", names.join(",")));
    }
    Ok(())
}

/// Maps the permission of the operation table to the domain's.
const fn needed(permission: Permission) -> RequiredPermission {
    match permission {
        Permission::Any => RequiredPermission::Any,
        Permission::Manage => RequiredPermission::Manage,
        Permission::Transact => RequiredPermission::Transact,
        Permission::ManageOrTransact => RequiredPermission::ManageOrTransact,
    }
}

const fn names(needed: RequiredPermission) -> &'static [&'static str] {
    match needed {
        RequiredPermission::Any => &["VIEW"],
        RequiredPermission::Manage => &["MANAGE"],
        RequiredPermission::Transact => &["TRANSACT"],
        RequiredPermission::ManageOrTransact => &["MANAGE", "TRANSACT"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[tokio::test]
    async fn a_refusal_names_the_scheme_that_the_operation_takes() {
        let fixture = Fixture::new().await;
        for (auth, challenge, credentials) in [
            (Auth::Platform, r#"Basic realm="svc""#, "Basic base64(<clientId>:<clientSecret>)"),
            (Auth::Agent, r#"Bearer realm="svc""#, "Bearer <accessToken of an agent>"),
        ] {
            let app = fixture.app.clone();
            let ask = move |tx: &mut Tx<'_>| Scheme::of(auth).authenticate(tx, &app, None).map(drop);
            let refusal = fixture.app.store.read(ask).await.unwrap_err();
            assert_eq!((refusal.code, refusal.challenge), (Code::Unauthorized, Some(challenge)));
            assert!(refusal.message.ends_with(&format!("{credentials}.")), "{}", refusal.message);
        }
    }
}
