//! Who calls, and whether the operation is open to it (conventions 3, 4).

use causeway_domain::tokens::Needed;
use causeway_store::platforms::Environment;
use causeway_store::{Tx, tokens};
use causeway_wire::Code;
use causeway_wire::table::{Auth, Meta, Permission};
use tracing::Span;
use tracing::field::display;

use super::Credentials;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Caller;
use crate::runtime::principal::Principal;

/// How the caller of an operation shows who it is, as the table says. The schemes are not interchangeable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    /// A token of a platform, with `Basic`.
    Token,
    /// An agent, with `Bearer`.
    Agent,
}

impl Scheme {
    /// The scheme of an operation; decided while compiling.
    #[expect(clippy::panic, reason = "it fails the build and nothing else")]
    pub(super) const fn of(auth: Auth) -> Self {
        match auth {
            Auth::Basic => Self::Token,
            Auth::Agent => Self::Agent,
            Auth::None => {
                panic!("an operation that asks nobody has no principal: it needs a route of its own")
            }
        }
    }

    /// Finds the caller. Every failure gives the same answer, so that nobody learns which tokens exist, and costs
    /// the same work.
    ///
    /// # Errors
    /// `UNAUTHORIZED` for missing, malformed, unknown or wrong credentials, and for those of a deleted token or
    /// a disabled platform.
    pub(super) fn authenticate(
        self,
        tx: &mut Tx<'_>,
        app: &App,
        sent: Option<&Credentials>,
    ) -> Result<Caller, ApiError> {
        let found = match self {
            Self::Token => sent.map(|sent| token(tx, app, sent)).transpose()?.flatten(),
            // There are no agents yet, so no credentials are those of one.
            Self::Agent => None,
        };
        found.ok_or_else(|| self.unauthorized())
    }

    fn unauthorized(self) -> ApiError {
        match self {
            Self::Token => {
                ApiError::unauthorized(r#"Basic realm="svc""#, "Basic base64(<clientId>:<clientSecret>)")
            }
            Self::Agent => {
                ApiError::unauthorized(r#"Bearer realm="svc""#, "Bearer <accessToken of an agent>")
            }
        }
    }
}

fn token(tx: &mut Tx<'_>, app: &App, sent: &Credentials) -> Result<Option<Caller>, ApiError> {
    let found = tokens::find_for_authentication(tx, &sent.client_id)?;
    let hash = found.as_ref().map(|token| token.secret_hash.as_slice());
    let fits = app.keys().token_secret_fits(&sent.client_id, &sent.secret, hash);
    Ok(found.filter(|token| fits && !token.disabled).map(|token| Caller {
        principal: Principal::Token { id: token.id, permissions: token.permissions },
        platform: token.platform,
        environment: token.environment,
        clock: token.clock,
        has_endpoint: token.has_endpoint,
    }))
}

/// Checks what needs only the caller and the operation: rate, permission, environment (conventions 3.3).
///
/// # Errors
/// `RATE_LIMITED`; `FORBIDDEN` with `details.requiredPermission`; `FORBIDDEN` for a sandbox operation with the
/// token of a production platform.
pub(super) fn admit(app: &App, caller: &Caller, operation: &Meta) -> Result<(), ApiError> {
    Span::current().record("platform", display(caller.platform));
    if let Principal::Token { id, .. } = caller.principal {
        app.rate_limit.check(id)?;
    }
    let needed = needed(operation.permission);
    if !caller.principal.permissions().allows(needed) {
        let names = names(needed);
        let message = format!("This token lacks the permission {}.", names.join(" or "));
        return Err(ApiError::new(Code::Forbidden, message).with("requiredPermission", names.join(",")));
    }
    if operation.sandbox_only && caller.environment == Environment::Production {
        return Err(ApiError::new(Code::Forbidden, "This operation exists for sandbox platforms only."));
    }
    Ok(())
}

/// What the rules call the permission that the table asks for.
const fn needed(permission: Permission) -> Needed {
    match permission {
        Permission::Any => Needed::Any,
        Permission::Manage => Needed::Manage,
        Permission::Transact => Needed::Transact,
        Permission::ManageOrTransact => Needed::ManageOrTransact,
    }
}

const fn names(needed: Needed) -> &'static [&'static str] {
    match needed {
        Needed::Any => &["VIEW"],
        Needed::Manage => &["MANAGE"],
        Needed::Transact => &["TRANSACT"],
        Needed::ManageOrTransact => &["MANAGE", "TRANSACT"],
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
            (Auth::Basic, r#"Basic realm="svc""#, "Basic base64(<clientId>:<clientSecret>)"),
            (Auth::Agent, r#"Bearer realm="svc""#, "Bearer <accessToken of an agent>"),
        ] {
            let app = fixture.app.clone();
            let ask = move |tx: &mut Tx<'_>| Scheme::of(auth).authenticate(tx, &app, None).map(drop);
            let refused = fixture.app.store.read(ask).await.unwrap_err();
            assert_eq!((refused.code, refused.challenge), (Code::Unauthorized, Some(challenge)));
            assert!(refused.message.ends_with(&format!("{credentials}.")), "{}", refused.message);
        }
    }
}
