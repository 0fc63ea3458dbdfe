//! The forms of actions: what a rule is given, and the transaction in which it runs.

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;

use super::OperatorError;
use super::action::{Action, Done, Pieces, Running, Sent};
use super::argument::{Arguments, One, Subject};
use super::call::Call;
use crate::runtime::context::Context;

/// What a rule answers.
pub(super) type Answer<O> = Result<O, OperatorError>;

/// A rule about the deployment.
type DeploymentRule<A, O> = fn(&mut Tx<'_>, &Call, &A) -> Answer<O>;

/// Changes one platform: the rule runs in one transaction with the audit row.
pub(super) fn change<A: Arguments, O: Serialize + Send + 'static>(
    rule: fn(&mut Tx<'_>, &Context, &A) -> Answer<O>,
) -> Action {
    act(move |call: Call, arguments: A| call.change(move |tx, context| rule(tx, context, &arguments)))
        .with_platform()
}

/// Changes one thing of a platform, and shows it.
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
    act(move |call: Call, One(id): One<I>| {
        call.change(move |tx, context| rule(tx, context, id).map(show).map_err(Into::into))
    })
    .with_platform()
}

/// Changes the deployment.
pub(super) fn change_deployment<A: Arguments, O: Serialize + Send + 'static>(
    rule: DeploymentRule<A, O>,
) -> Action {
    act(move |call: Call, arguments: A| {
        call.change_deployment(move |tx, call| Ok((None, rule(tx, call, &arguments)?)))
    })
}

/// Changes the deployment, or a platform that the rule names: the audit row is about that one.
pub(super) fn change_either<A: Arguments, O: Serialize + Send + 'static>(
    rule: DeploymentRule<A, (Option<PlatformId>, O)>,
) -> Action {
    act(move |call: Call, arguments: A| call.change_deployment(move |tx, call| rule(tx, call, &arguments)))
}

/// Reads of one platform.
pub(super) fn read<A: Arguments, O: Serialize + Send + 'static>(
    rule: fn(&mut Tx<'_>, PlatformRecord, &A) -> Answer<O>,
) -> Action {
    act(move |call: Call, arguments: A| {
        call.read(move |tx, call| {
            let platform = call.platform.find(tx)?;
            rule(tx, platform, &arguments)
        })
    })
    .with_platform()
}

/// Reads of the deployment, or of what the arguments name.
pub(super) fn read_deployment<A: Arguments, O: Serialize + Send + 'static>(
    rule: DeploymentRule<A, O>,
) -> Action {
    act(move |call: Call, arguments: A| call.read(move |tx, call| rule(tx, call, &arguments)))
}

/// An action of any other form.
pub(super) fn act<A, O, F, W>(rule: F) -> Action
where
    A: Arguments,
    O: Serialize,
    F: Fn(Call, A) -> W + Send + Sync + 'static,
    W: Future<Output = Answer<O>> + Send + 'static,
{
    Action::new::<A>(move |sent| {
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
pub(super) fn export<A, F, W>(rule: F) -> Action
where
    A: Arguments,
    F: Fn(Call, PlatformId, A) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = Answer<Pieces>> + Send + 'static,
{
    let run = move |sent: Sent| -> Running {
        let ((call, arguments), rule) = (sent.read::<A>()?, rule.clone());
        Ok(Box::pin(async move {
            let platform = call.clone().change(|_, context| Ok(context.platform)).await?;
            Ok(Done::Pieces(rule(call, platform, arguments).await?))
        }))
    };
    Action::new::<A>(run).with_platform()
}
