//! The forms of actions: the input of a rule, and the transaction in which it runs.

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;

use super::OperatorError;
use super::action::{Action, ActionFuture, ActionOutput, ExportStream, Preview};
use super::argument::{Arguments, IdArgument, Subject};
use super::call::{Call, ChangeOutcome};
use super::dry_run::{self, Forecast};
use super::raw_call::RawCall;
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
    in_transaction(move |call: Call, arguments: A| {
        call.change_or_preview(move |tx, context| rule(tx, context, &arguments))
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
    in_transaction(move |call: Call, IdArgument(id): IdArgument<I>| {
        call.change_or_preview(move |tx, context| rule(tx, context, id).map(show).map_err(Into::into))
    })
    .with_platform()
}

/// Changes the deployment.
pub(super) fn change_deployment<A: Arguments, O: Serialize + Send + 'static>(
    rule: DeploymentRule<A, O>,
) -> Action {
    in_transaction(move |call: Call, arguments: A| {
        call.change_deployment_or_preview(move |tx, call| Ok((None, rule(tx, call, &arguments)?)))
    })
}

/// Changes the deployment, or the platform that the rule returns, which the audit row then names.
pub(super) fn change_either<A: Arguments, O: Serialize + Send + 'static>(
    rule: DeploymentRule<A, (Option<PlatformId>, O)>,
) -> Action {
    in_transaction(move |call: Call, arguments: A| {
        call.change_deployment_or_preview(move |tx, call| rule(tx, call, &arguments))
    })
}

/// Reads data of one platform.
pub(super) fn read<A: Arguments, O: Serialize + Send + 'static>(
    rule: fn(&mut Tx<'_>, PlatformRecord, &A) -> Answer<O>,
) -> Action {
    look(move |call: Call, arguments: A| {
        call.look(move |tx, call| {
            let platform = call.platform.find(tx)?;
            rule(tx, platform, &arguments)
        })
    })
    .unrecorded()
    .with_platform()
}

/// Reads data of one platform for a caller whose permissions decide which members of the result are masked.
pub(super) fn read_masked<A: Arguments, O: Serialize + Send + 'static>(
    rule: fn(&mut Tx<'_>, &Viewer, &A) -> Answer<O>,
) -> Action {
    look(move |call: Call, arguments: A| {
        call.look(move |tx, call| {
            let platform = call.platform.find(tx)?;
            rule(tx, &Viewer::of(call, platform), &arguments)
        })
    })
    .unrecorded()
    .with_platform()
}

/// Reads data of the deployment, or of a resource named by the arguments.
pub(super) fn read_deployment<A: Arguments, O: Serialize + Send + 'static>(
    rule: DeploymentRule<A, O>,
) -> Action {
    look(move |call: Call, arguments: A| call.look(move |tx, call| rule(tx, call, &arguments))).unrecorded()
}

/// Returns an action that changes something in one transaction, which a dry run undoes. The rule may ask the
/// outside world before.
pub(super) fn in_transaction<A, O, F, W>(rule: F) -> Action
where
    A: Arguments,
    O: Serialize,
    F: Fn(Call, A) -> W + Send + Sync + 'static,
    W: Future<Output = Answer<ChangeOutcome<O>>> + Send + 'static,
{
    Action::new::<A>(Preview::InTransaction, move |sent| {
        let exit_code = sent.exit_code;
        let (call, arguments) = sent.read::<A>()?;
        let running = rule(call, arguments);
        Ok(Box::pin(async move {
            let ChangeOutcome { result, effects } = running.await?;
            let result = serde_json::to_value(result).map_err(OperatorError::defect)?;
            let exit_code = exit_code(&result);
            let json = match effects {
                None => result,
                Some(effects) => dry_run::report(result, effects)?,
            };
            Ok(ActionOutput::Report { json, exit_code })
        }))
    })
}

/// Returns an action that reads, of any other form.
pub(super) fn look<A, O, F, W>(rule: F) -> Action
where
    A: Arguments,
    O: Serialize,
    F: Fn(Call, A) -> W + Send + Sync + 'static,
    W: Future<Output = Answer<O>> + Send + 'static,
{
    Action::new::<A>(Preview::None, move |sent| reported::<A, O, F, W>(sent, &rule))
}

/// Returns an action that changes something in more than one transaction, with the function that previews it.
pub(super) fn act<A, O, P, V, F, W>(preview: P, rule: F) -> Action
where
    A: Arguments,
    O: Serialize,
    P: Fn(Call, A) -> V + Send + Sync + 'static,
    V: Future<Output = Answer<Forecast>> + Send + 'static,
    F: Fn(Call, A) -> W + Send + Sync + 'static,
    W: Future<Output = Answer<O>> + Send + 'static,
{
    Action::new::<A>(by_reading::<A, P, V>(preview), move |sent| reported::<A, O, F, W>(sent, &rule))
}

/// Returns an action whose rule decides between a report and streamed lines of progress, with the function that
/// previews it. The rule writes the audit row.
pub(super) fn act_or_export<A, P, V, F, W>(preview: P, rule: F) -> Action
where
    A: Arguments,
    P: Fn(Call, A) -> V + Send + Sync + 'static,
    V: Future<Output = Answer<Forecast>> + Send + 'static,
    F: Fn(Call, A) -> W + Send + Sync + 'static,
    W: Future<Output = Answer<ActionOutput>> + Send + 'static,
{
    Action::new::<A>(by_reading::<A, P, V>(preview), move |sent| {
        let (call, arguments) = sent.read::<A>()?;
        Ok(Box::pin(rule(call, arguments)))
    })
    .reporting_progress()
}

/// Runs a rule whose result is the report.
fn reported<A, O, F, W>(sent: RawCall, rule: &F) -> ActionFuture
where
    A: Arguments,
    O: Serialize,
    F: Fn(Call, A) -> W,
    W: Future<Output = Answer<O>> + Send + 'static,
{
    let exit_code = sent.exit_code;
    let (call, arguments) = sent.read::<A>()?;
    let running = rule(call, arguments);
    Ok(Box::pin(async move {
        let json = serde_json::to_value(running.await?).map_err(OperatorError::defect)?;
        Ok(ActionOutput::Report { exit_code: exit_code(&json), json })
    }))
}

/// Returns the preview of an action by a function that reads.
fn by_reading<A, P, V>(preview: P) -> Preview
where
    A: Arguments,
    P: Fn(Call, A) -> V + Send + Sync + 'static,
    V: Future<Output = Answer<Forecast>> + Send + 'static,
{
    Preview::ByReading(Box::new(move |sent: RawCall| -> ActionFuture {
        let (call, arguments) = sent.read::<A>()?;
        let running = preview(call, arguments);
        Ok(Box::pin(async move {
            let json = running.await?.into_report()?;
            Ok(ActionOutput::Report { json, exit_code: 0 })
        }))
    }))
}

/// Returns an action with a streamed result, too long for one response. An export writes an audit row, too.
pub(super) fn export<A, F, W>(rule: F) -> Action
where
    A: Arguments + Clone,
    F: Fn(Call, PlatformId, A) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = Answer<ExportStream>> + Send + 'static,
{
    export_about(|_, _, _| Ok(Vec::new()), rule)
}

/// A rule that returns the ids that an export is about, besides those among its arguments.
type SubjectsRule<A> = fn(&mut Tx<'_>, &Context, &A) -> Answer<Vec<String>>;

/// An export whose audit row is written before its first byte.
#[derive(Serialize)]
struct OpenedExport {
    #[serde(skip)]
    platform: PlatformId,
    /// Further subjects of the audit row.
    about: Vec<String>,
}

/// Returns an export as [`export`], whose audit row is also about the ids that `about` returns.
pub(super) fn export_about<A, F, W>(about: SubjectsRule<A>, rule: F) -> Action
where
    A: Arguments + Clone,
    F: Fn(Call, PlatformId, A) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = Answer<ExportStream>> + Send + 'static,
{
    let run = move |sent: RawCall| -> ActionFuture {
        let (call, arguments) = sent.read::<A>()?;
        let rule = rule.clone();
        Ok(Box::pin(async move {
            let named = arguments.clone();
            let open = move |tx: &mut Tx<'_>, context: &Context| -> Answer<OpenedExport> {
                Ok(OpenedExport { platform: context.platform, about: about(tx, context, &named)? })
            };
            let platform = call.clone().change(open).await?.platform;
            Ok(ActionOutput::Export(rule(call, platform, arguments).await?))
        }))
    };
    Action::new::<A>(Preview::None, run).with_platform()
}
