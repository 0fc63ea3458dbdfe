//! One action, whatever its arguments and its result are.

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

/// The pieces of an export, each of whole lines, or of a file. An error ends it; what came before holds.
pub type Pieces = BoxStream<'static, Result<Bytes, OperatorError>>;

/// The outcome of an action.
pub enum Done {
    /// A result, and what the command should end with: other than 0 for a finding that a script must not overlook.
    Report {
        /// The result.
        json: Value,
        /// The exit code.
        exit_code: u8,
    },
    /// The lines of an export.
    Pieces(Pieces),
}

/// One action of operators.
pub struct Action {
    /// What it is about: `clock`.
    pub noun: &'static str,
    /// What it does: `freeze`.
    pub verb: &'static str,
    /// Its help.
    pub about: &'static str,
    /// What it takes.
    pub arguments: Vec<Argument>,
    /// The members of its result that make the columns of a terminal's table; none: all of them.
    pub columns: &'static [&'static str],
    run: Box<dyn Fn(Sent) -> Running + Send + Sync>,
    check: fn(&Map<String, Value>) -> Result<(), OperatorError>,
    exit_code: fn(&Value) -> u8,
}

pub(super) type Running = Result<BoxFuture<'static, Result<Done, OperatorError>>, OperatorError>;

/// What an action was asked with.
pub(super) struct Sent {
    app: Arc<App>,
    operator: Operator,
    action: String,
    arguments: Map<String, Value>,
    pub(super) exit_code: fn(&Value) -> u8,
}

impl Action {
    /// An action without a name, which its noun gives it.
    pub(super) fn new<A: Arguments>(run: impl Fn(Sent) -> Running + Send + Sync + 'static) -> Self {
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

    /// Takes the choice of a platform too.
    pub(super) fn with_platform(mut self) -> Self {
        self.arguments.push(PLATFORM);
        self
    }

    /// Chooses the columns of its table.
    pub(super) const fn columns(mut self, columns: &'static [&'static str]) -> Self {
        self.columns = columns;
        self
    }

    /// Has its command end with a code that depends on the result.
    pub(super) const fn exit_code(mut self, exit_code: fn(&Value) -> u8) -> Self {
        self.exit_code = exit_code;
        self
    }

    /// Carries the action out. Arguments are an object, by the names of the command line with underscores.
    ///
    /// # Errors
    /// When an argument is unknown, missing or malformed; what the action says.
    pub async fn run(
        &self,
        app: &Arc<App>,
        operator: &Operator,
        arguments: Value,
    ) -> Result<Done, OperatorError> {
        let Value::Object(arguments) = arguments else {
            return Err(OperatorError::invalid("arguments must be an object"));
        };
        self.check_names(&arguments)?;
        let running = (self.run)(Sent {
            app: Arc::clone(app),
            operator: operator.clone(),
            action: format!("{} {}", self.noun, self.verb),
            arguments,
            exit_code: self.exit_code,
        })?;
        running.await
    }

    /// Whether these are arguments of this action, without carrying it out.
    ///
    /// # Errors
    /// When an argument is unknown, missing or malformed.
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

impl Sent {
    /// The call and the action's own arguments. The audit row has the arguments as they were understood.
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

/// The choice of a platform, and the action's own arguments.
fn decode<A: DeserializeOwned>(arguments: &Map<String, Value>) -> Result<(PlatformChoice, A), OperatorError> {
    let mut own = arguments.clone();
    let platform = own.shift_remove("platform").unwrap_or_default();
    Ok((PlatformChoice { platform: read(platform, "platform")? }, read(Value::Object(own), "")?))
}

fn read<T: DeserializeOwned>(value: Value, name: &str) -> Result<T, OperatorError> {
    serde_path_to_error::deserialize(value).map_err(|fault| {
        let place = if name.is_empty() { fault.path().to_string() } else { name.to_owned() };
        let fault = fault.into_inner();
        match place.as_str() {
            "." => OperatorError::invalid(format!("arguments: {fault}")),
            place => OperatorError::invalid(format!("argument {place}: {fault}")),
        }
    })
}
