//! An action of operators, with any kind of arguments and result.

use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::Time;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::argument::{ANY_PLATFORM, Arguments, OR_PLATFORM, PLATFORM, SECRET_FILE};
use super::caller::Caller;
use super::id_look_up::look_up;
use super::id_spelling::{ArgumentIds, read_ids};
use super::permission::{Effect, Permission};
use super::raw_call::{RawCall, decode, read};
use super::request::Request;
use super::seen::SeenVersion;
use super::{Argument, DefaultScope, Form, OperatorError, PlatformChoice};
use crate::runtime::app::App;

/// The chunks of an export, each of whole lines, or of a file. An error ends the stream; earlier chunks
/// remain valid.
pub type ExportStream = BoxStream<'static, Result<Bytes, OperatorError>>;

/// The output of an action.
pub enum ActionOutput {
    /// A result with the command's exit code, which is not 0 for a finding that a script must not overlook.
    Report { json: Value, exit_code: u8 },
    /// The chunks of an export.
    Export(ExportStream),
}

/// The preview of an action, for `--dry-run`.
pub(super) enum Preview {
    /// No preview, because the action changes nothing.
    None,
    /// The action itself: its transaction is undone.
    InTransaction,
    /// A function that reads, because the action is more than one transaction.
    ByReading(Runner),
}

/// A function that runs an action, or its preview.
pub(super) type Runner = Box<dyn Fn(RawCall) -> ActionFuture + Send + Sync>;

/// Maximum number of items of a list among the arguments.
const MAX_ITEMS: usize = 64;

/// An action of operators.
pub struct Action {
    /// The subject on the command line, such as `clock`.
    pub noun: &'static str,
    /// The action on the command line, such as `freeze`.
    pub verb: &'static str,
    /// The help text.
    pub about: &'static str,
    pub permission: Permission,
    pub effect: Effect,
    /// The meaning without `--platform`.
    default_scope: DefaultScope,
    pub arguments: Vec<Argument>,
    /// The members of the result that become columns of a terminal's table; empty for all of them.
    pub columns: &'static [&'static str],
    /// `true` if the operator must give a reason.
    pub is_reason_required: bool,
    /// `true` if a row in the audit trail has the caller's reason.
    pub is_recorded: bool,
    /// `true` if a streamed result is lines of progress, the last of which is the outcome.
    pub reports_progress: bool,
    run: Runner,
    preview: Preview,
    check: fn(&Map<String, Value>) -> Result<(), OperatorError>,
    exit_code: fn(&Value) -> u8,
}

pub(super) type ActionFuture = Result<BoxFuture<'static, Result<ActionOutput, OperatorError>>, OperatorError>;

impl Preview {
    /// Returns the effect that the preview implies.
    const fn effect(&self) -> Effect {
        match self {
            Self::None => Effect::Read,
            Self::InTransaction | Self::ByReading(_) => Effect::Change,
        }
    }
}

impl Action {
    /// Returns an action without a name and a permission; its noun declares them. Only an action that changes
    /// nothing has no preview.
    pub(super) fn new<A: Arguments>(
        preview: Preview,
        run: impl Fn(RawCall) -> ActionFuture + Send + Sync + 'static,
    ) -> Self {
        Self {
            noun: "",
            verb: "",
            about: "",
            permission: Permission::Administer,
            effect: preview.effect(),
            default_scope: DefaultScope::Deployment,
            arguments: A::LIST.to_vec(),
            columns: &[],
            is_reason_required: false,
            is_recorded: true,
            reports_progress: false,
            run: Box::new(run),
            preview,
            check: |arguments| decode::<A>(arguments).map(|_| ()),
            exit_code: |_| 0,
        }
    }

    pub(super) const fn named(mut self, noun: &'static str, verb: &'static str, about: &'static str) -> Self {
        (self.noun, self.verb, self.about) = (noun, verb, about);
        self
    }

    /// Sets the permission that the action requires.
    pub(super) const fn requiring(mut self, permission: Permission) -> Self {
        self.permission = permission;
        self
    }

    /// Declares that the effect of the action cannot be undone, so that it needs a reason.
    pub(super) const fn irreversible(mut self) -> Self {
        self.effect = Effect::Irreversible;
        self.needing_reason()
    }

    /// Declares that the action only looks: it changes nothing apart from the audit trail.
    pub(super) fn looking(self) -> Self {
        Self { effect: Effect::Read, preview: Preview::None, ..self }
    }

    /// Returns `true` if the action changes something, so that it has a dry run.
    #[must_use]
    pub const fn has_dry_run(&self) -> bool {
        !matches!(self.preview, Preview::None)
    }

    /// Returns the permission that the action requires, with the roles that have it, in words.
    #[must_use]
    pub fn rights(&self) -> String {
        format!("Permission: {}. Roles: {}.", self.permission.as_str(), self.permission.roles().join(", "))
    }

    /// Returns `true` if the action is about one resource with a version, so that a caller can name the version
    /// that it has seen.
    #[must_use]
    pub fn takes_seen(&self) -> bool {
        self.versioned_argument().is_some()
    }

    fn versioned_argument(&self) -> Option<&Argument> {
        let names_resource = |argument: &&Argument| argument.has_version && argument.is_required;
        self.arguments.iter().find(names_resource).filter(|_| self.has_dry_run())
    }

    /// Returns `true` if the action is about one platform.
    pub(super) fn has_platform(&self) -> bool {
        self.arguments.iter().any(|argument| argument.name == PLATFORM.name)
    }

    /// Adds the `--platform` argument, without which the action is about all platforms of the caller.
    pub(super) fn on_any_platform(mut self) -> Self {
        self.arguments.push(ANY_PLATFORM);
        self.default_scope = DefaultScope::AllPlatforms;
        self
    }

    /// Adds the `--platform` argument, without which the action is about the platform of the ids among its
    /// arguments, or the only one.
    pub(super) fn with_platform(mut self) -> Self {
        self.arguments.push(PLATFORM);
        self.default_scope = DefaultScope::OnePlatform;
        self
    }

    /// Adds the `--platform` argument, without which the action is about the deployment.
    pub(super) fn or_platform(mut self) -> Self {
        self.arguments.push(OR_PLATFORM);
        self
    }

    /// Adds an argument for the file that an export is written to.
    pub(super) fn with_output(mut self, output: Argument) -> Self {
        self.arguments.push(output);
        self
    }

    /// Declares that the result has the secret of new credentials, and adds an argument for the file that it is
    /// written to.
    pub(super) fn with_secret(self) -> Self {
        self.with_output(SECRET_FILE)
    }

    /// Refuses the action without a reason.
    pub(super) const fn needing_reason(mut self) -> Self {
        self.is_reason_required = true;
        self
    }

    /// Declares that the action writes no row in the audit trail.
    pub(super) const fn unrecorded(mut self) -> Self {
        self.is_recorded = false;
        self
    }

    /// Declares that a streamed result is lines of progress.
    pub(super) const fn reporting_progress(mut self) -> Self {
        self.reports_progress = true;
        self
    }

    /// Sets the columns of the table.
    pub(super) const fn columns(mut self, columns: &'static [&'static str]) -> Self {
        self.columns = columns;
        self
    }

    /// Sets a function that derives the command's exit code from the result.
    pub(super) const fn exit_code(mut self, exit_code: fn(&Value) -> u8) -> Self {
        self.exit_code = exit_code;
        self
    }

    /// Runs the action for a caller who was admitted to it.
    ///
    /// # Errors
    /// For an unknown, missing or malformed argument, and those of the action itself.
    pub(super) async fn run(
        &self,
        app: &Arc<App>,
        caller: Caller,
        id: Uuid,
        request: Request,
    ) -> Result<ActionOutput, OperatorError> {
        request.check_texts()?;
        let Request { arguments, reason, is_dry_run, seen, .. } = request;
        let arguments = self.with_complete_ids(app, &caller, arguments).await?;
        let platform = self.platform_of(&caller, &arguments)?;
        if self.has_platform() {
            platform.check(self.default_scope)?;
        }
        self.check_names(&arguments)?;
        self.check_lists(&arguments)?;
        if !is_dry_run && self.is_reason_required && reason.as_deref().unwrap_or_default().trim().is_empty() {
            return Err(OperatorError::invalid(format!("{} {} needs a reason", self.noun, self.verb))
                .remedy("add it for the audit trail: --reason TEXT"));
        }
        let seen = seen.map(|version| self.seen(version)).transpose()?;
        let runner = self.runner(is_dry_run)?;
        let show = self.show_command(&arguments);
        let running = runner(RawCall {
            app: Arc::clone(app),
            caller,
            id,
            action: format!("{} {}", self.noun, self.verb),
            platform,
            arguments,
            reason: reason.unwrap_or_default(),
            is_dry_run,
            seen,
            show,
            exit_code: self.exit_code,
        })?;
        running.await
    }

    /// Returns the command that shows the resource of a change; `None` if the action is about none with a version.
    fn show_command(&self, arguments: &Map<String, Value>) -> Option<String> {
        let id = arguments.get(self.versioned_argument()?.name)?.as_str()?;
        Some(format!("causeway {} show {id}", self.noun))
    }

    /// Returns the function that runs the action, or its preview.
    fn runner(&self, is_dry_run: bool) -> Result<&Runner, OperatorError> {
        match &self.preview {
            Preview::ByReading(preview) if is_dry_run => Ok(preview),
            Preview::None if is_dry_run => {
                let message = format!("{} {} changes nothing, so it has no dry run", self.noun, self.verb);
                Err(OperatorError::invalid(message).remedy("repeat the command without --dry-run"))
            }
            Preview::None | Preview::InTransaction | Preview::ByReading(_) => Ok(&self.run),
        }
    }

    /// Returns the version that the caller has seen.
    fn seen(&self, version: Time) -> Result<SeenVersion, OperatorError> {
        let argument = self.versioned_argument().ok_or_else(|| {
            let message = format!("{} {} is not about a resource with a version", self.noun, self.verb);
            OperatorError::invalid(message).remedy("repeat the command without --seen")
        })?;
        Ok(SeenVersion { version, argument: argument.name, noun: self.noun })
    }

    /// Checks the arguments without running the action.
    ///
    /// # Errors
    /// For an unknown, missing or malformed argument.
    pub fn check(&self, arguments: &Map<String, Value>) -> Result<(), OperatorError> {
        self.check_names(arguments)?;
        self.check_lists(arguments)?;
        (self.check)(&self.ids_of(arguments.clone())?.with_samples())
    }

    /// Reads the ids among the arguments, which may be shortened.
    fn ids_of(&self, arguments: Map<String, Value>) -> Result<ArgumentIds, OperatorError> {
        read_ids(&self.arguments, arguments, self.effect == Effect::Read)
    }

    /// Returns the arguments with complete ids. Only ids that are shortened, or named in another way, are looked up.
    async fn with_complete_ids(
        &self,
        app: &Arc<App>,
        caller: &Caller,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, OperatorError> {
        let ArgumentIds { mut arguments, partial } = self.ids_of(arguments)?;
        if !partial.is_empty() {
            let choice = self.platform_of(caller, &arguments)?;
            let is_look = self.effect == Effect::Read;
            let found = app.store.read(move |tx| look_up(tx, &choice, &partial, is_look)).await?;
            arguments.extend(found);
        }
        Ok(arguments)
    }

    /// Returns the platform that the arguments choose, within the caller's grant.
    fn platform_of(
        &self,
        caller: &Caller,
        arguments: &Map<String, Value>,
    ) -> Result<PlatformChoice, OperatorError> {
        let platform = arguments.get(PLATFORM.name).cloned().unwrap_or_default();
        let choice =
            PlatformChoice::within(read(platform, PLATFORM.name)?, caller.grant.reach(self.permission));
        let named = Value::Object(arguments.clone());
        Ok(match self.default_scope {
            DefaultScope::OnePlatform => choice.naming(&named),
            DefaultScope::Deployment | DefaultScope::AllPlatforms => choice.narrowed_by(&named),
        })
    }

    /// Refuses a list with too many items. The words of a searched text are no list.
    fn check_lists(&self, arguments: &Map<String, Value>) -> Result<(), OperatorError> {
        for Argument { name, .. } in self.arguments.iter().filter(|argument| argument.form == Form::List) {
            let count = arguments.get(*name).and_then(Value::as_array).map_or(0, Vec::len);
            if count > MAX_ITEMS {
                return Err(OperatorError::invalid(format!(
                    "argument {name}: a list has up to {MAX_ITEMS} items"
                )));
            }
        }
        Ok(())
    }

    fn check_names(&self, arguments: &Map<String, Value>) -> Result<(), OperatorError> {
        let sent = || self.arguments.iter().filter(|argument| argument.form.is_sent());
        let is_known = |name: &String| sent().any(|known| known.name == name);
        match arguments.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(unknown) => Err(OperatorError::invalid(format!("there is no argument {unknown}"))
                .remedy(format!("see: causeway {} {} --help", self.noun, self.verb))),
        }
    }
}
