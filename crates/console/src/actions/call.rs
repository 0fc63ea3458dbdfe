//! An action on the way to its page: its address and its fields.

use causeway_service::operator::{self, Action, Form};
use causeway_service::runtime::hex;
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::field::{FieldError, GivenArguments, REASON, subject};
use super::known;
use super::state::ResourceState;
use crate::confirmation::{CONFIRM, Confirmation};
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::operator::Operator;
use crate::parts::CommandLink;
use crate::urls;

/// The field with the resource, on pages whose address does not have it.
const SUBJECT: &str = "subject";
/// The argument that names the platform.
const PLATFORM: &str = "platform";

/// The address of an action.
#[derive(Debug, Deserialize)]
pub(super) struct ActionPath {
    pub(super) platform: Option<String>,
    pub(super) noun: Option<String>,
    pub(super) verb: String,
    /// The resource.
    pub(super) id: Option<String>,
}

/// An action with the arguments of its address and its fields.
pub(super) struct ActionCall {
    pub(super) action: &'static Action,
    pub(super) platform: Option<String>,
    /// The resource.
    pub(super) id: Option<String>,
    pub(super) given: GivenArguments,
    pub(super) fields: Fields,
}

impl ActionCall {
    /// Finds the action.
    ///
    /// # Errors
    /// If it has no page, or if the operator's roles do not have it.
    pub(super) fn new(operator: &Operator, path: ActionPath, fields: Fields) -> Result<Self, Failure> {
        let ActionPath { platform, noun, verb, id } = path;
        let action = known::find(operator, &noun.unwrap_or_default(), &verb)?;
        let id = id.or_else(|| fields.get(SUBJECT).map(str::to_owned));
        let mut given = GivenArguments::read(action, &fields);
        if let (Some(argument), Some(id)) = (subject(action), &id) {
            given.values.insert(argument.name.to_owned(), id.as_str().into());
        }
        if let Some(platform) = platform.as_deref().filter(|_| takes_platform(action)) {
            given.values.insert(PLATFORM.to_owned(), platform.into());
        }
        Ok(Self { action, platform, id, given, fields })
    }

    pub(super) fn entry(&self) -> Entry {
        Entry::of(self.action, self.given.values.clone())
    }

    /// Returns the names of the arguments that the address has, which are not asked for.
    pub(super) fn in_address(&self) -> Vec<&'static str> {
        let subject = subject(self.action).filter(|_| self.id.is_some()).map(|argument| argument.name);
        subject.into_iter().chain(self.platform.as_ref().map(|_| PLATFORM)).collect()
    }

    /// Returns the state of the resource, if the action is about one with versions.
    ///
    /// # Errors
    /// If there is no such resource.
    pub(super) async fn present_state(&self, operator: &Operator) -> Result<ResourceState, Failure> {
        let show = operator::find(self.action.noun, "show").filter(|_| self.action.takes_seen());
        let (Some(show), Some(id)) = (show, &self.id) else { return Ok(ResourceState::default()) };
        let platform = self.platform.as_deref().filter(|_| takes_platform(show));
        let name = subject(show).map_or("", |argument| argument.name);
        let entry = Entry::of(show, Map::new()).with(name, id.as_str()).with_some(PLATFORM, platform);
        operator.read(&entry).await
    }

    /// Returns the confirmation that the operator has to give.
    pub(super) fn confirmation(&self, operator: &Operator) -> Confirmation {
        Confirmation::of_action(operator, self.action, &self.given.values, &self.address())
    }

    /// Returns the errors in the fields of a form that acts.
    pub(super) fn errors(&self, operator: &Operator) -> Vec<FieldError> {
        let mut errors = self.given.all_errors(self.action);
        if self.action.is_reason_required && self.fields.get(REASON).is_none() {
            errors.push(FieldError::new(REASON, "give one, for the audit trail"));
        }
        let unconfirmed = self.confirmation(operator).refuse(&self.fields);
        errors.extend(unconfirmed.map(|message| FieldError::new(CONFIRM, &message)));
        errors
    }

    /// Returns a digest of the arguments, by which a form names those that its page has previewed.
    pub(super) fn digest(&self) -> String {
        let arguments = Value::Object(self.given.values.clone()).to_string();
        let hash: [u8; 32] = Sha256::digest(arguments.as_bytes()).into();
        hex::encode(&hash[..8])
    }

    /// Returns the address of the page.
    fn address(&self) -> String {
        let Action { noun, verb, .. } = self.action;
        urls::action(self.platform.as_deref(), noun, verb, self.id.as_deref())
    }

    /// Returns the page that leads to the action: that of the resource, or of the list of its noun.
    pub(super) fn back(&self) -> Option<String> {
        self.resource().or_else(|| self.list())
    }

    /// Returns the page that shows what was done: that of the resource, or the list from which it is gone.
    pub(super) fn destination(&self) -> Option<String> {
        let is_gone = matches!(self.action.verb, "delete" | "remove");
        if is_gone { self.list() } else { self.resource() }
    }

    fn list(&self) -> Option<String> {
        urls::list_of(self.action.noun, self.platform.as_deref())
    }

    fn resource(&self) -> Option<String> {
        let id = self.id.as_deref()?;
        let platform = self.platform.as_deref();
        let show = format!("causeway {} show {id}", self.action.noun);
        CommandLink::new(platform, show).href.or_else(|| urls::resource(platform?, id))
    }

    /// Returns `true` if the output is a file.
    pub(super) fn is_file(&self) -> bool {
        self.takes(Form::OutputFile)
    }

    /// Returns `true` if the answer has a secret that is shown once.
    pub(super) fn shows_secret(&self) -> bool {
        self.takes(Form::SecretFile)
    }

    fn takes(&self, form: Form) -> bool {
        self.action.arguments.iter().any(|argument| argument.form == form)
    }
}

fn takes_platform(action: &Action) -> bool {
    action.arguments.iter().any(|argument| argument.name == PLATFORM)
}
