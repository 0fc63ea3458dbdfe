//! The gate before every action: an action outside the caller's grant is refused like one that does not exist. Its error
//! names the roles that have it, which the help of the program names to everyone.

use std::sync::Arc;

use uuid::Uuid;

use super::action::{Action, ActionOutput};
use super::caller::Caller;
use super::grant::Reach;
use super::nouns::{NOUNS, find};
use super::request::Request;
use super::{Kind, OperatorError};
use crate::runtime::app::App;

/// An action that the caller may run. Actions run in no other way.
pub struct Admission {
    action: &'static Action,
    caller: Caller,
}

/// Admits a caller to the action of this name, before its request is read.
///
/// # Errors
/// An error of the same kind for an action that does not exist, and for one that is outside the grant.
pub fn admit(caller: &Caller, noun: &str, verb: &str) -> Result<Admission, OperatorError> {
    let found = find(noun, verb).filter(|action| includes(caller, action));
    match found {
        Some(action) => Ok(Admission { action, caller: caller.clone() }),
        None => Err(missing(caller, noun, verb)),
    }
}

/// Returns the actions within the caller's grant, in the order of the help.
pub(super) fn admitted(caller: &Caller) -> impl Iterator<Item = &'static Action> {
    NOUNS.iter().flat_map(|noun| &noun.actions).filter(move |action| includes(caller, action))
}

/// Checks that the action is within the caller's grant. A grant for some platforms includes the actions about
/// a platform, and none about the deployment.
fn includes(caller: &Caller, action: &Action) -> bool {
    match caller.grant.reach(action.permission) {
        Reach::All => true,
        Reach::Platforms(_) => action.has_platform(),
        Reach::Empty => false,
    }
}

fn missing(caller: &Caller, noun: &str, verb: &str) -> OperatorError {
    let error = OperatorError::new(Kind::NotFound, format!("there is no action {noun} {verb}"));
    if caller.may_scrape {
        return error.remedy(
            "the token in operator.token serves /metrics only; create one for commands: \
             causeway operator-token create NAME --roles ROLES",
        );
    }
    if let Some(action) = find(noun, verb) {
        return outside(caller, action);
    }
    error
        .remedy("see all commands: causeway --help; the help of each command names the roles that may run it")
}

/// Returns the error about an action that is outside the caller's grant.
fn outside(caller: &Caller, action: &Action) -> OperatorError {
    let name = format!("{} {}", action.noun, action.verb);
    if matches!(caller.grant.reach(action.permission), Reach::Platforms(_)) {
        let message = format!("{name} is about the deployment, and your roles are for single platforms");
        return OperatorError::new(Kind::NotFound, message)
            .remedy("leave it to an operator whose roles are for everything");
    }
    let roles = action.permission.roles().join(" or ");
    OperatorError::new(Kind::NotFound, format!("your roles do not have {name}: it takes the role {roles}"))
        .remedy("leave it to an operator with that role, or have an administrator give it to you")
}

impl Admission {
    /// Runs the action. `id` identifies the request in the log and in the audit trail.
    ///
    /// # Errors
    /// For an unknown, missing or malformed argument, and those of the action itself.
    pub async fn run(
        self,
        app: &Arc<App>,
        id: Uuid,
        request: Request,
    ) -> Result<ActionOutput, OperatorError> {
        self.action.run(app, self.caller, id, request).await
    }
}
