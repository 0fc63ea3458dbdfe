//! The gate before every action: an action outside the caller's grant does not exist.

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
/// The same error for an action that does not exist, and for one that is outside the grant.
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
    error
        .remedy("see all commands: causeway --help; the help of each command names the roles that may run it")
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
