//! The people who sign in to the console (conventions 2.1): users of the operator socket, and the owner of the deployment.

use causeway_store::{Tx, operators};

use super::OperatorError;
use super::caller::{Actor, Caller, Channel};
use super::grant::Grant;
use super::operator_grants::grant_of_named_user;
use crate::runtime::app::App;

/// The name of the owner of the deployment in the audit trail.
const OWNER: &str = "owner";

/// A person who signs in to the console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConsolePerson {
    /// User id of the operating system; `None` for the owner of the deployment.
    pub(super) uid: Option<u32>,
    pub(super) name: String,
}

impl ConsolePerson {
    /// Returns the owner of the deployment, who has all roles.
    pub(super) fn owner() -> Self {
        Self { uid: None, name: OWNER.to_owned() }
    }

    /// Finds a user of the operator socket by name.
    pub(super) fn find(tx: &mut Tx<'_>, name: &str) -> Result<Option<Self>, OperatorError> {
        let found = operators::list_users(tx)?.into_iter().find(|user| user.name == name);
        Ok(found.map(|user| Self { uid: Some(user.uid), name: user.name }))
    }

    /// Returns the parts of a row that name the person, for its hash.
    pub(super) fn parts(&self) -> [Vec<u8>; 2] {
        let uid = self.uid.map(|uid| uid.to_be_bytes().to_vec()).unwrap_or_default();
        [uid, self.name.clone().into_bytes()]
    }

    /// Returns the person as a caller with the present grant, which is empty for a removed user, and for one whose user id
    /// has another name now.
    pub(super) fn caller(&self, tx: &mut Tx<'_>, app: &App) -> Result<Caller, OperatorError> {
        let grant = match self.uid {
            None => Grant::all(),
            Some(uid) => grant_of_named_user(tx, app, uid, &self.name)?,
        };
        Ok(Caller::new(Actor::new(&self.name), Channel::Console, grant))
    }
}
