//! Who calls: a token of a platform (conventions 3).

use causeway_domain::PlatformClock;
use causeway_domain::ids::{PlatformId, TokenId};
use causeway_domain::tokens::{Needed, Permissions};
use causeway_store::platforms::Environment;
use causeway_store::{Tx, tokens};
use causeway_wire::Code;
use causeway_wire::table::{Meta, Permission};
use tracing::Span;
use tracing::field::display;

use super::Credentials;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// An authenticated caller, with what every operation needs to know of its platform.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The platform that the token belongs to; every row the caller can see is under it.
    pub platform: PlatformId,
    /// Sandbox or production; decides which outside world answers.
    pub environment: Environment,
    /// The platform's clock, as it stood when the token was read.
    pub clock: PlatformClock,
    /// Whether events are to be delivered: the platform has a webhook endpoint.
    pub has_endpoint: bool,
    /// The token itself.
    pub token: TokenId,
    /// What the token may do.
    pub permissions: Permissions,
}

/// Finds the caller. Every failure gives the same answer, so that nobody learns which tokens exist, and costs
/// the same work.
///
/// # Errors
/// `UNAUTHORIZED` for missing, malformed, unknown or wrong credentials, and for those of a deleted token or a
/// disabled platform.
pub fn authenticate(tx: &mut Tx<'_>, app: &App, sent: Option<&Credentials>) -> Result<Caller, ApiError> {
    let Some(sent) = sent else { return Err(unauthorized()) };
    let found = tokens::find_for_authentication(tx, &sent.client_id)?;
    let hash = found.as_ref().map(|token| token.secret_hash.as_slice());
    let fits = app.keys().token_secret_fits(&sent.client_id, &sent.secret, hash);
    match found {
        Some(token) if fits && !token.disabled => Ok(Caller {
            platform: token.platform,
            environment: token.environment,
            clock: token.clock,
            has_endpoint: token.has_endpoint,
            token: token.id,
            permissions: token.permissions,
        }),
        _ => Err(unauthorized()),
    }
}

/// Checks what needs only the caller and the operation: rate, permission, environment (conventions 3.3).
///
/// # Errors
/// `RATE_LIMITED`; `FORBIDDEN` with `details.requiredPermission`; `FORBIDDEN` for a sandbox operation with the
/// token of a production platform.
pub(super) fn admit(app: &App, caller: &Caller, operation: &Meta) -> Result<(), ApiError> {
    Span::current().record("platform", display(caller.platform));
    app.rate_limit.check(caller.token)?;
    let needed = needed(operation.permission);
    if !caller.permissions.allows(needed) {
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

fn unauthorized() -> ApiError {
    ApiError::new(Code::Unauthorized, "The credentials are missing or not valid.")
}
