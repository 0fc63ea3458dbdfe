//! The forms of actions: the input of a rule, and the transaction in which it runs.

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;

use super::OperatorError;
use super::action::{Action, ActionFuture, ActionOutput, ExportStream, RawCall};
use super::argument::{Arguments, IdArgument, Subject};
use super::call::Call;
use super::permission::Effect;
use super::viewer::Viewer;
use crate::runtime::context::Context;

/// The result of a rule.
pub(super) type Answer<O> = Result<O, OperatorError>;

/// A rule about the deployment.
type DeploymentRule<A, O> = fn(&mut Tx<'_>, &Call, &A) -> Answer<O>;

/// Changes one platform: the rule runs in one transaction with the audit row.
pub(super) fn change<A: Arguments, O: Serialize + Send + 'static>(
    rule: fn(&mut Tx<'_>, &Context, &A) -> Answer<O>,
) -> Action {
    act(Effect::Change, move |call: Call, arguments: A| {
        call.change(move |tx, context| rule(tx, context, &arguments))
    })
    .with_platform()
}

/// Changes one resource of a platform, and shows it.
pub(super) fn change_one<I, R, E, O>(
    rule: fn(&mut Tx<'_>, &Context, I) -> Result<R, E>,
    show: fn(R) -> O,
) -> Action
where
    I: Subject,
    R: 'static,
    E: Into<OperatorError> + 'static,
    O: Serialize + Send + 'static,
{
    act(Effect::Change, move |call: Call, IdArgument(id): IdArgument<I>| {
        call.change(move |tx, context| rule(tx, context, id).map(show).map_err(Into::into))
    })
    .with_platform()
}

/// Changes the deployment.
pub(super) fn change_deployment<A: Arguments, O: Serialize + Send + 'static>(
    rule: DeploymentRule<A, O>,
) -> Action {
    act(Effect::Change, move |call: Call, arguments: A| {
        call.change_deployment(move |tx, call| Ok((None, rule(tx, call, &arguments)?)))
    })
}

/// Changes the deployment, or the platform that the rule returns, which the audit row then names.
pub(super) fn change_either<A: Arguments, O: Serialize + Send + 'static>(
    rule: DeploymentRule<A, (Option<PlatformId>, O)>,
) -> Action {
    act(Effect::Change, move |call: Call, arguments: A| {
        call.change_deployment(move |tx, call| rule(tx, call, &arguments))
    })
}

/// Reads data of one platform.
pub(super) fn read<A: Arguments, O: Serialize + Send + 'static>(
    rule: fn(&mut Tx<'_>, PlatformRecord, &A) -> Answer<O>,
) -> Action {
    act(Effect::Read, move |call: Call, arguments: A| {
        call.read(move |tx, call| {
            let platform = call.platform.find(tx)?;
            rule(tx, platform, &arguments)
        })
    })
    .with_platform()
}

/// Reads data of one platform for a caller whose permissions decide which members of the result are masked.
pub(super) fn read_masked<A: Arguments, O: Serialize + Send + 'static>(
    rule: fn(&mut Tx<'_>, &Viewer, &A) -> Answer<O>,
) -> Action {
    act(Effect::Read, move |call: Call, arguments: A| {
        call.read(move |tx, call| {
            let platform = call.platform.find(tx)?;
            rule(tx, &Viewer::of(call, platform), &arguments)
        })
    })
    .with_platform()
}

/// Reads data of the deployment, or of a resource named by the arguments.
pub(super) fn read_deployment<A: Arguments, O: Serialize + Send + 'static>(
    rule: DeploymentRule<A, O>,
) -> Action {
    act(Effect::Read, move |call: Call, arguments: A| call.read(move |tx, call| rule(tx, call, &arguments)))
}

/// Returns an action of any other form, with its effect.
pub(super) fn act<A, O, F, W>(effect: Effect, rule: F) -> Action
where
    A: Arguments,
    O: Serialize,
    F: Fn(Call, A) -> W + Send + Sync + 'static,
    W: Future<Output = Answer<O>> + Send + 'static,
{
    Action::new::<A>(effect, move |sent| {
        let exit_code = sent.exit_code;
        let (call, arguments) = sent.read::<A>()?;
        let running = rule(call, arguments);
        Ok(Box::pin(async move {
            let json = serde_json::to_value(running.await?).map_err(OperatorError::defect)?;
            Ok(ActionOutput::Report { exit_code: exit_code(&json), json })
        }))
    })
}

/// Returns an action whose rule decides between a report and a streamed result. The rule writes the audit row.
pub(super) fn act_or_export<A, F, W>(effect: Effect, rule: F) -> Action
where
    A: Arguments,
    F: Fn(Call, A) -> W + Send + Sync + 'static,
    W: Future<Output = Answer<ActionOutput>> + Send + 'static,
{
    Action::new::<A>(effect, move |sent| {
        let (call, arguments) = sent.read::<A>()?;
        Ok(Box::pin(rule(call, arguments)))
    })
}

/// Returns an action with a streamed result, too long for one response. An export writes an audit row, too.
pub(super) fn export<A, F, W>(rule: F) -> Action
where
    A: Arguments,
    F: Fn(Call, PlatformId, A) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = Answer<ExportStream>> + Send + 'static,
{
    let run = move |sent: RawCall| -> ActionFuture {
        let (call, arguments) = sent.read::<A>()?;
        let rule = rule.clone();
        Ok(Box::pin(async move {
            let platform = call.clone().change(|_, context| Ok(context.platform)).await?;
            Ok(ActionOutput::Export(rule(call, platform, arguments).await?))
        }))
    };
    Action::new::<A>(Effect::Read, run).with_platform()
}
