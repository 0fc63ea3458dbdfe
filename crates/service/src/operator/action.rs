//! An action of operators, with any kind of arguments and result.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::argument::{Arguments, PLATFORM};
use super::audit_entry::AuditEntry;
use super::call::Call;
use super::{Argument, Operator, OperatorError, PlatformChoice};
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

/// An action of operators.
pub struct Action {
    /// The subject on the command line, such as `clock`.
    pub noun: &'static str,
    /// The action on the command line, such as `freeze`.
    pub verb: &'static str,
    /// The help text.
    pub about: &'static str,
    pub arguments: Vec<Argument>,
    /// The members of the result that become columns of a terminal's table; empty for all of them.
    pub columns: &'static [&'static str],
    run: Box<dyn Fn(RawCall) -> ActionFuture + Send + Sync>,
    check: fn(&Map<String, Value>) -> Result<(), OperatorError>,
    exit_code: fn(&Value) -> u8,
}

pub(super) type ActionFuture = Result<BoxFuture<'static, Result<ActionOutput, OperatorError>>, OperatorError>;

/// An action's context and raw arguments.
pub(super) struct RawCall {
    app: Arc<App>,
    operator: Operator,
    action: String,
    arguments: Map<String, Value>,
    pub(super) exit_code: fn(&Value) -> u8,
}

impl Action {
    /// Returns an action without a name; its noun names it.
    pub(super) fn new<A: Arguments>(run: impl Fn(RawCall) -> ActionFuture + Send + Sync + 'static) -> Self {
        Self {
            noun: "",
            verb: "",
            about: "",
            arguments: A::LIST.to_vec(),
            columns: &[],
            run: Box::new(run),
            check: |arguments| decode::<A>(arguments).map(|_| ()),
            exit_code: |_| 0,
        }
    }

    pub(super) const fn named(mut self, noun: &'static str, verb: &'static str, about: &'static str) -> Self {
        (self.noun, self.verb, self.about) = (noun, verb, about);
        self
    }

    /// Adds the `--platform` argument.
    pub(super) fn with_platform(mut self) -> Self {
        self.arguments.push(PLATFORM);
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

    /// Runs the action. Arguments are an object with the names of the command line, in snake case.
    ///
    /// # Errors
    /// For an unknown, missing or malformed argument, and those of the action itself.
    pub async fn run(
        &self,
        app: &Arc<App>,
        operator: &Operator,
        arguments: Value,
    ) -> Result<ActionOutput, OperatorError> {
        let Value::Object(arguments) = arguments else {
            return Err(OperatorError::invalid("arguments must be an object"));
        };
        self.check_names(&arguments)?;
        let running = (self.run)(RawCall {
            app: Arc::clone(app),
            operator: operator.clone(),
            action: format!("{} {}", self.noun, self.verb),
            arguments,
            exit_code: self.exit_code,
        })?;
        running.await
    }

    /// Checks the arguments without running the action.
    ///
    /// # Errors
    /// For an unknown, missing or malformed argument.
    pub fn check(&self, arguments: &Map<String, Value>) -> Result<(), OperatorError> {
        self.check_names(arguments)?;
        (self.check)(arguments)
    }

    fn check_names(&self, arguments: &Map<String, Value>) -> Result<(), OperatorError> {
        let is_known = |name: &String| self.arguments.iter().any(|known| known.name == name);
        match arguments.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(unknown) => Err(OperatorError::invalid(format!("there is no argument {unknown}"))
                .remedy(format!("see: causeway {} {} --help", self.noun, self.verb))),
        }
    }
}

impl RawCall {
    /// Parses the call and the action's own arguments. The audit row contains the arguments as parsed.
    pub(super) fn read<A: DeserializeOwned + Serialize>(self) -> Result<(Call, A), OperatorError> {
        let (platform, arguments) = decode::<A>(&self.arguments)?;
        let mut detail = serde_json::to_value(&arguments).map_err(OperatorError::defect)?;
        if let (Some(detail), Some(platform)) = (detail.as_object_mut(), &platform.platform) {
            detail.insert("platform".to_owned(), platform.clone().into());
        }
        let Operator { actor, reason } = self.operator;
        let audit = AuditEntry { actor, reason, action: self.action, detail };
        Ok((Call { app: self.app, audit, platform }, arguments))
    }
}

/// Parses the platform argument and the action's own arguments.
fn decode<A: DeserializeOwned>(arguments: &Map<String, Value>) -> Result<(PlatformChoice, A), OperatorError> {
    let mut own = arguments.clone();
    let platform = own.shift_remove("platform").unwrap_or_default();
    Ok((PlatformChoice { platform: read(platform, "platform")? }, read(Value::Object(own), "")?))
}

fn read<T: DeserializeOwned>(value: Value, name: &str) -> Result<T, OperatorError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let place = if name.is_empty() { error.path().to_string() } else { name.to_owned() };
        let error = error.into_inner();
        match place.as_str() {
            "." => OperatorError::invalid(format!("arguments: {error}")),
            place => OperatorError::invalid(format!("argument {place}: {error}")),
        }
    })
}
