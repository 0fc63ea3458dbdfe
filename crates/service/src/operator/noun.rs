//! Declaring actions: a noun, and a line or a few for each of its verbs.

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::OperatorError;
use super::action::{Action, Done, Pieces, Running, Sent, decode};
use super::argument::{Argument, PLATFORM};
use super::call::Call;
use crate::runtime::context::Context;

/// What actions are about.
pub struct Noun {
    /// Its name: `clock`.
    pub name: &'static str,
    /// Its help.
    pub about: &'static str,
    /// What can be done.
    pub actions: Vec<Action>,
}

/// No arguments besides the choice of a platform.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Nothing {}

/// Arguments of actions.
pub(super) trait Arguments: Serialize + DeserializeOwned + Send + 'static {}
impl<A: Serialize + DeserializeOwned + Send + 'static> Arguments for A {}

/// What a rule answers.
type Answer<O> = Result<O, OperatorError>;

/// The rule of an action on the deployment, with the platform that the action turned out to be about.
type DeploymentRule<A, O> = fn(&mut Tx<'_>, &Call, &A) -> Answer<(Option<PlatformId>, O)>;

impl Noun {
    pub(super) const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, actions: Vec::new() }
    }

    /// An action that changes one platform: its rule runs in one transaction with the audit row.
    pub(super) fn change<A: Arguments, O: Serialize + Send + 'static>(
        self,
        verb: &'static str,
        about: &'static str,
        arguments: &[Argument],
        rule: fn(&mut Tx<'_>, &Context, &A) -> Answer<O>,
    ) -> Self {
        self.act(verb, about, &with_platform(arguments), move |call: Call, arguments: A| {
            call.change(move |tx, context| rule(tx, context, &arguments))
        })
    }

    /// An action that changes the deployment, or a platform that it names: the audit row is about that one.
    pub(super) fn change_deployment<A: Arguments, O: Serialize + Send + 'static>(
        self,
        verb: &'static str,
        about: &'static str,
        arguments: &[Argument],
        rule: DeploymentRule<A, O>,
    ) -> Self {
        self.act(verb, about, arguments, move |call: Call, arguments: A| {
            call.change_deployment(move |tx, call| rule(tx, call, &arguments))
        })
    }

    /// An action that reads of one platform.
    pub(super) fn read<A: Arguments, O: Serialize + Send + 'static>(
        self,
        verb: &'static str,
        about: &'static str,
        arguments: &[Argument],
        rule: fn(&mut Tx<'_>, PlatformRecord, &A) -> Answer<O>,
    ) -> Self {
        self.act(verb, about, &with_platform(arguments), move |call: Call, arguments: A| {
            call.read(move |tx, call| {
                let platform = call.platform.find(tx)?;
                rule(tx, platform, &arguments)
            })
        })
    }

    /// An action that reads, of the deployment or of whatever it is told.
    pub(super) fn read_deployment<A: Arguments, O: Serialize + Send + 'static>(
        self,
        verb: &'static str,
        about: &'static str,
        arguments: &[Argument],
        rule: fn(&mut Tx<'_>, &Call, &A) -> Answer<O>,
    ) -> Self {
        self.act(verb, about, arguments, move |call: Call, arguments: A| {
            call.read(move |tx, call| rule(tx, call, &arguments))
        })
    }

    /// An action of any other form.
    pub(super) fn act<A, O, F, W>(
        self,
        verb: &'static str,
        about: &'static str,
        arguments: &[Argument],
        rule: F,
    ) -> Self
    where
        A: Arguments,
        O: Serialize,
        F: Fn(Call, A) -> W + Send + Sync + 'static,
        W: Future<Output = Answer<O>> + Send + 'static,
    {
        self.with::<A>(verb, about, arguments, move |sent| {
            let exit_code = sent.exit_code;
            let (call, arguments) = sent.read::<A>()?;
            let running = rule(call, arguments);
            Ok(Box::pin(async move {
                let json = serde_json::to_value(running.await?).map_err(OperatorError::defect)?;
                Ok(Done::Report { exit_code: exit_code(&json), json })
            }))
        })
    }

    /// An action whose result is too long for one answer. What leaves the service leaves an audit row, too.
    pub(super) fn export<A, F, W>(
        self,
        verb: &'static str,
        about: &'static str,
        arguments: &[Argument],
        rule: F,
    ) -> Self
    where
        A: Arguments,
        F: Fn(Call, PlatformId, A) -> W + Clone + Send + Sync + 'static,
        W: Future<Output = Answer<Pieces>> + Send + 'static,
    {
        self.with::<A>(verb, about, &with_platform(arguments), move |sent| {
            let ((call, arguments), rule) = (sent.read::<A>()?, rule.clone());
            Ok(Box::pin(async move {
                let platform = call.clone().change(|_, context| Ok(context.platform)).await?;
                Ok(Done::Pieces(rule(call, platform, arguments).await?))
            }))
        })
    }

    fn with<A: Arguments>(
        mut self,
        verb: &'static str,
        about: &'static str,
        arguments: &[Argument],
        run: impl Fn(Sent) -> Running + Send + Sync + 'static,
    ) -> Self {
        self.actions.push(Action {
            noun: self.name,
            verb,
            about,
            arguments: arguments.to_vec(),
            columns: &[],
            run: Box::new(run),
            check: |arguments| decode::<A>(arguments).map(|_| ()),
            exit_code: |_| 0,
        });
        self
    }

    /// Chooses the columns of the last action's table.
    pub(super) fn columns(mut self, columns: &'static [&'static str]) -> Self {
        if let Some(action) = self.actions.last_mut() {
            action.columns = columns;
        }
        self
    }

    /// Has the command of the last action end with a code that depends on its result.
    pub(super) fn exit_code(mut self, exit_code: fn(&Value) -> u8) -> Self {
        if let Some(action) = self.actions.last_mut() {
            action.exit_code = exit_code;
        }
        self
    }
}

fn with_platform(arguments: &[Argument]) -> Vec<Argument> {
    [arguments, &[PLATFORM]].concat()
}
